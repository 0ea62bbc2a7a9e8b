import { ApiError } from '@pandect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, type Credentials, readCredential } from '../authenticate.ts';
import { createInProcessFetch } from '../in-process-fetch.ts';

/** What answers MCP messages. */
export interface McpEndpoint {
  answer(request: Request, parsedBody: unknown, credential: string): Promise<Response>;
  close(): Promise<void>;
}

/** Brings the endpoint in; called at the first message, since most starts never get one. */
export type LoadMcp = (callApi: ReturnType<typeof createInProcessFetch>) => Promise<McpEndpoint>;

/** `POST /mcp`: who calls is settled here; what may be done is settled by each operation the tools call. */
export function mountMcp(app: FastifyInstance, credentials: Credentials, loadMcp: LoadMcp): void {
  let endpoint: Promise<McpEndpoint> | undefined;

  app.post('/mcp', async (request, reply) => {
    refuseOtherOrigins(request);
    request.caller = await authenticate(request.headers, credentials);
    endpoint ??= loadMcp(createInProcessFetch(app));
    const { answer } = await endpoint;
    return reply.send(
      await answer(webRequest(request, reply), request.body, readCredential(request.headers) ?? ''),
    );
  });

  // Open streams would hold up the closing of the port.
  app.addHook('preClose', async () => (await endpoint)?.close());
}

/**
 * The protocol asks for this against pages that make a browser speak to a server on the local network. Our
 * callers need a key as well, which such a page does not have.
 */
function refuseOtherOrigins({ headers }: FastifyRequest): void {
  const { origin, host } = headers;
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
  throw new ApiError('forbidden', `Pages of ${JSON.stringify(origin)} may not speak to this service.`);
}

/** The request without its body, which is parsed already; gone when the caller is. */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  }
  return new Request(`http://${request.host}${request.url}`, {
    method: request.method,
    headers,
    signal: gone.signal,
  });
}
