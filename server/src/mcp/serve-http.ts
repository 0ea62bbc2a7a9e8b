import { createMcpHandler } from '@modelcontextprotocol/server';
import { createClient, type Fetch } from '@pandect/client';
import { buildMcpServer } from './build-mcp-server.ts';

/** Streams that wait for news of changed tools; we have none to tell, so few are allowed. */
const mostSubscriptions = 64;

/**
 * Answers MCP over Streamable HTTP, without sessions, for the 2026 protocol and for clients of 2025. Every
 * tool call goes back into the API through `callApi` with the caller's own credential: scopes, rate limits,
 * budget, ledger and log line are the API's.
 */
export function createMcpEndpoint(parts: {
  readonly callApi: Fetch;
  readonly version: string;
  readonly onError: (error: Error) => void;
}) {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const client = createClient({
        baseUrl: 'http://in-process',
        apiKey: authInfo?.token ?? '',
        fetch: parts.callApi,
        retries: 0, // the model is told to wait; a held request would only look slow
      });
      return buildMcpServer(client, parts.version);
    },
    { onerror: parts.onError, maxSubscriptions: mostSubscriptions },
  );
  return {
    answer: (request: Request, parsedBody: unknown, credential: string) =>
      handler.fetch(request, { parsedBody, authInfo: { token: credential, clientId: '', scopes: [] } }),
    close: () => handler.close(),
  };
}
