import type { CorpusReader } from './corpus/corpus-store.ts';
import { IndexFolder } from './retrieval/index-folder.ts';
import { IndexKeeper, type IndexUpdate } from './retrieval/index-keeper.ts';
import type { SearchState } from './retrieval/search-state.ts';
import { tryIndexLock } from './store/index-lock.ts';

/**
 * Brings the index of a data folder to what a store has, once, in this thread: what `serve` does by itself for a
 * command that does not serve. Undefined where another process is at it.
 */
export async function updateIndex(
  dataDir: string,
  corpus: CorpusReader,
  options: {
    readonly onProgress?: (documentsDone: number, documentsTotal: number) => void;
    readonly onState?: (state: SearchState) => void;
  } = {},
): Promise<IndexUpdate | undefined> {
  const keeper = new IndexKeeper({
    folder: IndexFolder.in(dataDir),
    corpus,
    tryLock: () => tryIndexLock(dataDir),
    onState: options.onState ?? (() => {}),
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
  const done = await keeper.update();
  if (!done) keeper.takeUp();
  return done;
}
