import { ApiError, type ErrorBody } from '@pandect/contract';
import { StoreUnavailable } from '../store-failure.ts';

/** What Fastify itself refuses, by its error code. */
const frameworkErrors: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError('payload_too_large', 'The request body is larger than 1 MiB.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ApiError('unsupported_media_type', 'Send the body as Content-Type: application/json.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () =>
    new ApiError('invalid_request', 'The body is empty; send a JSON object.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new ApiError('invalid_request', 'The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('invalid_request', 'The body is not as long as Content-Length says.'),
  FST_ERR_BAD_URL: () => new ApiError('invalid_request', 'The path is not validly encoded.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('not_found', 'There is nothing at this path.'),
};

/** Turns whatever was thrown into the error that is shown; what is ours to mend becomes 500 without detail. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailable) {
    return new ApiError('service_unavailable', 'The store does not answer just now. Try again shortly.', {
      headers: { 'retry-after': '2' },
    });
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const known = frameworkErrors[error.code];
    if (known) return known();
  }
  // secure-json-parse and the JSON parser throw plain errors with a 4xx status.
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 400) {
    return new ApiError('invalid_request', 'The body is not valid JSON.');
  }
  return new ApiError(
    'internal_error',
    'Something failed on our side. Quote the request id when you report it.',
  );
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      requestId,
      ...(error.param !== undefined && { param: error.param }),
      ...(error.details !== undefined && { details: { ...error.details } }),
    },
  };
}
