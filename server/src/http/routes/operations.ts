import { buildOpenApi } from '@pandect/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { pageHeaders } from '../page-frame.ts';
import { referencePage } from '../reference-page.ts';

/** What the process is doing; only `ready` takes traffic. */
export interface Readiness {
  state: 'starting' | 'ready' | 'draining';
  /** When the last request arrived: draining waits for a quiet moment. */
  lastRequestMs: number;
}

/** A store that hangs is as good as away: whoever asks for readiness does not wait for long. */
const pingWithinMs = 2000;

/** Pages for operators and readers: health, metrics, the API description and its reference. None needs a key. */
export function mountOperatorPages(
  app: FastifyInstance,
  parts: {
    readonly readiness: Readiness;
    readonly ping: () => Promise<void>;
    readonly metrics: Metrics;
    readonly version: string;
  },
): void {
  const openApi = JSON.stringify(buildOpenApi(parts.version), null, 2);
  let page: string | undefined;

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (parts.readiness.state !== 'ready') return notReady(reply, parts.readiness.state);
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Error('the store did not answer')), pingWithinMs);
    try {
      await Promise.race([parts.ping(), tooLate.promise]);
    } catch {
      return notReady(reply, 'store_away');
    } finally {
      clearTimeout(timer);
    }
    return { status: 'ready' };
  });

  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await parts.metrics.expose();
    return reply.header('content-type', contentType).send(text);
  });

  app.get('/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(openApi),
  );

  app.get('/docs', (_request, reply) => {
    page ??= referencePage(parts.version);
    return reply.headers(pageHeaders).send(page);
  });
}

function notReady(reply: FastifyReply, status: string): FastifyReply {
  return reply.code(503).header('retry-after', '1').send({ status });
}
