import type { ClaimedJob, JobFailure, JobOutcome, NewJob } from '../jobs/job.ts';
import { type Dialect, number, placeholders, sql, type Transaction, text } from './sql.ts';

/** The writing half of the job store. A terminal state is written only over `running`, so it is written once. */

const leaseIsFree = '(lease_until_ms <= ? OR lease_until_ms > ?)';

export function* addJob(job: NewJob): Transaction<void> {
  yield* sql(
    `INSERT INTO jobs (id, team_id, key_id, type, trigger_type, status, input, attempts, lease_until_ms,
       created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'running', ?, 0, 0, ?, ?) ON CONFLICT (id) DO NOTHING`,
    job.id,
    job.teamId,
    job.keyId,
    job.type,
    job.triggerType,
    job.input,
    job.createdAt,
    job.createdAt,
  );
}

export function* addFinishedJob(args: { job: NewJob; outcome: JobOutcome; now: number }): Transaction<void> {
  yield* addJob(args.job);
  const { outcome } = args;
  yield* sql(
    `UPDATE jobs SET status = ?, result = ?, error_code = ?, error_message = ?, updated_at = ?
     WHERE id = ? AND status = 'running'`,
    outcome.status,
    ...outcomeColumns(outcome),
    args.now,
    args.job.id,
  );
}

export function* claimJobs(
  dialect: Dialect,
  args: {
    owner: string;
    types: readonly string[];
    count: number;
    nowMs: number;
    leaseMs: number;
    maxAttempts: number;
    exhausted: JobFailure;
  },
): Transaction<readonly ClaimedJob[]> {
  const kinds = placeholders(args.types.length);
  // A lease can lie this far ahead only if the clock has jumped back since: nobody is renewing it.
  const farAhead = args.nowMs + 3 * args.leaseMs;
  yield* sql(
    `UPDATE jobs SET status = 'failed', error_code = ?, error_message = ?, updated_at = ?
     WHERE status = 'running' AND ${leaseIsFree} AND attempts >= ? AND type IN (${kinds})`,
    args.exhausted.code,
    args.exhausted.message,
    Math.floor(args.nowMs / 1000),
    args.nowMs,
    farAhead,
    args.maxAttempts,
    ...args.types,
  );
  const rows = yield* sql(
    `UPDATE jobs SET lease_owner = ?, lease_until_ms = ?, attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM jobs
       WHERE status = 'running' AND ${leaseIsFree} AND type IN (${kinds})
       ORDER BY created_at, id LIMIT ? ${dialect.skipLocked})
     RETURNING id, type, input, attempts`,
    args.owner,
    args.nowMs + args.leaseMs,
    args.nowMs,
    farAhead,
    ...args.types,
    args.count,
  );
  return rows.map((row) => ({
    id: text(row, 'id'),
    type: text(row, 'type'),
    input: text(row, 'input'),
    attempt: number(row, 'attempts'),
  }));
}

export function* extendLeases(args: {
  owner: string;
  jobIds: readonly string[];
  untilMs: number;
}): Transaction<readonly string[]> {
  const rows = yield* sql(
    `UPDATE jobs SET lease_until_ms = ?
     WHERE lease_owner = ? AND status = 'running' AND id IN (${placeholders(args.jobIds.length)}) RETURNING id`,
    args.untilMs,
    args.owner,
    ...args.jobIds,
  );
  return rows.map((row) => text(row, 'id'));
}

export function* finishJob(args: {
  owner: string;
  jobId: string;
  outcome: JobOutcome;
  now: number;
}): Transaction<boolean> {
  const rows = yield* sql(
    `UPDATE jobs SET status = ?, result = ?, error_code = ?, error_message = ?, updated_at = ?, lease_owner = NULL
     WHERE id = ? AND status = 'running' AND lease_owner = ? RETURNING id`,
    args.outcome.status,
    ...outcomeColumns(args.outcome),
    args.now,
    args.jobId,
    args.owner,
  );
  return rows.length > 0;
}

/** Frees a job for another attempt from a given moment on; false when it is no longer this owner's. */
export function* retryJob(args: { owner: string; jobId: string; fromMs: number }): Transaction<boolean> {
  const rows = yield* sql(
    `UPDATE jobs SET lease_until_ms = ?, lease_owner = NULL
     WHERE id = ? AND status = 'running' AND lease_owner = ? RETURNING id`,
    args.fromMs,
    args.jobId,
    args.owner,
  );
  return rows.length > 0;
}

export function* releaseJobs(args: { owner: string; jobIds: readonly string[] }): Transaction<void> {
  yield* sql(
    `UPDATE jobs SET lease_until_ms = 0, lease_owner = NULL, attempts = attempts - 1
     WHERE lease_owner = ? AND status = 'running' AND id IN (${placeholders(args.jobIds.length)})`,
    args.owner,
    ...args.jobIds,
  );
}

function outcomeColumns(outcome: JobOutcome): [string | null, string | null, string | null] {
  return outcome.status === 'succeeded'
    ? [outcome.result, null, null]
    : [null, outcome.error.code, outcome.error.message];
}
