import { Worker } from 'node:worker_threads';
import type { Config } from './config.ts';
import type { CorpusReader } from './corpus/corpus-store.ts';
import type { IndexerReport, IndexerSettings } from './indexer-thread.ts';
import type { Log } from './log.ts';
import { modelFiles } from './model-files.ts';
import type { EmbedProgress } from './retrieval/embedder.ts';
import { endThread } from './retrieval/end-thread.ts';
import { QueryThreads } from './retrieval/query-threads.ts';
import { readPassages } from './retrieval/read-passages.ts';
import type { FoundChunk, SearchRequest } from './retrieval/state-search.ts';

export interface RunningRetrieval {
  /** The best chunks for a question. */
  run(request: SearchRequest, isGone: () => boolean): Promise<readonly FoundChunk[]>;
  /** Queries under way and waiting. */
  load(): number;
  /** Chunks of the index, and how many have their vector. */
  readonly progress: () => EmbedProgress;
  /** Called once the service listens, so that its start has the machine to itself; a query before that does it too. */
  start(): void;
  stop(): Promise<void>;
}

/** An indexer that ends by itself is started again after so long. */
const restartMs = 2000;
/** How long a stop lets the indexer finish what it is writing. */
const stopMs = 2000;

/** The threads that answer queries and the one that keeps their index. Queries that come too early wait for them. */
export function createRetrieval(config: Config, corpus: CorpusReader, log: Log): RunningRetrieval {
  const threads = new QueryThreads({
    count: config.queryThreads,
    models: modelFiles,
    readPassages: (places) => readPassages(corpus, places),
    onTrouble: (trouble) => log.error({ trouble }, 'query thread'),
  });
  let indexer: Worker | undefined;
  let progress: EmbedProgress = { embedded: 0, total: 0 };
  let isStopping = false;

  function startIndexer(): void {
    const settings: IndexerSettings = {
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      vectors: config.vectors,
    };
    const worker = new Worker(new URL('./indexer-thread.ts', import.meta.url), { workerData: settings });
    worker.unref();
    indexer = worker;
    worker.on('message', (report: IndexerReport) => {
      if (report.kind === 'state') threads.take(report.state);
      else if (report.kind === 'trouble') log.warn({ trouble: report.message }, 'indexer');
      else if (report.kind === 'embedding') progress = report.progress;
      else log.info({ ...report, kind: undefined }, report.kind);
    });
    worker.on('error', (error) => log.error({ err: error }, 'the indexer ended; it is started again'));
    worker.on('exit', () => {
      indexer = undefined;
      setTimeout(() => {
        if (!isStopping) startIndexer();
      }, restartMs).unref();
    });
  }

  let isStarted = false;
  function start(): void {
    if (isStarted || isStopping) return;
    isStarted = true;
    startIndexer();
    threads.start();
  }

  return {
    run(request, isGone) {
      start();
      return threads.run(request, isGone);
    },
    load: () => threads.load,
    progress: () => progress,
    start,
    async stop() {
      isStopping = true;
      // What the indexer has not finished is begun again at the next start: a stop never waits for it.
      if (indexer) await endThread(indexer, 'stop', stopMs);
      await threads.close();
    },
  };
}
