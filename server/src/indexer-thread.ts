import { parentPort, workerData } from 'node:worker_threads';
import { openIndexService } from './index-service.ts';
import { lowerPriority } from './lower-priority.ts';
import type { EmbedProgress } from './retrieval/embedder.ts';
import type { SearchState } from './retrieval/search-state.ts';
import { openIndexSource } from './services.ts';

/** What the thread is started with. */
export interface IndexerSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly vectors: boolean;
}

/** What the thread tells. */
export type IndexerReport =
  | { readonly kind: 'state'; readonly state: SearchState }
  | { readonly kind: 'indexed'; readonly documents: number; readonly generation: number; readonly ms: number }
  | { readonly kind: 'embedding'; readonly progress: EmbedProgress }
  | { readonly kind: 'embedded'; readonly chunks: number }
  | { readonly kind: 'trouble'; readonly message: string };

/** How often the store is asked whether something has changed: a new text is found a little later than this. */
const lookEveryMs = 500;
/** While the store is away it is asked, and said, less often. */
const troubleMs = 5000;
/** Embedding pauses after so long for a look at the store. */
const embedForMs = 2000;
/** Steps below the threads that answer: indexing and embedding use what these leave. */
const stepsBelow = 10;

/**
 * The thread of `serve` that keeps the search index in step with the store. It reads through a connection of its own
 * and has its own event loop, so that neither building nor embedding is ever in the way of a request.
 */
const port = parentPort;
if (!port) throw new Error('indexer-thread.ts runs as a worker thread');
const settings: IndexerSettings = workerData;
let isStopped = false;
let wake = () => {};
port.once('message', () => {
  isStopped = true;
  wake();
});

/** Whether every living chunk of the last state has its vector. */
let isEmbedded = false;
let isBelow = false;
const tell = (report: IndexerReport) => port.postMessage(report);
const { corpus, sharedVectors, close } = await openIndexSource(settings);
const service = await openIndexService({
  ...settings,
  corpus,
  sharedVectors,
  onState: (state) => {
    isEmbedded = false;
    tell({ kind: 'state', state });
    // Until there is an index, queries wait for this thread.
    if (!isBelow) lowerPriority(stepsBelow);
    isBelow = true;
  },
  isStopped: () => isStopped,
});

let isFirst = true;
let lookedAt = 0;
while (!isStopped) {
  let waitMs = lookEveryMs;
  try {
    lookedAt = performance.now();
    if (isFirst || (await corpus.generation()) !== service.generation) await update();
    else service.takeUp();
    isFirst = false;
    await embed();
  } catch (error) {
    waitMs = troubleMs;
    tell({
      kind: 'trouble',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  await pause(Math.max(0, lookedAt + waitMs - performance.now()));
}
await close();
port.close();

async function update(): Promise<void> {
  const began = performance.now();
  const done = await service.update();
  if (!done?.changed) return;
  const ms = Math.round(performance.now() - began);
  tell({ kind: 'indexed', documents: done.added, generation: service.generation, ms });
}

/** Embeds until it is time to look at the store again. */
async function embed(): Promise<void> {
  if (!settings.vectors || isEmbedded) return;
  let made = 0;
  await service.embed(
    () => !isStopped && performance.now() - lookedAt < embedForMs,
    (count) => {
      made += count;
    },
  );
  const progress = service.progress();
  tell({ kind: 'embedding', progress });
  isEmbedded = progress.embedded === progress.total;
  if (made > 0 && isEmbedded) tell({ kind: 'embedded', chunks: progress.total });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
