import type { Scenario } from '@pandect/contract';
import type { NewJob } from '../jobs/job.ts';
import type { Team } from '../teams/team-store.ts';
import type { TicketStore } from './ticket.ts';

export type EventContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly json: Readonly<Record<string, unknown>> };

/**
 * Turns an event into a ticket. Where the team has automatic screening on, its text is screened by a job
 * that is stored with the ticket: both or neither.
 */
export async function createEvent(
  parts: { readonly tickets: TicketStore; readonly now: number },
  event: {
    readonly ulid: string;
    readonly team: Team;
    readonly keyId: string;
    readonly scenario: Scenario;
    readonly content: EventContent;
    readonly externalRef: string | undefined;
  },
): Promise<{ readonly ticketId: string; readonly created: boolean; readonly screened: boolean }> {
  const screening: NewJob | null =
    event.team.autoScreen && event.content.type === 'text'
      ? {
          id: `job_${event.ulid}`,
          teamId: event.team.id,
          keyId: event.keyId,
          type: 'screen_analysis',
          triggerType: 'automatic',
          input: JSON.stringify({ text: event.content.text, scenario: event.scenario }),
          createdAt: parts.now,
        }
      : null;
  const { ticketId, created } = await parts.tickets.addTicket({
    id: `tkt_${event.ulid}`,
    teamId: event.team.id,
    scenario: event.scenario,
    externalRef: event.externalRef ?? null,
    content: JSON.stringify(event.content),
    actor: event.keyId,
    createdAt: parts.now,
    screening,
  });
  return { ticketId, created, screened: created && screening !== null };
}
