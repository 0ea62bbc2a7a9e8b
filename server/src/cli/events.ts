import type { Scenario, TicketStatus } from '@pandect/contract';
import { printTable } from './print-table.ts';
import { take } from './regulations.ts';
import { findTexts } from './screen/find-texts.ts';
import { UsageError } from './usage-error.ts';
import { printJson, withClient } from './with-client.ts';

type Environment = NodeJS.ProcessEnv;

/** `pandect events create`: prints the ticket alone, so that a script can go on with it. */
export async function createEventCommand(
  environment: Environment,
  file: string | undefined,
  options: { scenario: Scenario; ref?: string; asJson: boolean; json: boolean },
): Promise<void> {
  const [found] = findTexts(file === undefined ? [] : [file]);
  if (!found) throw new UsageError('name one file.');
  const text = await found.read();
  await withClient(environment, async ({ client }) => {
    const made = await client.createEvent({
      scenario: options.scenario,
      content: options.asJson
        ? { type: 'json', json: parseObject(found.name, text) }
        : { type: 'text', text },
      ...(options.ref !== undefined && { externalRef: options.ref }),
    });
    if (options.json) printJson(made);
    else console.log(made.ticketId);
    if (!made.created) console.error(`${options.ref} was reported before: nothing new was made`);
  });
}

function parseObject(name: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value));
  } catch {
    // said below, the same for text that is no JSON and JSON that is no object
  }
  throw new UsageError(`${name} is not a JSON object.`);
}

export async function listTicketsCommand(
  environment: Environment,
  options: { status?: TicketStatus; limit: number; json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const request = {
      ...(options.status && { status: [options.status] }),
      limit: Math.min(options.limit, 200),
    };
    const found = await take(client.listAllTickets(request), options.limit);
    if (options.json) printJson(found);
    else
      printTable(
        ['TICKET', 'STATUS', 'SCENARIO', 'REFERENCE', 'SCREENING', 'CREATED'],
        found.map((ticket) => [
          ticket.id,
          ticket.status,
          ticket.scenario,
          ticket.externalRef ?? '-',
          ticket.screeningJobId ?? '-',
          ticket.createdAt,
        ]),
      );
  });
}

export async function showTicketCommand(
  environment: Environment,
  id: string,
  options: { json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const ticket = await client.getTicket({ id });
    if (options.json) {
      printJson(ticket);
      return;
    }
    console.log(`${ticket.id}  ${ticket.scenario}  ${ticket.status}`);
    for (const { at, from, to, actor, reason } of ticket.history) {
      console.log(
        `${at}  ${from === null ? to : `${from} -> ${to}`}  ${actor}${reason ? `: ${reason}` : ''}`,
      );
    }
    const { content } = ticket;
    console.log(`\n${content.type === 'text' ? content.text : JSON.stringify(content.json, null, 2)}`);
  });
}

export async function updateTicketCommand(
  environment: Environment,
  id: string,
  status: TicketStatus,
  options: { reason?: string; json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const { reason } = options;
    const ticket = await client.updateTicket({ id, status, ...(reason !== undefined && { reason }) });
    if (options.json) printJson(ticket);
    else console.log(`${ticket.id}  ${ticket.status}`);
  });
}
