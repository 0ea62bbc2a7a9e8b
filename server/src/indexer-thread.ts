import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { IndexFolder } from './retrieval/index-folder.ts';
import { IndexKeeper } from './retrieval/index-keeper.ts';
import type { SearchState } from './retrieval/search-state.ts';
import { openCorpusReader } from './services.ts';
import { tryIndexLock } from './store/index-lock.ts';

/** What the thread is started with. */
export interface IndexerSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** What the thread tells. */
export type IndexerReport =
  | { readonly kind: 'state'; readonly state: SearchState }
  | { readonly kind: 'indexed'; readonly documents: number; readonly generation: number; readonly ms: number }
  | { readonly kind: 'trouble'; readonly message: string };

/** How often the store is asked whether something has changed: a new text is found a little later than this. */
const lookEveryMs = 500;
/** Below the threads that answer: indexing and embedding use what these leave. */
const nice = 10;

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
// On Linux a thread has a priority of its own; elsewhere 0 would mean the whole process.
if (process.platform === 'linux') setPriority(0, nice);

const tell = (report: IndexerReport) => port.postMessage(report);
const { corpus, close } = await openCorpusReader(settings);
const keeper = new IndexKeeper({
  folder: IndexFolder.in(settings.dataDir),
  corpus,
  tryLock: () => tryIndexLock(settings.dataDir),
  onState: (state) => tell({ kind: 'state', state }),
  isStopped: () => isStopped,
});

let isFirst = true;
while (!isStopped) {
  try {
    if (isFirst || (await corpus.generation()) !== keeper.generation) await update();
    else keeper.takeUp();
    isFirst = false;
  } catch (error) {
    tell({
      kind: 'trouble',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  await pause(lookEveryMs);
}
await close();
port.close();

async function update(): Promise<void> {
  const began = performance.now();
  const done = await keeper.update();
  // Another process of this folder is building: what it writes is taken up.
  if (!done) keeper.takeUp();
  else if (done.changed) {
    tell({
      kind: 'indexed',
      documents: done.added,
      generation: keeper.generation,
      ms: Math.round(performance.now() - began),
    });
  }
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
