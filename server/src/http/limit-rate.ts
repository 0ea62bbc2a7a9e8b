import { ApiError, type Bucket } from '@pandect/contract';
import type { FastifyReply } from 'fastify';
import type { BucketLimit, TakeCall } from '../teams/rate-limit.ts';

/** Counts the call and tells the caller where it stands (draft-ietf-httpapi-ratelimit-headers). */
export async function limitRate(
  reply: FastifyReply,
  takeCall: TakeCall,
  keyId: string,
  bucket: Bucket,
  limit: BucketLimit,
): Promise<void> {
  const taken = takeCall(keyId, bucket, limit);
  const decision = taken instanceof Promise ? await taken : taken;
  reply.header('ratelimit-policy', `"${bucket}";q=${limit.calls};w=${limit.windowSeconds}`);
  reply.header('ratelimit', `"${bucket}";r=${decision.remaining};t=${decision.resetSeconds}`);
  if (decision.allowed) return;
  throw new ApiError(
    'rate_limit_exceeded',
    `The ${bucket} bucket allows ${limit.calls} calls in ${limit.windowSeconds} s. Try again in ${decision.resetSeconds} s.`,
    { headers: { 'retry-after': String(decision.resetSeconds) }, details: { bucket } },
  );
}
