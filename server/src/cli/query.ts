import { ApiError, type BodyOf, findFault, operations, type ReplyOf } from '@pandect/contract';
import { readConfig } from '../config.ts';
import { Catalog } from '../corpus/catalog.ts';
import { answerQuery } from '../http/routes/query.ts';
import { openIndexService } from '../index-service.ts';
import { modelFiles } from '../model-files.ts';
import { readPassages } from '../retrieval/read-passages.ts';
import type { SearchState } from '../retrieval/search-state.ts';
import { type SearchRequest, StateSearch } from '../retrieval/state-search.ts';
import { ThreadModels } from '../retrieval/thread-models.ts';
import { nowSeconds, openStores, type Stores } from '../services.ts';
import { ensureStarterCorpus, seedDataFolder } from '../starter-corpus.ts';
import { createProgressLine } from './progress-line.ts';
import { showPassages } from './show-passages.ts';
import { UsageError } from './usage-error.ts';

type Question = BodyOf<typeof operations.queryRegulations>;
type Reply = ReplyOf<typeof operations.queryRegulations>;

export interface QueryOptions {
  readonly limit?: string;
  readonly document?: readonly string[];
  readonly category?: readonly string[];
  readonly authority?: readonly string[];
  readonly jurisdiction?: readonly string[];
  readonly precision: boolean;
  readonly explain: boolean;
  readonly json: boolean;
}

/** `pandect query`: the passages that answer a question, from the data of this machine. */
export async function queryCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  options: QueryOptions,
): Promise<void> {
  const question = readQuestion(words, options);
  const reply = await askLocally(environment, question);
  if (options.json) {
    console.log(JSON.stringify(reply, null, 2));
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
}

/** The request as the API takes it, checked by its contract. */
function readQuestion(words: readonly string[], options: QueryOptions): Question {
  const { limit, document, category, authority, jurisdiction, precision, explain, json } = options;
  const filters = {
    ...(document && { ids: [...document] }),
    ...(category && { categories: [...category] }),
    ...(authority && { authorities: [...authority] }),
    ...(jurisdiction && { jurisdictions: [...jurisdiction] }),
  };
  const question = {
    query: words.join(' '),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(precision && { precision }),
    // Ranks across documents are read from the scores.
    ...((explain || !json) && { explain: true }),
  };
  const fault = findFault(operations.queryRegulations.body, question);
  if (fault) throw new UsageError(`${fault.path} ${fault.problem}.`);
  return question;
}

/** Asks the data of this machine, in this thread; works beside a running server. */
export async function askLocally(environment: NodeJS.ProcessEnv, question: Question): Promise<Reply> {
  const config = readConfig(environment);
  if (config.starterCorpus) await seedDataFolder(config.dataDir, config.databaseUrl === undefined);
  const stores = await openStores(config);
  try {
    if (config.starterCorpus) await ensureStarterCorpus(stores.corpus);
    const catalog = new Catalog(stores.corpus, nowSeconds);
    await catalog.refresh();
    const run = await openSearch(stores, config);
    return await answerQuery(
      { search: { run, precision: config.rerank }, catalog, corpus: stores.corpus },
      question,
    );
  } catch (error) {
    if (error instanceof ApiError) {
      const { valid } = error.details ?? {};
      throw new UsageError(
        `${error.message}${Array.isArray(valid) ? ` There are ${valid.join(', ')}.` : ''}`,
      );
    }
    throw error;
  } finally {
    await stores.database.close();
  }
}

async function openSearch(
  { corpus }: Stores,
  { dataDir, vectors }: { readonly dataDir: string; readonly vectors: boolean },
) {
  let state: SearchState | undefined;
  const line = createProgressLine(process.stderr);
  const service = await openIndexService({
    dataDir,
    corpus,
    vectors,
    onState: (given) => {
      state = given;
    },
    onProgress: (done, total) => line.show(`indexing ${done} of ${total} new documents`),
  });
  await service.update();
  line.end();
  const opened = state;
  if (!opened) throw new UsageError('the index is being built by another process; try again in a moment.');
  const models = new ThreadModels(modelFiles, (trouble) => console.error(`pandect: ${trouble}`));
  return async (request: SearchRequest) => {
    const encoder = opened.vectors && (await models.encoder());
    if (request.precision) await models.startReranker();
    const { reranker } = models;
    const search = new StateSearch(opened, {
      ...(encoder && { encoder }),
      ...(reranker && {
        reranker,
        readPassages: (places) => readPassages(corpus, places),
      }),
    });
    return search.search(request);
  };
}
