import type { NewApiKey, UsageEntry } from '../teams/team-store.ts';
import { number, type Row, sql, type Transaction, text } from './sql.ts';

/** The writing half of the team store: one generator per transaction. */

export function* ensureTeam(args: { teamId: string; now: number }): Transaction<boolean> {
  const rows = yield* sql(
    `INSERT INTO teams (id, auto_screen, monthly_credits, created_at) VALUES (?, 0, NULL, ?)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    args.teamId,
    args.now,
  );
  return rows.length > 0;
}

export function* updateTeam(args: {
  teamId: string;
  autoScreen?: boolean;
  monthlyCredits?: number | null;
}): Transaction<void> {
  if (args.autoScreen !== undefined) {
    yield* sql('UPDATE teams SET auto_screen = ? WHERE id = ?', args.autoScreen ? 1 : 0, args.teamId);
  }
  if (args.monthlyCredits !== undefined) {
    yield* sql('UPDATE teams SET monthly_credits = ? WHERE id = ?', args.monthlyCredits, args.teamId);
  }
}

/** The same id again is an interrupted request taken up anew: the key it had made was never shown. */
export function* addKey(key: NewApiKey): Transaction<void> {
  yield* sql(
    `INSERT INTO api_keys (id, team_id, hash, label, scopes, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash`,
    key.id,
    key.teamId,
    key.hash,
    key.label,
    key.scopes.join(' '),
    key.createdAt,
    key.expiresAt,
  );
}

export function* revokeKey(args: { teamId: string; keyId: string; now: number }): Transaction<void> {
  yield* sql(
    'UPDATE api_keys SET revoked_at = ? WHERE id = ? AND team_id = ? AND revoked_at IS NULL',
    args.now,
    args.keyId,
    args.teamId,
  );
}

/** Entries must come in a fixed order, or two processes could wait for each other's rows. */
export function* addUsage(args: {
  entries: readonly UsageEntry[];
  usedKeys: readonly string[];
  now: number;
}): Transaction<void> {
  for (const entry of args.entries) {
    yield* sql(
      `INSERT INTO usage (team_id, day, key_id, operation, calls, credits) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (team_id, day, key_id, operation)
       DO UPDATE SET calls = usage.calls + excluded.calls, credits = usage.credits + excluded.credits`,
      entry.teamId,
      entry.day,
      entry.keyId,
      entry.operation,
      entry.calls,
      entry.credits,
    );
  }
  for (const keyId of args.usedKeys) {
    yield* sql(
      'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)',
      args.now,
      keyId,
      args.now,
    );
  }
}

export function* ensureSecret(args: { name: string; candidate: string }): Transaction<string> {
  yield* sql(
    'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    args.name,
    args.candidate,
  );
  const [row] = yield* sql('SELECT value FROM secrets WHERE name = ?', args.name);
  if (!row) throw new Error(`secret ${args.name} vanished while it was written`);
  return text(row, 'value');
}

/** Adds to several windows at once and returns their new totals, in the order given. */
export function* takeFromWindows(args: {
  windows: readonly { keyId: string; bucket: string; start: number; calls: number }[];
}): Transaction<readonly number[]> {
  const totals: number[] = [];
  for (const window of args.windows) {
    const [row]: readonly Row[] = yield* sql(
      `INSERT INTO rate_windows (key_id, bucket, window_start, used) VALUES (?, ?, ?, ?)
       ON CONFLICT (key_id, bucket, window_start) DO UPDATE SET used = rate_windows.used + excluded.used
       RETURNING used`,
      window.keyId,
      window.bucket,
      window.start,
      window.calls,
    );
    totals.push(row ? number(row, 'used') : window.calls);
  }
  return totals;
}

/** Forgets what no request can need any more; a claim left open has the ids to go on under, and is kept longer. */
export function* sweep(args: {
  windowsBefore: number;
  idempotencyBefore: number;
  openClaimsBefore: number;
}): Transaction<void> {
  yield* sql('DELETE FROM rate_windows WHERE window_start < ?', args.windowsBefore);
  yield* sql('DELETE FROM idempotency WHERE status IS NOT NULL AND expires_at < ?', args.idempotencyBefore);
  yield* sql('DELETE FROM idempotency WHERE status IS NULL AND expires_at < ?', args.openClaimsBefore);
}
