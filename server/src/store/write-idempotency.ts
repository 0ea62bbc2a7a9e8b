import type { IdempotencyClaim } from '../teams/idempotency.ts';
import type { UsageEntry } from '../teams/team-store.ts';
import { number, numberOrNull, sql, type Transaction, text, textOrNull } from './sql.ts';
import { addUsage } from './write-team.ts';

/** Claims of `Idempotency-Key`s. The claim keeps the ULID its request makes things under. */

export function* claimIdempotencyKey(args: {
  teamId: string;
  operation: string;
  key: string;
  bodyHash: string;
  ulid: string;
  now: number;
  leaseSeconds: number;
}): Transaction<IdempotencyClaim> {
  const reply = JSON.stringify({ ulid: args.ulid });
  const inserted = yield* sql(
    `INSERT INTO idempotency (team_id, operation, idempotency_key, body_hash, status, reply, expires_at)
     VALUES (?, ?, ?, ?, NULL, ?, ?) ON CONFLICT (team_id, operation, idempotency_key) DO NOTHING
     RETURNING idempotency_key`,
    args.teamId,
    args.operation,
    args.key,
    args.bodyHash,
    reply,
    args.now + args.leaseSeconds,
  );
  if (inserted.length > 0) return { state: 'mine', ulid: args.ulid };
  const [row] = yield* sql(
    `UPDATE idempotency SET body_hash = body_hash
     WHERE team_id = ? AND operation = ? AND idempotency_key = ? RETURNING body_hash, status, reply, expires_at`,
    args.teamId,
    args.operation,
    args.key,
  );
  if (!row) return { state: 'under_way' };
  if (text(row, 'body_hash') !== args.bodyHash) return { state: 'other_body' };
  const status = numberOrNull(row, 'status');
  if (status !== null) return { state: 'replay', status, reply: textOrNull(row, 'reply') ?? '' };
  const expiresAt = number(row, 'expires_at');
  // A claim can end later than one made now only if the clock has jumped back since: it is not waited for.
  if (expiresAt > args.now && expiresAt <= args.now + args.leaseSeconds) return { state: 'under_way' };
  // The process that held it is gone: go on under the same ULID, so that nothing is made twice.
  yield* sql(
    'UPDATE idempotency SET expires_at = ? WHERE team_id = ? AND operation = ? AND idempotency_key = ?',
    args.now + args.leaseSeconds,
    args.teamId,
    args.operation,
    args.key,
  );
  const kept: unknown = JSON.parse(text(row, 'reply'));
  const ulid = typeof kept === 'object' && kept !== null && 'ulid' in kept ? kept.ulid : undefined;
  return { state: 'mine', ulid: typeof ulid === 'string' ? ulid : args.ulid };
}

export function* completeIdempotencyKey(args: {
  teamId: string;
  operation: string;
  key: string;
  status: number;
  reply: string;
  now: number;
  expiresAt: number;
  usage: UsageEntry;
}): Transaction<void> {
  const completed = yield* sql(
    `UPDATE idempotency SET status = ?, reply = ?, expires_at = ?
     WHERE team_id = ? AND operation = ? AND idempotency_key = ? AND status IS NULL RETURNING idempotency_key`,
    args.status,
    args.reply,
    args.expiresAt,
    args.teamId,
    args.operation,
    args.key,
  );
  // In one transaction with the reply: a kill between the two would leave a call that is repeated and never charged.
  if (completed.length > 0) {
    yield* addUsage({ entries: [args.usage], usedKeys: [args.usage.keyId], now: args.now });
  }
}

/** The claim is free at once, as if its time had run out. */
export function* letGoOfIdempotencyKey(args: {
  teamId: string;
  operation: string;
  key: string;
  now: number;
}): Transaction<void> {
  yield* sql(
    `UPDATE idempotency SET expires_at = ?
     WHERE team_id = ? AND operation = ? AND idempotency_key = ? AND status IS NULL`,
    args.now,
    args.teamId,
    args.operation,
    args.key,
  );
}

/** A request that was refused leaves the key free for another, with another body too. */
export function* releaseIdempotencyKey(args: {
  teamId: string;
  operation: string;
  key: string;
}): Transaction<void> {
  yield* sql(
    'DELETE FROM idempotency WHERE team_id = ? AND operation = ? AND idempotency_key = ? AND status IS NULL',
    args.teamId,
    args.operation,
    args.key,
  );
}
