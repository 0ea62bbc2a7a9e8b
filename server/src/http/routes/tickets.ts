import { ApiError, limits, operations, type Ticket } from '@pandect/contract';
import type { TicketChangeRecord, TicketRecord, TicketStore } from '../../events/ticket.ts';
import type { Cursors } from '../cursor.ts';
import { pageByCreation } from '../page.ts';
import { presentTime } from '../present-time.ts';
import type { Mount } from '../route.ts';

export function mountTickets(
  mount: Mount,
  { tickets, cursors, nowSeconds }: { tickets: TicketStore; cursors: Cursors; nowSeconds: () => number },
): void {
  async function readTicket(teamId: string, ticketId: string): Promise<Ticket> {
    const ticket = await tickets.findTicket(teamId, ticketId);
    if (!ticket) throw unknownTicket(ticketId);
    const history = await tickets.listChanges(ticket.id);
    return {
      ...presentTicket(ticket),
      content: JSON.parse(ticket.content),
      history: history.map(presentChange),
    };
  }

  mount(operations.listTickets, async ({ caller, query }) => {
    const { cursor, limit = limits.page.default, ...filters } = query;
    const filter = { teamId: caller.teamId, statuses: query.status ?? [], scenarios: query.scenario ?? [] };
    return {
      body: await pageByCreation({
        list: 'listTickets',
        caller,
        filters,
        cursor,
        limit,
        cursors,
        read: (after, count) => tickets.listTickets(filter, after, count),
        count: () => tickets.countTickets(filter),
        present: presentTicket,
      }),
    };
  });

  mount(operations.getTicket, async ({ caller, params }) => ({
    body: await readTicket(caller.teamId, params.id),
  }));

  mount(operations.updateTicket, async ({ caller, params, body }) => {
    const found = await tickets.changeStatus({
      teamId: caller.teamId,
      ticketId: params.id,
      to: body.status,
      actor: caller.keyId,
      reason: body.reason ?? null,
      at: nowSeconds(),
    });
    if (!found) throw unknownTicket(params.id);
    return { body: await readTicket(caller.teamId, params.id) };
  });
}

function presentTicket(ticket: TicketRecord) {
  return {
    id: ticket.id,
    scenario: ticket.scenario,
    status: ticket.status,
    externalRef: ticket.externalRef,
    screeningJobId: ticket.screeningJobId,
    createdAt: presentTime(ticket.createdAt),
    updatedAt: presentTime(ticket.updatedAt),
  };
}

function presentChange(change: TicketChangeRecord) {
  return { ...change, at: presentTime(change.at) };
}

function unknownTicket(ticketId: string): ApiError {
  return new ApiError('not_found', `There is no ticket ${JSON.stringify(ticketId)}.`, { param: 'id' });
}
