import type { TicketStatus } from '@pandect/contract';
import type { NewTicket } from '../events/ticket.ts';
import { number, sql, type Transaction, text } from './sql.ts';
import { addJob } from './write-jobs.ts';

/** The writing half of the ticket store; the unique constraint on (team, externalRef) decides who was first. */

export function* addTicket(ticket: NewTicket): Transaction<{ ticketId: string; created: boolean }> {
  const inserted = yield* sql(
    `INSERT INTO tickets (id, team_id, scenario, status, external_ref, content, screening_job_id, created_at, updated_at)
     VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
    ticket.id,
    ticket.teamId,
    ticket.scenario,
    ticket.externalRef,
    ticket.content,
    ticket.screening?.id ?? null,
    ticket.createdAt,
    ticket.createdAt,
  );
  if (inserted.length > 0) {
    yield* sql(
      `INSERT INTO ticket_changes (ticket_id, seq, from_status, to_status, at, actor, reason)
       VALUES (?, 1, NULL, 'open', ?, ?, NULL)`,
      ticket.id,
      ticket.createdAt,
      ticket.actor,
    );
    if (ticket.screening) yield* addJob(ticket.screening);
    return { ticketId: ticket.id, created: true };
  }
  const [first] = yield* sql(
    'SELECT id FROM tickets WHERE team_id = ? AND (external_ref = ? OR id = ?)',
    ticket.teamId,
    ticket.externalRef,
    ticket.id,
  );
  if (!first) throw new Error(`ticket ${ticket.id} was neither stored nor found`);
  // The same id means an interrupted request taken up again under its Idempotency-Key: it did create it.
  return { ticketId: text(first, 'id'), created: text(first, 'id') === ticket.id };
}

export function* changeStatus(args: {
  teamId: string;
  ticketId: string;
  to: TicketStatus;
  actor: string;
  reason: string | null;
  at: number;
}): Transaction<boolean> {
  // Writing before reading holds the row, so two changes at once come one after the other in the history.
  const rows = yield* sql(
    'UPDATE tickets SET updated_at = updated_at WHERE id = ? AND team_id = ? RETURNING status',
    args.ticketId,
    args.teamId,
  );
  const [row] = rows;
  if (!row) return false;
  const from = text(row, 'status');
  if (from === args.to) return true;
  const [last] = yield* sql('SELECT MAX(seq) AS seq FROM ticket_changes WHERE ticket_id = ?', args.ticketId);
  yield* sql(
    `INSERT INTO ticket_changes (ticket_id, seq, from_status, to_status, at, actor, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    args.ticketId,
    (last ? number(last, 'seq') : 0) + 1,
    from,
    args.to,
    args.at,
    args.actor,
    args.reason,
  );
  yield* sql('UPDATE tickets SET status = ?, updated_at = ? WHERE id = ?', args.to, args.at, args.ticketId);
  return true;
}
