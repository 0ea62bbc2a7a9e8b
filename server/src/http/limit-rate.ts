import { ApiError, type Bucket } from '@pandect/contract';
import type { FastifyRequest } from 'fastify';
import type { BucketLimit, TakeCall } from '../teams/rate-limit.ts';
import { goOn } from './go-on.ts';

/** Counts the call and tells the caller where it stands (draft-ietf-httpapi-ratelimit-headers). */
export function limitRate(
  request: FastifyRequest,
  takeCall: TakeCall,
  keyId: string,
  bucket: Bucket,
  limit: BucketLimit,
): void | Promise<void> {
  return goOn(takeCall(keyId, bucket, limit), ({ allowed, remaining, resetSeconds }) => {
    const policy = `"${bucket}";q=${limit.calls};w=${limit.windowSeconds}`;
    const left = `"${bucket}";r=${remaining};t=${resetSeconds}`;
    request.head.push('ratelimit-policy', policy, 'ratelimit', left);
    if (allowed) return;
    throw new ApiError(
      'rate_limit_exceeded',
      `The ${bucket} bucket allows ${limit.calls} calls in ${limit.windowSeconds} s. Try again in ${resetSeconds} s.`,
      { headers: { 'retry-after': String(resetSeconds) }, details: { bucket } },
    );
  });
}
