import { cursorParam, limitParam, pageOf, ScenarioSchema, storable, Timestamp } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { limits } from './limits.ts';
import { memberOf } from './member-of.ts';
import { type Static, Type } from './schema.ts';

export const ticketStatuses = ['open', 'in_review', 'resolved', 'dismissed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export const isTicketStatus = memberOf(ticketStatuses);

const EventContent = Type.Object(
  {
    type: Type.Enum(['text', 'json'], { description: 'Which of the two members is given.' }),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.analysisChars,
        description: 'Required when `type` is `text`.',
      }),
    ),
    json: Type.Optional(
      Type.Record(Type.Unknown(), {
        description: `Required when \`type\` is \`json\`; at most ${limits.eventJsonBytes / 1024} KiB as sent, nested at most ${limits.jsonLevels} levels deep with the body around it.`,
      }),
    ),
  },
  { additionalProperties: false, title: 'EventContent' },
);

const externalRef = Type.String({
  minLength: 1,
  maxLength: limits.externalRefChars,
  pattern: storable,
  description: "The caller's idempotency key.",
});

const base = { tag: 'Events', scope: 'events', bucket: 'events', credits: 0 } as const;

export const createEvent = defineOperation({
  ...base,
  id: 'createEvent',
  method: 'POST',
  path: '/api/v1/events',
  summary: 'Report a compliance event',
  description:
    'Creates a ticket. With `externalRef`, later calls with the same value answer 200 with the same ticket and `created: false`, even where their body differs: the first one stands.',
  body: Type.Object(
    { scenario: ScenarioSchema, content: EventContent, externalRef: Type.Optional(externalRef) },
    { additionalProperties: false, title: 'EventRequest' },
  ),
  replies: (() => {
    const reply = Type.Object(
      {
        ticketId: Type.String({ description: 'Ticket id, `tkt_<ULID>`.' }),
        externalRef: Type.Optional(externalRef),
        created: Type.Boolean(),
      },
      { title: 'EventReply' },
    );
    return { 201: reply, 200: reply };
  })(),
});

const status = Type.Enum(ticketStatuses, { description: 'Any status may follow any other.' });

const ticketFields = {
  id: Type.String({ description: 'Ticket id, `tkt_<ULID>`.' }),
  scenario: ScenarioSchema,
  status,
  externalRef: Type.Nullable(Type.String()),
  screeningJobId: Type.Nullable(
    Type.String({ description: 'The automatic screening of the event text, if any.' }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const TicketSummary = Type.Object(ticketFields, { title: 'TicketSummary' });
export type TicketSummary = Static<typeof TicketSummary>;

export const TicketChange = Type.Object(
  {
    from: Type.Nullable(status),
    to: status,
    at: Timestamp,
    actor: Type.String({ description: 'Id of the key that made the change.' }),
    reason: Type.Nullable(Type.String()),
  },
  { title: 'TicketChange' },
);

export const Ticket = Type.Object(
  { ...ticketFields, content: EventContent, history: Type.Array(TicketChange) },
  { title: 'Ticket' },
);
export type Ticket = Static<typeof Ticket>;

const ticketId = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 200, pattern: storable, description: 'Ticket id.' }) },
  { additionalProperties: false },
);

export const listTickets = defineOperation({
  ...base,
  tag: 'Tickets',
  id: 'listTickets',
  method: 'GET',
  path: '/api/v1/tickets',
  summary: "List the team's tickets",
  description: 'Newest first, then by id.',
  query: Type.Object(
    {
      status: Type.Optional(Type.Array(status, { maxItems: 20, description: 'Repeat for several.' })),
      scenario: Type.Optional(Type.Array(ScenarioSchema, { maxItems: 20 })),
      limit: limitParam(limits.page),
      cursor: cursorParam,
    },
    { additionalProperties: false },
  ),
  replies: { 200: pageOf('TicketPage', TicketSummary) },
});

export const getTicket = defineOperation({
  ...base,
  tag: 'Tickets',
  id: 'getTicket',
  method: 'GET',
  path: '/api/v1/tickets/{id}',
  summary: 'Read a ticket, its event as received, and its history',
  description: 'The history begins with the event that made the ticket.',
  params: ticketId,
  replies: { 200: Ticket },
});

export const updateTicket = defineOperation({
  ...base,
  tag: 'Tickets',
  id: 'updateTicket',
  method: 'PATCH',
  path: '/api/v1/tickets/{id}',
  summary: "Change a ticket's status",
  description:
    'Each change is kept with its time, actor and reason. Setting the status it already has changes nothing.',
  params: ticketId,
  body: Type.Object(
    { status, reason: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, pattern: storable })) },
    { additionalProperties: false, title: 'TicketUpdate' },
  ),
  replies: { 200: Ticket },
});
