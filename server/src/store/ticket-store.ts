import { isScenario, isTicketStatus } from '@pandect/contract';
import type { TicketFilter, TicketRecord, TicketStore } from '../events/ticket.ts';
import type { Database } from './database.ts';
import { number, placeholders, type Row, type SqlValue, text, textOrNull } from './sql.ts';

export function createTicketStore(database: Database): TicketStore {
  return {
    addTicket: (ticket) => database.write('addTicket', ticket),

    async findTicket(teamId, ticketId) {
      const [row] = await database.read('SELECT * FROM tickets WHERE id = ? AND team_id = ?', [
        ticketId,
        teamId,
      ]);
      return row && readTicket(row);
    },

    async listChanges(ticketId) {
      const rows = await database.read('SELECT * FROM ticket_changes WHERE ticket_id = ? ORDER BY seq', [
        ticketId,
      ]);
      return rows.map((row) => {
        const from = textOrNull(row, 'from_status');
        return {
          from: from === null ? null : status(from),
          to: status(text(row, 'to_status')),
          at: number(row, 'at'),
          actor: text(row, 'actor'),
          reason: textOrNull(row, 'reason'),
        };
      });
    },

    async listTickets(filter, after, count) {
      const { where, params } = condition(filter);
      const seek = after ? ' AND (created_at < ? OR (created_at = ? AND id > ?))' : '';
      const rows = await database.read(
        `SELECT id, team_id, scenario, status, external_ref, '' AS content, screening_job_id, created_at, updated_at
         FROM tickets WHERE ${where}${seek} ORDER BY created_at DESC, id LIMIT ?`,
        [...params, ...(after ? [after.createdAt, after.createdAt, after.id] : []), count],
      );
      return rows.map(readTicket);
    },

    async countTickets(filter) {
      const { where, params } = condition(filter);
      const [row] = await database.read(
        `SELECT COUNT(*) AS count FROM (SELECT 1 FROM tickets WHERE ${where} LIMIT ?) counted`,
        [...params, countedAtMost],
      );
      return row ? number(row, 'count') : 0;
    },

    changeStatus: (change) => database.write('changeStatus', change),
  };
}

/** Totals are approximate by contract: counting further would cost more than it tells. */
const countedAtMost = 10_000;

function condition(filter: TicketFilter): { where: string; params: SqlValue[] } {
  const where = ['team_id = ?'];
  const params: SqlValue[] = [filter.teamId];
  if (filter.statuses.length > 0) {
    where.push(`status IN (${placeholders(filter.statuses.length)})`);
    params.push(...filter.statuses);
  }
  if (filter.scenarios.length > 0) {
    where.push(`scenario IN (${placeholders(filter.scenarios.length)})`);
    params.push(...filter.scenarios);
  }
  return { where: where.join(' AND '), params };
}

function readTicket(row: Row): TicketRecord {
  const scenario = text(row, 'scenario');
  if (!isScenario(scenario)) throw new TypeError(`ticket ${text(row, 'id')} holds scenario ${scenario}`);
  return {
    id: text(row, 'id'),
    teamId: text(row, 'team_id'),
    scenario,
    status: status(text(row, 'status')),
    externalRef: textOrNull(row, 'external_ref'),
    content: text(row, 'content'),
    screeningJobId: textOrNull(row, 'screening_job_id'),
    createdAt: number(row, 'created_at'),
    updatedAt: number(row, 'updated_at'),
  };
}

function status(value: string) {
  if (!isTicketStatus(value)) throw new TypeError(`a ticket holds status ${value}`);
  return value;
}
