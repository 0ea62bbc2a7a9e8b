import { parentPort, workerData } from 'node:worker_threads';
import type { SearchState } from './search-state.ts';
import { type FoundChunk, type FoundPlace, type SearchRequest, StateSearch } from './state-search.ts';
import { type ModelFolders, ThreadModels } from './thread-models.ts';

/** What a query thread is told. */
export type ThreadOrder =
  | { readonly kind: 'state'; readonly state: SearchState }
  | { readonly kind: 'query'; readonly id: number; readonly request: SearchRequest }
  | { readonly kind: 'passages'; readonly passages: readonly string[] }
  | { readonly kind: 'end' };

/** What it answers, asks for, or complains of. */
export type ThreadAnswer =
  | { readonly kind: 'found'; readonly id: number; readonly found: readonly FoundChunk[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'readPassages'; readonly places: readonly FoundPlace[] }
  | { readonly kind: 'trouble'; readonly message: string };

const port = parentPort;
if (!port) throw new Error('query-thread.ts runs as a worker thread');
const tell = (answer: ThreadAnswer) => port.postMessage(answer);
const folders: ModelFolders = workerData;
const models = new ThreadModels(folders, (message) => tell({ kind: 'trouble', message }));

let state: SearchState | undefined;
let search: Promise<StateSearch> | undefined;
let givePassages: (passages: readonly string[]) => void = () => {};

port.on('message', (order: ThreadOrder) => {
  if (order.kind === 'state') {
    state = order.state;
    search = openSearch(order.state);
  } else if (order.kind === 'passages') givePassages(order.passages);
  else if (order.kind === 'end') void models.settled().then(() => process.exit());
  else void answer(order.id, order.request);
});

async function answer(id: number, request: SearchRequest): Promise<void> {
  try {
    if (!state || !search) throw new Error('a query came before the index');
    if (request.precision && (await models.startReranker())) search = openSearch(state);
    // One state from beginning to end, even where a new one arrives meanwhile.
    const current = await search;
    tell({ kind: 'found', id, found: await current.search(request) });
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ kind: 'failed', id, message });
  }
}

async function openSearch(opened: SearchState): Promise<StateSearch> {
  const encoder = opened.vectors && (await models.encoder());
  return new StateSearch(opened, {
    ...(encoder && { encoder }),
    ...(models.reranker && { reranker: models.reranker, readPassages }),
  });
}

/** The store is read by the main thread; a thread has one query at a time, so one answer is awaited. */
function readPassages(places: readonly FoundPlace[]): Promise<readonly string[]> {
  return new Promise((resolve) => {
    givePassages = resolve;
    tell({ kind: 'readPassages', places });
  });
}
