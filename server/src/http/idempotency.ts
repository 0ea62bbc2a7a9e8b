import { hash } from 'node:crypto';
import { ApiError, limits } from '@pandect/contract';
import type { IdempotencyStore } from '../teams/idempotency.ts';
import { utcDay } from '../teams/usage.ts';
import type { Caller } from './caller.ts';

/** How long a reply is kept for replays. */
const keptSeconds = 24 * 3600;
/** After this a claim whose process died may be taken over; far above any request's own time. */
const leaseSeconds = 60;

export interface StoredReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Runs a POST at most once per `Idempotency-Key`. The claim keeps the ULID under which the request makes
 * things, so a retry after a crash goes on with the same ids instead of making them anew.
 */
export async function atMostOnce(parts: {
  readonly store: IdempotencyStore;
  readonly caller: Caller;
  readonly operation: string;
  readonly key: string;
  readonly body: unknown;
  readonly ulid: string;
  /** What the call costs; it is charged when it is done, not when it is repeated. */
  readonly credits: number;
  readonly nowSeconds: () => number;
  readonly run: (ulid: string) => Promise<StoredReply>;
  /** The part of the reply that may be kept: a secret shown once is left out. */
  readonly keep: (text: string) => string;
}): Promise<StoredReply & { readonly replayed: boolean }> {
  const { store, caller, operation, key, nowSeconds } = parts;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyChars) {
    throw new ApiError(
      'invalid_request',
      `Idempotency-Key must be 1 to ${limits.idempotencyKeyChars} visible ASCII characters.`,
      { param: 'Idempotency-Key' },
    );
  }
  const request = { teamId: caller.teamId, operation, key };
  const claim = await store.claim({
    ...request,
    bodyHash: hash('sha256', JSON.stringify(parts.body) ?? '', 'hex'),
    ulid: parts.ulid,
    now: nowSeconds(),
    leaseSeconds,
  });
  switch (claim.state) {
    case 'under_way':
      throw new ApiError(
        'idempotency_conflict',
        'A request with this Idempotency-Key is still under way. Try again shortly.',
        { param: 'Idempotency-Key', headers: { 'retry-after': '1' } },
      );
    case 'other_body':
      throw new ApiError(
        'idempotency_conflict',
        'This Idempotency-Key was used with another body. Use a new key for a new request.',
        { param: 'Idempotency-Key', status: 422 },
      );
    case 'replay':
      return { status: claim.status, text: claim.reply, replayed: true };
    case 'mine': {
      try {
        const reply = await parts.run(claim.ulid);
        const now = nowSeconds();
        await store.complete({
          ...request,
          status: reply.status,
          reply: parts.keep(reply.text),
          now,
          expiresAt: now + keptSeconds,
          usage: {
            teamId: caller.teamId,
            day: utcDay(now),
            keyId: caller.keyId,
            operation,
            calls: 1,
            credits: parts.credits,
          },
        });
        return { ...reply, replayed: false };
      } catch (error) {
        // The key is free for another try; if even this fails, its lease runs out. Only a refusal is sure to have
        // made nothing: after anything else the next try goes on under the same ids.
        const freed =
          error instanceof ApiError ? store.release(request) : store.letGo({ ...request, now: nowSeconds() });
        await freed.catch(() => {});
        throw error;
      }
    }
  }
}
