import type { Operation } from '@pandect/contract';
import { ConnectionError, PandectError } from './pandect-error.ts';
import { type RetryPolicy, withRetries } from './retry.ts';
import { writeRequest } from './write-request.ts';

/** The part of `fetch` the client uses, so that anything that answers requests can stand in for it. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For POSTs; made by the client when not given, so that a retry never does the work twice. */
  readonly idempotencyKey?: string;
}

export interface Connection extends RetryPolicy {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
}

/** Sends one operation of the contract and gives its reply, trying again where that is safe and may help. */
export async function callOperation(
  connection: Connection,
  operation: Operation,
  given: object,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<unknown> {
  const { target, body } = writeRequest(operation, given);
  const headers: Record<string, string> = { 'x-api-key': connection.apiKey };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (operation.method === 'POST') headers['idempotency-key'] = idempotencyKey ?? newIdempotencyKey();
  const url = `${connection.baseUrl}${target}`;
  return withRetries(connection, signal, () =>
    sendOnce(
      connection,
      url,
      { method: operation.method, headers, ...(body !== undefined && { body }) },
      signal,
    ),
  );
}

async function sendOnce(
  connection: Connection,
  url: string,
  init: FetchInit,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  try {
    const response = await connection.fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    if (!response.ok) throw new PandectError(response.status, parseOrNothing(text), response.headers);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof PandectError) throw error;
    signal?.throwIfAborted();
    throw new ConnectionError(connection.baseUrl, error);
  }
}

/** A proxy's error page is not JSON; the status says enough then. */
function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** 128 random bits. Not `randomUUID`: browsers have that on secure pages only. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
