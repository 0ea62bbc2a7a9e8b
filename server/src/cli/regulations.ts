import type { operations, QueryOf } from '@pandect/contract';
import { printTable } from './print-table.ts';
import { printJson, withClient } from './with-client.ts';

type Environment = NodeJS.ProcessEnv;

/** Commands read whole lists or the first so many; cursors are for programs. */
export async function listRegulationsCommand(
  environment: Environment,
  words: readonly string[],
  options: {
    category?: readonly string[];
    authority?: readonly string[];
    jurisdiction?: readonly string[];
    limit: number;
    all: boolean;
    json: boolean;
  },
): Promise<void> {
  const request = {
    ...(words.length > 0 && { query: words.join(' ') }),
    ...(options.category && { categories: [...options.category] }),
    ...(options.authority && { authorities: [...options.authority] }),
    ...(options.jurisdiction && { jurisdictions: [...options.jurisdiction] }),
  };
  await withClient(environment, async ({ client }) => {
    const limit = options.all ? 200 : Math.min(options.limit, 200);
    const most = options.all ? Number.POSITIVE_INFINITY : options.limit;
    const found = await take(client.listAllRegulations({ ...request, limit }), most);
    if (options.json) printJson(found);
    else
      printTable(
        ['DOCUMENT', 'CATEGORY', 'AUTHORITIES', 'UPDATED', 'TITLE'],
        found.map((one) => [
          one.id,
          one.category,
          one.authorities.join(','),
          one.updatedAt.slice(0, 10),
          one.title,
        ]),
      );
  });
}

type Which = Pick<QueryOf<typeof operations.getRegulationContent>, 'asOf' | 'revision'>;

export async function showRegulationCommand(
  environment: Environment,
  id: string,
  options: Which & { json: boolean },
): Promise<void> {
  const { json, ...which } = options;
  await withClient(environment, async ({ client }) => {
    const detail = await client.getRegulationDetails({ id, ...which });
    if (json) {
      printJson(detail);
      return;
    }
    console.log(`${detail.title}\n${detail.sourceUrl}\n`);
    const facts: Record<string, unknown> = {
      document: `${detail.externalId} (${detail.id})`,
      category: detail.category,
      authorities: detail.authorities.join(', '),
      jurisdictions: detail.jurisdictions.join(', '),
      text: `${detail.edition}, revision ${detail.revision}, ${detail.totalBytes} bytes`,
      'in force from': detail.inForceFrom,
      citation: detail.attributes?.citation,
    };
    for (const [name, value] of Object.entries(facts)) if (value) console.log(`${name.padEnd(14)}${value}`);
    if (detail.description !== '') console.log(`\n${detail.description}`);
    const { entries } = detail.tableOfContents;
    if (entries.length > 0) console.log('');
    for (const { startOffset, level, title } of entries) {
      console.log(`${String(startOffset).padStart(8)}  ${'  '.repeat(level - 1)}${title}`);
    }
  });
}

export async function readRegulationCommand(
  environment: Environment,
  id: string,
  options: Which & { offset?: number; limit?: number; json: boolean },
): Promise<void> {
  const { json, ...request } = options;
  await withClient(environment, async ({ client }) => {
    if (json) printJson(await client.getRegulationContent({ id, ...request }));
    else if (request.offset === undefined && request.limit === undefined)
      process.stdout.write(await client.readRegulationText({ id, ...request }));
    else process.stdout.write((await client.getRegulationContent({ id, ...request })).content.text);
  });
}

export async function listRevisionsCommand(
  environment: Environment,
  id: string,
  options: { json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const { results } = await client.listRegulationRevisions({ id });
    if (options.json) printJson(results);
    else
      printTable(
        ['REVISION', 'EDITION', 'IN FORCE FROM', 'BYTES', 'SHA-256'],
        results.map((one) => [
          `${one.revision}${one.current ? ' current' : ''}`,
          one.edition,
          one.inForceFrom,
          String(one.totalBytes),
          one.textSha256.slice(0, 16),
        ]),
      );
  });
}

/** The first so many of a list. */
export async function take<T>(list: AsyncIterable<T>, most: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const one of list) {
    taken.push(one);
    if (taken.length >= most) break;
  }
  return taken;
}
