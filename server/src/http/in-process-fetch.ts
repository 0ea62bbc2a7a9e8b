import type { FastifyInstance, InjectOptions } from 'fastify';

/**
 * A `fetch` whose requests go into the service without a network: the same routes, checks, ledger and log
 * lines. What speaks to the service from inside its own process (MCP, the command line) speaks through this.
 */
export function createInProcessFetch(app: FastifyInstance) {
  return async (
    url: string,
    init: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body?: string;
      readonly signal?: AbortSignal;
    },
  ): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const reply = await app.inject({
      // The methods are those of the contract's operations.
      method: init.method as NonNullable<InjectOptions['method']>,
      url: `${pathname}${search}`,
      headers: init.headers,
      ...(init.body !== undefined && { payload: init.body }),
      ...(init.signal && { signal: init.signal }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
    }
    return new Response(reply.rawPayload, { status: reply.statusCode, headers });
  };
}
