import type { BodyOf, operations } from '@pandect/contract';
import { showPassages } from './show-passages.ts';
import { printJson, withClient } from './with-client.ts';

export interface QueryOptions {
  readonly limit?: number;
  readonly document?: readonly string[];
  readonly category?: readonly string[];
  readonly authority?: readonly string[];
  readonly jurisdiction?: readonly string[];
  readonly precision: boolean;
  readonly explain: boolean;
  readonly json: boolean;
}

/** `pandect query`: the passages that answer a question, verbatim, best document first. */
export async function queryCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  options: QueryOptions,
): Promise<void> {
  const question = readQuestion(words, options);
  await withClient(environment, async ({ client }) => {
    const reply = await client.queryRegulations(question);
    if (options.json) {
      printJson(reply);
      return;
    }
    const isTerminal = process.stdout.isTTY === true;
    const shown = showPassages(reply, {
      question: question.query,
      columns: isTerminal ? process.stdout.columns : 100,
      isStyled: isTerminal && !environment.NO_COLOR,
      explain: options.explain,
    });
    console.log(shown);
  });
}

/** The request as the API takes it; the service checks it. */
function readQuestion(
  words: readonly string[],
  options: QueryOptions,
): BodyOf<typeof operations.queryRegulations> {
  const { limit, document, category, authority, jurisdiction, precision, explain, json } = options;
  const filters = {
    ...(document && { ids: [...document] }),
    ...(category && { categories: [...category] }),
    ...(authority && { authorities: [...authority] }),
    ...(jurisdiction && { jurisdictions: [...jurisdiction] }),
  };
  return {
    query: words.join(' '),
    ...(limit !== undefined && { limit }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(precision && { precision }),
    // Ranks across documents are read from the scores.
    ...((explain || !json) && { explain: true }),
  };
}
