import { ApiError } from '@pandect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A file of the built console, with the forms it can be sent in. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly etag: string;
  readonly forms: Readonly<Record<'identity' | 'gzip' | 'br', Buffer>>;
}

/** By path: `/index.html`, `/assets/main-4f2a.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/** Only our own files, no frames around us, nothing written into the page as text and run. */
const contentPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Names under `assets` carry a hash of their content. */
const forAYear = 'public, max-age=31536000, immutable';

/** Paths that belong to programs: a wrong one there is an error, never a page. */
const notPages = /^\/(?:api|oauth|assets|docs|mcp|metrics|healthz|readyz|openapi\.json)(?:\/|$)/;

/** Whether a request that no route took is a person opening an address of the console. */
export function wantsPage(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !notPages.test(request.url.split('?')[0] ?? '')
  );
}

export function mountConsole(app: FastifyInstance, load: () => Promise<ConsoleFiles>): void {
  app.get('/', (request, reply) => sendPage(request, reply, load));

  app.get('/assets/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const file = (await load()).get(path);
    if (!file) {
      throw new ApiError('not_found', `There is no file ${JSON.stringify(path)}. The console may be newer.`);
    }
    return sendFile(request, reply, file, forAYear);
  });
}

/** The one page of the console; its script reads the address. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  load: () => Promise<ConsoleFiles>,
): Promise<FastifyReply> {
  const page = (await load()).get('/index.html');
  if (!page) throw new Error('the built console has no index.html');
  reply
    .header('content-security-policy', contentPolicy)
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin');
  return sendFile(request, reply, page, 'no-cache');
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ConsoleFile,
  cacheControl: string,
): FastifyReply {
  const coding = bestCoding(String(request.headers['accept-encoding'] ?? ''));
  const etag = `"${file.etag}${coding === 'identity' ? '' : `-${coding}`}"`;
  reply
    .code(200)
    .header('cache-control', cacheControl)
    .header('vary', 'Accept-Encoding')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.header('content-type', file.contentType).send(file.forms[coding]);
}

/** Brotli where the browser takes it (over https, as a rule), gzip where it takes that. */
function bestCoding(accepted: string): 'identity' | 'gzip' | 'br' {
  const takes = (coding: string) =>
    accepted.split(',').some((one) => {
      // Not split by an expression with spaces in it: those of a hostile header would be counted again and again.
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
      return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
