import { parentPort } from 'node:worker_threads';
import type { SearchState } from './search-state.ts';
import { type FoundChunk, type SearchRequest, StateSearch } from './state-search.ts';

/** What a query thread is told. */
export type ThreadOrder =
  | { readonly kind: 'state'; readonly state: SearchState }
  | { readonly kind: 'query'; readonly id: number; readonly request: SearchRequest };

/** What it answers. */
export type ThreadAnswer =
  | { readonly id: number; readonly found: readonly FoundChunk[] }
  | { readonly id: number; readonly failure: string };

const port = parentPort;
if (!port) throw new Error('query-thread.ts runs as a worker thread');
let search: StateSearch | undefined;

port.on('message', (order: ThreadOrder) => {
  if (order.kind === 'state') search = new StateSearch(order.state);
  else void answer(order.id, order.request);
});

async function answer(id: number, request: SearchRequest): Promise<void> {
  // One state from beginning to end, even where a new one arrives meanwhile.
  const current = search;
  let reply: ThreadAnswer;
  try {
    if (!current) throw new Error('a query came before the index');
    reply = { id, found: await current.search(request) };
  } catch (error) {
    reply = { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  port?.postMessage(reply);
}
