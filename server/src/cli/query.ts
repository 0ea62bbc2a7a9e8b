import { printJson, withClient } from './with-client.ts';

/** `pandect query`: passages for a question, verbatim, best document first. */
export async function queryCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  options: {
    limit?: number;
    document?: readonly string[];
    authority?: readonly string[];
    jurisdiction?: readonly string[];
    json: boolean;
  },
): Promise<void> {
  const { limit, document, authority, jurisdiction } = options;
  const filters = {
    ...(document && { ids: [...document] }),
    ...(authority && { authorities: [...authority] }),
    ...(jurisdiction && { jurisdictions: [...jurisdiction] }),
  };
  await withClient(environment, async ({ client }) => {
    const reply = await client.queryRegulations({
      query: words.join(' '),
      ...(limit !== undefined && { limit }),
      ...(Object.keys(filters).length > 0 && { filters }),
    });
    if (options.json) {
      printJson(reply);
      return;
    }
    if (reply.results.length === 0) console.error('nothing found');
    for (const { regulation, chunks } of reply.results) {
      console.log(`${regulation.title}  (${regulation.id})\n${regulation.sourceUrl}`);
      for (const { text, startOffset, endOffset, sectionPath } of chunks) {
        const place = [sectionPath, startOffset === null ? undefined : `bytes ${startOffset}-${endOffset}`];
        console.log(`\n  ${place.filter(Boolean).join(', ')}`);
        console.log(text.replace(/^(?=.)/gm, '    '));
      }
      console.log('');
    }
  });
}
