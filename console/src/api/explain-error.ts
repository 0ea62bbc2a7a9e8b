import { PandectError } from '@pandect/client';

/** A failure as it is shown: what happened, what to quote, and the way out. */
export interface Explained {
  readonly title: string;
  readonly message: string;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly wayOut: 'retry' | 'sign-in' | 'back' | 'without-filters';
}

const titles: Readonly<Record<string, string>> = {
  unauthorized: 'The key is no longer accepted',
  forbidden: 'This key may not do that',
  not_found: 'There is no such thing',
  invalid_request: 'The service could not take this request',
  invalid_cursor: 'This list has grown too old',
  rate_limit_exceeded: 'Too many calls for the moment',
  payload_too_large: 'The text is too large',
  service_unavailable: 'The service is busy or starting',
  internal_error: 'Something failed in the service',
};

const waysOut: Readonly<Record<string, Explained['wayOut']>> = {
  unauthorized: 'sign-in',
  forbidden: 'sign-in',
  not_found: 'back',
  invalid_request: 'without-filters',
};

export function explainError(error: unknown): Explained {
  if (error instanceof PandectError) {
    const { code, message, requestId, retryAfterSeconds } = error;
    const wait = retryAfterSeconds === undefined ? '' : ` Wait ${retryAfterSeconds} s and try again.`;
    return {
      title: titles[code] ?? 'The service refused',
      message: `${message}${wait}${code === 'forbidden' ? ' Sign in with a key that has the scope.' : ''}`,
      code,
      requestId,
      wayOut: waysOut[code] ?? 'retry',
    };
  }
  if (error instanceof TypeError) {
    return {
      title: 'The service does not answer',
      message: 'The connection failed. Check that the server runs and that this machine reaches it.',
      code: 'no_connection',
      requestId: undefined,
      wayOut: 'retry',
    };
  }
  return {
    title: 'Something failed in the console',
    message: error instanceof Error ? error.message : String(error),
    code: 'console_error',
    requestId: undefined,
    wayOut: 'retry',
  };
}
