import type { ErrorCode } from '@pandect/contract';

/** An error the service answered with; `code` is one of the contract's table, or `unknown` from a proxy. */
export class PandectError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** Quote it when reporting a problem: the service's log has it too. */
  readonly requestId: string | undefined;
  /** The field or parameter at fault. */
  readonly param: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, headers: Headers) {
    const { error = {} }: { error?: Partial<Record<string, unknown>> } = Object(body);
    super(typeof error.message === 'string' ? error.message : `the service answered ${status}`);
    this.name = 'PandectError';
    this.status = status;
    // The table may grow within v1; a code we do not know is still better shown than hidden.
    this.code = typeof error.code === 'string' ? (error.code as ErrorCode) : 'unknown';
    this.requestId = headers.get('request-id') ?? undefined;
    this.param = typeof error.param === 'string' ? error.param : undefined;
    this.details =
      typeof error.details === 'object' && error.details !== null
        ? Object.fromEntries(Object.entries(error.details))
        : undefined;
    this.retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  }
}

/** The service could not be reached, or broke off: nothing is known about the request's fate. */
export class ConnectionError extends Error {
  constructor(baseUrl: string, cause: unknown) {
    super(`${baseUrl} does not answer: ${reasonOf(cause)}`, { cause });
    this.name = 'ConnectionError';
  }
}

/** A job that ended in `failed`, where its result was wanted. */
export class JobFailed extends Error {
  readonly jobId: string;
  readonly code: string;

  constructor(jobId: string, error: { readonly code: string; readonly message: string } | null) {
    super(error?.message ?? `the job ${jobId} gave no result`);
    this.name = 'JobFailed';
    this.jobId = jobId;
    this.code = error?.code ?? 'unknown';
  }
}

/** RFC 9110: whole seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** `fetch` hides what happened (a refused connection, an unknown host) in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
