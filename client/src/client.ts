import {
  type BodyOf,
  type Operation,
  type OperationId,
  operations,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@pandect/contract';

/** Path and query parameters and the body of an operation, flat: no two of them share a name. */
export type RequestOf<O> = ParamsOf<O> & QueryOf<O> & (BodyOf<O> extends undefined ? unknown : BodyOf<O>);

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/** One method per operation of the contract, under its name. */
export type PandectClient = {
  readonly [Id in OperationId]: (
    request: RequestOf<(typeof operations)[Id]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<(typeof operations)[Id]>>;
};

/** An error the service answered with; `code` is one of the contract's table. */
export class PandectError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, headers: Headers) {
    const { error = {} }: { error?: Partial<Record<string, unknown>> } = Object(body);
    super(typeof error.message === 'string' ? error.message : `the service answered ${status}`);
    this.name = 'PandectError';
    this.status = status;
    this.code = typeof error.code === 'string' ? error.code : 'unknown';
    this.requestId = headers.get('request-id') ?? undefined;
    this.param = typeof error.param === 'string' ? error.param : undefined;
    const wait = headers.get('retry-after');
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

export function createClient(options: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
}): PandectClient {
  const send = options.fetch ?? fetch;

  async function call(operation: Operation, given: object, more: CallOptions = {}): Promise<unknown> {
    const members = new Map(Object.entries(given));
    const take = (names: Iterable<string>) =>
      [...names].flatMap((name) => {
        const value: unknown = members.get(name);
        return members.delete(name) && value !== undefined ? [[name, value] as const] : [];
      });
    let path = operation.path;
    for (const [name, value] of take(Object.keys(operation.params.properties))) {
      path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    }
    const query = new URLSearchParams();
    for (const [name, value] of take(Object.keys(operation.query.properties))) {
      for (const one of [value].flat()) query.append(name, String(one));
    }
    const hasBody = operation.body !== undefined;
    const response = await send(`${options.baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: operation.method,
      headers: {
        'x-api-key': options.apiKey,
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(more.idempotencyKey !== undefined && { 'idempotency-key': more.idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(Object.fromEntries(members)) }),
      ...(more.signal && { signal: more.signal }),
    });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new PandectError(response.status, body, response.headers);
    return body;
  }

  const methods = Object.entries<Operation>(operations).map(([id, operation]) => [
    id,
    (request: object, more?: CallOptions) => call(operation, request, more),
  ]);
  return Object.fromEntries(methods);
}
