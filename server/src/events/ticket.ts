import type { Scenario, TicketStatus } from '@pandect/contract';
import type { NewJob } from '../jobs/job.ts';

/** A ticket as it is kept; `content` is the event's content as received, a JSON text. */
export interface TicketRecord {
  readonly id: string;
  readonly teamId: string;
  readonly scenario: Scenario;
  readonly status: TicketStatus;
  readonly externalRef: string | null;
  readonly content: string;
  readonly screeningJobId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface TicketChangeRecord {
  readonly from: TicketStatus | null;
  readonly to: TicketStatus;
  readonly at: number;
  readonly actor: string;
  readonly reason: string | null;
}

export interface NewTicket {
  readonly id: string;
  readonly teamId: string;
  readonly scenario: Scenario;
  readonly externalRef: string | null;
  readonly content: string;
  readonly actor: string;
  readonly createdAt: number;
  /** The automatic screening, stored with the ticket or not at all. */
  readonly screening: NewJob | null;
}

export interface TicketFilter {
  readonly teamId: string;
  readonly statuses: readonly TicketStatus[];
  readonly scenarios: readonly Scenario[];
}

export interface TicketStore {
  /** The first ticket of an `externalRef` stands; later ones are told its id. */
  addTicket(ticket: NewTicket): Promise<{ readonly ticketId: string; readonly created: boolean }>;
  findTicket(teamId: string, ticketId: string): Promise<TicketRecord | undefined>;
  listChanges(ticketId: string): Promise<readonly TicketChangeRecord[]>;
  listTickets(
    filter: TicketFilter,
    after: { readonly createdAt: number; readonly id: string } | undefined,
    count: number,
  ): Promise<readonly TicketRecord[]>;
  countTickets(filter: TicketFilter): Promise<number>;
  /** False where the team has no such ticket. Setting the status it has adds no history. */
  changeStatus(change: {
    readonly teamId: string;
    readonly ticketId: string;
    readonly to: TicketStatus;
    readonly actor: string;
    readonly reason: string | null;
    readonly at: number;
  }): Promise<boolean>;
}
