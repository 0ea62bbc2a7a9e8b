import { type Agent, request as httpRequest } from 'node:http';

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface HttpReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  readonly ms: number;
}

/** One request over an agent's sockets: no retry, no following, so that every failure is seen. */
export function sendOnce(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  { method, path, body }: HttpCall,
  timeoutMs = 60_000,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = httpRequest(`${url}${path}`, {
      agent,
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      timeout: timeoutMs,
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.on('error', reject);
    request.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          text: Buffer.concat(pieces).toString('utf8'),
          ms: performance.now() - began,
        }),
      );
    });
    request.end(body);
  });
}

/** The system's name of what went wrong, such as ECONNREFUSED. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
