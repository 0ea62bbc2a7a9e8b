import { isScope } from '@pandect/contract';
import type { IdempotencyStore } from '../teams/idempotency.ts';
import type { RateWindowStore } from '../teams/rate-limit.ts';
import type { ApiKeyRecord, Team, TeamStore, UsageEntry } from '../teams/team-store.ts';
import type { Database } from './database.ts';
import { number, numberOrNull, type Row, text } from './sql.ts';

const keyWithBudget = `SELECT k.*, t.monthly_credits FROM api_keys k JOIN teams t ON t.id = k.team_id`;
const keyByHash = `${keyWithBudget} WHERE k.hash = ?`;
const keyById = `${keyWithBudget} WHERE k.id = ?`;
/** Rows of a snapshot are shared: each is read into a record once. */
const records = new WeakMap<Row, ApiKeyRecord>();

export function createTeamStore(database: Database): TeamStore {
  async function findTeam(teamId: string): Promise<Team | undefined> {
    const [row] = await database.readShared('SELECT * FROM teams WHERE id = ?', [teamId]);
    return row && readTeam(row);
  }

  return {
    findTeam,

    async ensureTeam(teamId, now) {
      const made = await database.write('ensureTeam', { teamId, now });
      const team = await findTeam(teamId);
      if (!team) throw new Error(`team ${teamId} was neither made nor found`);
      return { team, made };
    },

    async updateTeam(teamId, change) {
      await database.write('updateTeam', { teamId, ...change });
      return findTeam(teamId);
    },

    addKey: (key) => database.write('addKey', key),

    findKeyByHash: (hash) => firstKey(database.readShared(keyByHash, [hash])),

    findKey: (keyId) => firstKey(database.readShared(keyById, [keyId])),

    async listKeys(teamId) {
      const rows =
        teamId === undefined
          ? await database.read(`${keyWithBudget} ORDER BY k.team_id, k.created_at DESC, k.id`, [])
          : await database.read(`${keyWithBudget} WHERE k.team_id = ? ORDER BY k.created_at DESC, k.id`, [
              teamId,
            ]);
      return rows.map(readKey);
    },

    async revokeKey(teamId, keyId, now) {
      await database.write('revokeKey', { teamId, keyId, now });
      const [row] = await database.read(`${keyWithBudget} WHERE k.id = ? AND k.team_id = ?`, [keyId, teamId]);
      return row && readKey(row);
    },

    addUsage: (entries, usedKeys, now) => database.write('addUsage', { entries, usedKeys, now }),

    async listUsage({ teamId, from, to }) {
      const rows = await database.read(
        `SELECT * FROM usage WHERE day >= ? AND day <= ? AND (? = '' OR team_id = ?)
         ORDER BY day, team_id, key_id, operation`,
        [from, to, teamId ?? '', teamId ?? ''],
      );
      return rows.map(readUsage);
    },

    async creditsSince(teamId, day) {
      const [row] = await database.read(
        'SELECT COALESCE(SUM(credits), 0) AS credits FROM usage WHERE team_id = ? AND day >= ?',
        [teamId, day],
      );
      return row ? number(row, 'credits') : 0;
    },

    ensureSecret: (name, candidate) => database.write('ensureSecret', { name, candidate }),
  };
}

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    claim: (request) => database.write('claimIdempotencyKey', request),
    complete: (request) => database.write('completeIdempotencyKey', request),
    letGo: (request) => database.write('letGoOfIdempotencyKey', request),
    release: (request) => database.write('releaseIdempotencyKey', request),
  };
}

export function createRateWindowStore(database: Database): RateWindowStore {
  return { take: (windows) => database.write('takeFromWindows', { windows }) };
}

/** SQLite answers at once and a request's first step should not wait a turn for it; PostgreSQL answers later. */
function firstKey(
  rows: readonly Row[] | Promise<readonly Row[]>,
): ApiKeyRecord | undefined | Promise<ApiKeyRecord | undefined> {
  if (rows instanceof Promise) return rows.then(([row]) => row && readKey(row));
  const [row] = rows;
  return row && readKey(row);
}

function readTeam(row: Row): Team {
  return {
    id: text(row, 'id'),
    autoScreen: number(row, 'auto_screen') !== 0,
    monthlyCredits: numberOrNull(row, 'monthly_credits'),
    createdAt: number(row, 'created_at'),
  };
}

function readKey(row: Row): ApiKeyRecord {
  const known = records.get(row);
  if (known) return known;
  const record = {
    id: text(row, 'id'),
    teamId: text(row, 'team_id'),
    hash: text(row, 'hash'),
    label: text(row, 'label'),
    scopes: text(row, 'scopes').split(' ').filter(isScope),
    createdAt: number(row, 'created_at'),
    expiresAt: numberOrNull(row, 'expires_at'),
    lastUsedAt: numberOrNull(row, 'last_used_at'),
    revokedAt: numberOrNull(row, 'revoked_at'),
    teamMonthlyCredits: numberOrNull(row, 'monthly_credits'),
  };
  records.set(row, record);
  return record;
}

function readUsage(row: Row): UsageEntry {
  return {
    teamId: text(row, 'team_id'),
    day: text(row, 'day'),
    keyId: text(row, 'key_id'),
    operation: text(row, 'operation'),
    calls: number(row, 'calls'),
    credits: number(row, 'credits'),
  };
}
