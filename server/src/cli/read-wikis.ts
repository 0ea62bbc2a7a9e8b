import { printTable } from './print-table.ts';
import { take } from './regulations.ts';
import { printJson, withClient } from './with-client.ts';

export async function listWikisCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  options: { domain?: string; json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const request = {
      ...(words.length > 0 && { query: words.join(' ') }),
      ...(options.domain !== undefined && { domain: options.domain }),
    };
    const found = await take(
      client.listAllRegulationWikis({ ...request, limit: 100 }),
      Number.POSITIVE_INFINITY,
    );
    if (options.json) printJson(found);
    else
      printTable(
        ['PLAYBOOK', 'DOMAIN', 'UPDATED', 'TITLE'],
        found.map(({ slug, domain, updatedAt, title }) => [slug, domain, updatedAt.slice(0, 10), title]),
      );
  });
}

export async function showWikiCommand(
  environment: NodeJS.ProcessEnv,
  slug: string,
  options: { json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const wiki = await client.getRegulationWiki({ slug });
    if (options.json) printJson(wiki);
    else {
      if (wiki.staleSources?.length)
        console.error(`a newer text than this was written from: ${wiki.staleSources.join(', ')}`);
      console.log(`# ${wiki.title}\n\n${wiki.body.trim()}`);
    }
  });
}
