import { ApiError, limits, operations } from '@pandect/contract';
import { createEvent, type EventContent } from '../../events/create-event.ts';
import type { TicketStore } from '../../events/ticket.ts';
import type { TeamStore } from '../../teams/team-store.ts';
import type { Mount } from '../route.ts';

export function mountEvents(
  mount: Mount,
  parts: {
    readonly tickets: TicketStore;
    readonly teams: TeamStore;
    readonly wakeWorker: () => void;
    readonly nowSeconds: () => number;
  },
): void {
  mount(operations.createEvent, async ({ caller, body, bodyBytes, ulid }) => {
    const content = readContent(body.content, bodyBytes);
    const team = await parts.teams.findTeam(caller.teamId);
    if (!team) throw new ApiError('unauthorized', 'The team of this credential is gone.');
    const { ticketId, created, screened } = await createEvent(
      { tickets: parts.tickets, now: parts.nowSeconds() },
      { ulid, team, keyId: caller.keyId, scenario: body.scenario, content, externalRef: body.externalRef },
    );
    if (screened) parts.wakeWorker();
    return {
      status: created ? (201 as const) : (200 as const),
      body: { ticketId, ...(body.externalRef !== undefined && { externalRef: body.externalRef }), created },
    };
  });
}

/** What a schema cannot say: which member goes with which type, and how large the JSON was as sent. */
function readContent(
  content: { type: 'text' | 'json'; text?: string; json?: Record<string, unknown> },
  bodyBytes: number,
): EventContent {
  const { type, text, json } = content;
  const extra = type === 'text' ? 'json' : 'text';
  if (content[extra] !== undefined) {
    throw new ApiError('invalid_request', `content.${extra} does not go with content.type ${type}.`, {
      param: `content.${extra}`,
    });
  }
  if (type === 'text') {
    if (text === undefined) throw missing('content.text', type);
    return { type, text };
  }
  if (json === undefined) throw missing('content.json', type);
  // A body that is small as a whole needs no measuring; a large one is nearly all content.json.
  if (bodyBytes > limits.eventJsonBytes) {
    const rest = Buffer.byteLength(JSON.stringify({ ...content, json: {} }));
    if (bodyBytes - rest > limits.eventJsonBytes) {
      throw new ApiError(
        'payload_too_large',
        `content.json is larger than ${limits.eventJsonBytes / 1024} KiB as sent.`,
        { param: 'content.json' },
      );
    }
  }
  return { type, json };
}

function missing(param: string, type: string): ApiError {
  return new ApiError('invalid_request', `${param} is required when content.type is ${type}.`, { param });
}
