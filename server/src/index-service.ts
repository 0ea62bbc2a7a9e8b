import type { CorpusReader } from './corpus/corpus-store.ts';
import { modelFiles, openStarterVectors } from './model-files.ts';
import { countEmbedded, type EmbedProgress, embedMissing, type OnEmbedded } from './retrieval/embedder.ts';
import { IndexFolder, type OpenedSegment } from './retrieval/index-folder.ts';
import { IndexKeeper, type IndexUpdate } from './retrieval/index-keeper.ts';
import type { SearchState } from './retrieval/search-state.ts';
import { type SharedVectors, takeShared } from './retrieval/shared-vectors.ts';
import { VectorArchive } from './retrieval/vector-archive.ts';
import { VectorKeeper } from './retrieval/vector-keeper.ts';
import { type Encoder, openEncoder, readEncoderVersion } from './search/encoder.ts';
import { tryEmbedLock, tryIndexLock } from './store/index-lock.ts';

export interface IndexServiceOptions {
  readonly dataDir: string;
  readonly corpus: CorpusReader;
  /** Where the servers of one store give each other their vectors. */
  readonly sharedVectors?: SharedVectors | undefined;
  /** Whether vectors are kept beside the words. */
  readonly vectors: boolean;
  readonly onState?: (state: SearchState) => void;
  readonly onProgress?: (documentsDone: number, documentsTotal: number) => void;
  readonly isStopped?: () => boolean;
}

/** The index of one data folder and all that keeps it: what the indexer's thread and the commands share. */
export interface IndexService {
  readonly generation: number;
  /** Brings the index to what the store has; where another process is at it, takes up what that wrote. */
  update(): Promise<IndexUpdate | undefined>;
  /** Takes up what other processes wrote: segments and vectors. */
  takeUp(): void;
  progress(): EmbedProgress;
  /** Embeds while `goOn` says so. False where something is left to do, by this process or another. */
  embed(goOn: () => boolean, onEmbedded: OnEmbedded): Promise<boolean>;
}

export async function openIndexService(options: IndexServiceOptions): Promise<IndexService> {
  const { dataDir, corpus, sharedVectors: shared } = options;
  const folder = IndexFolder.in(dataDir);
  const dense = options.vectors ? await openVectors(folder) : undefined;
  const keeper = new IndexKeeper({
    folder,
    corpus,
    tryLock: () => tryIndexLock(dataDir),
    onState: options.onState ?? (() => {}),
    ...(dense && { vectors: dense.keeper }),
    ...(options.onProgress && { onProgress: options.onProgress }),
    ...(options.isStopped && { isStopped: options.isStopped }),
  });
  let encoder: Promise<Encoder> | undefined;
  /** Segments whose missing vectors were all asked for once; from then on it is done passage by passage. */
  const asked = new WeakSet<OpenedSegment>();
  return {
    get generation() {
      return keeper.generation;
    },
    async update() {
      const done = await keeper.update();
      if (!done) keeper.takeUp();
      return done;
    },
    takeUp() {
      keeper.takeUp();
      dense?.keeper.takeUp();
    },
    progress: () => countEmbedded(keeper.embeddable()),
    async embed(goOn, onEmbedded) {
      const segments = keeper.embeddable();
      const { embedded, total } = countEmbedded(segments);
      if (!dense || embedded === total) return true;
      const unlock = tryEmbedLock(dataDir);
      if (!unlock) return false;
      try {
        dense.archive.prepare();
        const fresh = segments.filter(({ segment }) => !asked.has(segment));
        if (shared && fresh.length > 0) {
          onEmbedded(await takeShared({ segments: fresh, shared, ...dense }), 'another');
          for (const { segment } of fresh) asked.add(segment);
        }
        return await embedMissing({
          segments,
          corpus,
          shared,
          ...dense,
          encoder: () => {
            encoder ??= openEncoder(modelFiles.encoder);
            return encoder;
          },
          goOn,
          onEmbedded,
        });
      } finally {
        unlock();
      }
    },
  };
}

async function openVectors(
  folder: IndexFolder,
): Promise<{ readonly archive: VectorArchive; readonly keeper: VectorKeeper }> {
  const version = await readEncoderVersion(modelFiles.encoder);
  const archive = new VectorArchive(folder.path, version);
  return { archive, keeper: new VectorKeeper(archive, openStarterVectors(version)) };
}
