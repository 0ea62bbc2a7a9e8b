import { isJobStatus, isTriggerType } from '@pandect/contract';
import type { JobFilter, JobRecord, JobStore } from '../jobs/job.ts';
import type { Database } from './database.ts';
import { number, placeholders, type Row, type SqlValue, text, textOrNull } from './sql.ts';

/** All but the texts: the input may be long, and no reader of jobs asks for it. */
const summaryColumns =
  'id, team_id, type, trigger_type, status, error_code, error_message, created_at, updated_at';

export function createJobStore(database: Database): JobStore {
  return {
    addJob: (job) => database.write('addJob', job),
    addFinishedJob: (job, outcome, now) => database.write('addFinishedJob', { job, outcome, now }),

    async findJob(teamId, jobId) {
      const [row] = await database.read(
        `SELECT ${summaryColumns}, result FROM jobs WHERE id = ? AND team_id = ?`,
        [jobId, teamId],
      );
      return row && readJob(row);
    },

    async listJobs(filter, after, count) {
      const { where, params } = condition(filter);
      const seek = after ? ' AND (created_at < ? OR (created_at = ? AND id > ?))' : '';
      const rows = await database.read(
        `SELECT ${summaryColumns}, NULL AS result FROM jobs WHERE ${where}${seek} ORDER BY created_at DESC, id LIMIT ?`,
        [...params, ...(after ? [after.createdAt, after.createdAt, after.id] : []), count],
      );
      return rows.map(readJob);
    },

    async countJobs(filter) {
      const { where, params } = condition(filter);
      const [row] = await database.read(
        `SELECT COUNT(*) AS count FROM (SELECT 1 FROM jobs WHERE ${where} LIMIT ?) counted`,
        [...params, countedAtMost],
      );
      return row ? number(row, 'count') : 0;
    },

    claimJobs: (claim) => database.write('claimJobs', claim),
    extendLeases: (owner, jobIds, untilMs) => database.write('extendLeases', { owner, jobIds, untilMs }),
    finishJob: (owner, jobId, outcome, now) => database.write('finishJob', { owner, jobId, outcome, now }),
    retryJob: (owner, jobId, fromMs) => database.write('retryJob', { owner, jobId, fromMs }),
    releaseJobs: (owner, jobIds) => database.write('releaseJobs', { owner, jobIds }),

    async countRunning() {
      const [row] = await database.read("SELECT COUNT(*) AS count FROM jobs WHERE status = 'running'", []);
      return row ? number(row, 'count') : 0;
    },
  };
}

/** Totals are approximate by contract: counting further would cost more than it tells. */
const countedAtMost = 10_000;

function condition(filter: JobFilter): { where: string; params: SqlValue[] } {
  const where = ['team_id = ?'];
  const params: SqlValue[] = [filter.teamId];
  if (filter.types.length > 0) {
    where.push(`type IN (${placeholders(filter.types.length)})`);
    params.push(...filter.types);
  }
  if (filter.start !== undefined) {
    where.push('created_at >= ?');
    params.push(filter.start);
  }
  if (filter.end !== undefined) {
    where.push('created_at <= ?');
    params.push(filter.end);
  }
  return { where: where.join(' AND '), params };
}

function readJob(row: Row): JobRecord {
  const status = text(row, 'status');
  const triggerType = text(row, 'trigger_type');
  if (!isJobStatus(status) || !isTriggerType(triggerType)) {
    throw new TypeError(`job ${text(row, 'id')} holds status ${status}, trigger ${triggerType}`);
  }
  const code = textOrNull(row, 'error_code');
  return {
    id: text(row, 'id'),
    teamId: text(row, 'team_id'),
    type: text(row, 'type'),
    triggerType,
    status,
    result: textOrNull(row, 'result'),
    error: code === null ? null : { code, message: textOrNull(row, 'error_message') ?? '' },
    createdAt: number(row, 'created_at'),
    updatedAt: number(row, 'updated_at'),
  };
}
