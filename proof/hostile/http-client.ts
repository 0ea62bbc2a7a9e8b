import { Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http';

export interface SentRequest {
  readonly method: string;
  /** With its query string, encoded already. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface GotReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpClient {
  send(request: SentRequest): Promise<GotReply>;
  close(): void;
}

/** Requests over connections that are kept. `fetch` would mend or refuse some of what is to be sent. */
export function createHttpClient(url: string, connections: number): HttpClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function sendOnce({ method, path, headers, body }: SentRequest): Promise<GotReply> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } };
      const sent = startRequest(options, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(pieces).toString('utf8'),
          }),
        );
      });
      sent.once('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket })));
      sent.end(body);
    });
  }

  return {
    async send(request) {
      try {
        return await sendOnce(request);
      } catch (error) {
        // A kept connection may be closed by the server in the moment it is used again: HTTP's own race.
        const raced = error instanceof Error && 'reused' in error && error.reused === true;
        if (!raced) throw error;
        return sendOnce(request);
      }
    },
    close: () => agent.destroy(),
  };
}

/** A JSON request as a client of the API sends it. */
export function jsonRequest(
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): SentRequest {
  return {
    method,
    path,
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
