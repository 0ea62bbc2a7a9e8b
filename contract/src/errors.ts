/** Every error the service can answer with. One table: status, and when it is given. */
export const errorTable = {
  invalid_request: {
    status: 400,
    when: 'A field or parameter is missing, malformed, out of range or unknown; `param` names it.',
  },
  invalid_cursor: {
    status: 400,
    when: 'The cursor is forged, older than an hour, or from another list, team or filter set. Start again from the first page.',
  },
  unauthorized: {
    status: 401,
    when: 'There is no credential, or it is unknown, revoked or expired.',
  },
  forbidden: { status: 403, when: 'The credential is valid but lacks the scope of this operation.' },
  not_found: {
    status: 404,
    when: 'There is no such document, wiki, job, ticket, key or route for this team.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, the method does not; `Allow` lists those that do.',
  },
  idempotency_conflict: {
    status: 409,
    when: 'A request with the same `Idempotency-Key` is still under way (409), or the key was used with another body (422).',
  },
  payload_too_large: { status: 413, when: 'The request body, or its head, is larger than the limit.' },
  unsupported_media_type: { status: 415, when: 'The body is not `application/json`.' },
  rate_limit_exceeded: {
    status: 429,
    when: 'The bucket of this API key, or the credit budget of the team, is used up; `Retry-After` says for how many seconds.',
  },
  internal_error: {
    status: 500,
    when: 'Something failed here. Nothing about it leaks; quote the request id.',
  },
  service_unavailable: {
    status: 503,
    when: 'The service is starting, draining, overloaded, or its store is away; `Retry-After` says when to try again.',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type ErrorCode = keyof typeof errorTable;

/** What the caller did wrong (or what we could not do), as it will be shown. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly param: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      readonly param?: string;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      /** For codes with two statuses: `idempotency_conflict` is 409 or 422, `invalid_request` 408 where it came too slowly. */
      readonly status?: number;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = more.status ?? errorTable[code].status;
    this.param = more.param;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }
}
