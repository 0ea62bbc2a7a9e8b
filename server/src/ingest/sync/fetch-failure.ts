export type FetchFailureCode =
  | 'refused_host'
  | 'refused_address'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  | 'truncated'
  | 'http_status'
  | 'unreachable'
  | 'not_what_was_asked';

/** Why an address gave no body; the sentence names the address. */
export class FetchFailure extends Error {
  readonly code: FetchFailureCode;
  /** Another try may succeed: the site is away or busy, not unwilling. */
  readonly passing: boolean;
  /** What the site itself asked to wait. */
  readonly retryAfterMs: number | undefined;
  constructor(
    code: FetchFailureCode,
    message: string,
    more: { passing?: boolean; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'FetchFailure';
    this.code = code;
    this.passing = more.passing ?? false;
    this.retryAfterMs = more.retryAfterMs;
  }
}
