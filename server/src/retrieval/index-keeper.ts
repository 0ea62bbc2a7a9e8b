import type { CorpusStore, CurrentText } from '../corpus/corpus-store.ts';
import { newUlid } from '../new-ulid.ts';
import { documentKeysOf, openIndex } from '../search/inverted-index.ts';
import { mergeSegments } from '../search/merge-segments.ts';
import { PackedFileError } from '../search/packed-file.ts';
import { chooseMerge, compareIndex, fullSegmentChunks, type IndexedStamp } from '../search/plan-index.ts';
import { keyAt, mergePlaces } from '../search/segment-places.ts';
import { Tokenizer } from '../search/tokenize.ts';
import type { EmbeddableSegment } from './embedder.ts';
import type { IndexFolder, IndexManifest, OpenedSegment } from './index-folder.ts';
import type { SearchState } from './search-state.ts';
import { SegmentBuilder, stampOf } from './segment-builder.ts';
import type { VectorKeeper } from './vector-keeper.ts';

export interface IndexKeeperParts {
  readonly folder: IndexFolder;
  readonly corpus: Pick<CorpusStore, 'generation' | 'currentTexts' | 'readSerialised'>;
  /** Gives the right to build in this folder, or nothing while another process has it. */
  readonly tryLock: () => (() => void) | undefined;
  /** Rows for the vectors of the segments; without it only words are searched. */
  readonly vectors?: Pick<VectorKeeper, 'vectorsOf'>;
  /** Called with every state that queries should use from now on. */
  readonly onState: (state: SearchState) => void;
  readonly onProgress?: (documentsDone: number, documentsTotal: number) => void;
  /** Asked between documents: true ends the work early, leaving the index as it was. */
  readonly isStopped?: () => boolean;
}

/** What an update came to. */
export interface IndexUpdate {
  /** Documents that were indexed. */
  readonly added: number;
  readonly changed: boolean;
}

/**
 * Keeps an index folder in step with a store. Whoever sees a difference first builds, under the folder's lock; the
 * others take up what it wrote. An update costs the changed documents and nothing else.
 */
export class IndexKeeper {
  readonly #parts: IndexKeeperParts;
  readonly #tokenizer = new Tokenizer();
  #segments: readonly OpenedSegment[] = [];
  #dead: readonly (readonly number[])[] = [];
  #generation = 0;
  #signature: string | undefined;
  #published = false;
  /** Keys and stamps of a segment's documents, read once. */
  readonly #stamps = new WeakMap<OpenedSegment, readonly IndexedStamp[]>();

  constructor(parts: IndexKeeperParts) {
    this.#parts = parts;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Takes up what another process wrote, for queries to use. */
  takeUp(): boolean {
    if (!this.#reread()) return false;
    this.#publish();
    return true;
  }

  /** Reads the folder where it has changed. A segment that cannot be read is left out: it is built anew. */
  #reread(): boolean {
    const { folder } = this.#parts;
    // Another process may replace the manifest and remove segments while they are read: then read again.
    for (let tries = 0; tries < 5; tries += 1) {
      const signature = folder.signature();
      if (signature === undefined || signature === this.#signature) return false;
      const manifest = folder.readManifest() ?? { generation: 0, segments: [] };
      const known = new Map(this.#segments.map((segment) => [segment.name, segment]));
      const opened = manifest.segments.flatMap(({ name, dead }) => {
        const segment = known.get(name) ?? this.#tryToRead(name);
        return segment ? [{ segment, dead }] : [];
      });
      if (opened.length < manifest.segments.length && folder.signature() !== signature) continue;
      this.#segments = opened.map(({ segment }) => segment);
      this.#dead = opened.map(({ dead }) => dead);
      this.#generation = manifest.generation;
      this.#signature = signature;
      return true;
    }
    return false;
  }

  #tryToRead(name: string): OpenedSegment | undefined {
    try {
      return this.#parts.folder.readSegment(name);
    } catch (error) {
      if (error instanceof PackedFileError) return undefined;
      throw error;
    }
  }

  /** Brings the index to what the store has. Undefined while another process is at it. */
  async update(): Promise<IndexUpdate | undefined> {
    const { corpus, tryLock } = this.#parts;
    const unlock = tryLock();
    if (!unlock) return undefined;
    try {
      if (this.#reread() && this.#published) this.#publish();
      // Asked first: a change in between is found again by the next look at the generation.
      const generation = await corpus.generation();
      const texts = new Map((await corpus.currentTexts()).map((text) => [text.externalId, text]));
      const stamps = new Map([...texts].map(([key, text]) => [key, hexOf(stampOf(text))]));
      const { dead, missing } = compareIndex(
        this.#segments.map((segment) => this.#stampsOf(segment)),
        stamps,
      );
      const isNew = JSON.stringify(dead) !== JSON.stringify(this.#dead);
      if (!this.#published && this.#segments.length > 0) {
        // The first look after a start: what is sound answers at once, what is missing follows.
        this.#dead = dead;
        this.#publish();
      }
      const built = await this.#build(missing.flatMap((key) => texts.get(key) ?? []));
      if (!built) return { added: 0, changed: false };
      const changed = isNew || built.length > 0 || this.#signature === undefined;
      if (changed || generation !== this.#generation) {
        this.#segments = [...this.#segments, ...built];
        this.#dead = [...dead, ...built.map(() => [])];
        this.#generation = generation;
        this.#save();
      }
      if (changed || !this.#published) this.#publish();
      if (this.#merge()) {
        this.#save();
        this.#publish();
      }
      return { added: missing.length, changed };
    } finally {
      unlock();
    }
  }

  /** One segment of the documents, or several where they are many; undefined where it was told to stop. */
  async #build(texts: readonly CurrentText[]): Promise<readonly OpenedSegment[] | undefined> {
    const { corpus, folder, onProgress, isStopped } = this.#parts;
    const built: OpenedSegment[] = [];
    let builder = new SegmentBuilder(this.#tokenizer);
    const finish = () => {
      if (builder.documentCount === 0) return;
      const { words, places } = builder.finish();
      built.push(folder.writeSegment(newUlid(), words, places));
      builder = new SegmentBuilder(this.#tokenizer);
    };
    for (const [at, { documentId, revision }] of texts.entries()) {
      if (isStopped?.()) return undefined;
      const serialised = await corpus.readSerialised(documentId, revision);
      if (serialised) builder.add(serialised, revision);
      if (builder.chunkCount >= fullSegmentChunks) finish();
      onProgress?.(at + 1, texts.length);
    }
    finish();
    return built;
  }

  #merge(): boolean {
    const sizes = this.#segments.map(({ arrays }, at) => {
      const dead = new Set(this.#dead[at]);
      let liveChunks = 0;
      for (const document of arrays.chunkDocument) if (!dead.has(document)) liveChunks += 1;
      return { chunks: arrays.chunkDocument.length, liveChunks };
    });
    const chosen = chooseMerge(sizes);
    if (!chosen) return false;
    const merged = this.#segments.filter((_, at) => chosen.includes(at));
    const live = liveBytes(
      merged,
      this.#dead.filter((_, at) => chosen.includes(at)),
    );
    const isEmpty = chosen.every((at) => sizes[at]?.liveChunks === 0);
    const made = isEmpty
      ? []
      : [
          this.#parts.folder.writeSegment(
            newUlid(),
            mergeSegments(
              merged.map(({ arrays }) => arrays),
              live,
            ),
            mergePlaces(
              merged.map(({ places, arrays }) => ({ places, documentChunk: arrays.documentChunk })),
              live,
            ),
          ),
        ];
    this.#dead = [...this.#dead.filter((_, at) => !chosen.includes(at)), ...made.map(() => [])];
    this.#segments = [...this.#segments.filter((_, at) => !chosen.includes(at)), ...made];
    return true;
  }

  #save(): void {
    const { folder } = this.#parts;
    const manifest: IndexManifest = {
      generation: this.#generation,
      segments: this.#segments.map(({ name }, at) => ({ name, dead: this.#dead[at] ?? [] })),
    };
    folder.writeManifest(manifest);
    folder.removeUnused(manifest);
    this.#signature = folder.signature();
  }

  #publish(): void {
    this.#published = true;
    this.#parts.onState({
      generation: this.#generation,
      index: openIndex(
        this.#segments.map(({ arrays }) => arrays),
        liveBytes(this.#segments, this.#dead),
      ),
      places: this.#segments.map(({ places }) => places),
      vectors: this.#parts.vectors?.vectorsOf(this.#segments),
    });
  }

  /** The segments with their rows of vectors, for whoever fills them. */
  embeddable(): EmbeddableSegment[] {
    const vectors = this.#parts.vectors?.vectorsOf(this.#segments) ?? [];
    return this.#segments.flatMap((segment, at) => {
      const rows = vectors[at];
      return rows ? [{ segment, vectors: rows, live: liveBytes([segment], [this.#dead[at] ?? []]) }] : [];
    });
  }

  #stampsOf(segment: OpenedSegment): readonly IndexedStamp[] {
    const known = this.#stamps.get(segment);
    if (known) return known;
    const stamps = documentKeysOf(segment.arrays).map((key, document) => ({
      key,
      stamp: hexOf(keyAt(segment.places.documentStamp, document)),
    }));
    this.#stamps.set(segment, stamps);
    return stamps;
  }
}

/** One byte for each document of the segments in turn: 1 while it lives. */
function liveBytes(segments: readonly OpenedSegment[], dead: readonly (readonly number[])[]): Uint8Array {
  const counts = segments.map(({ arrays }) => arrays.documentChunk.length - 1);
  const live = new Uint8Array(new SharedArrayBuffer(counts.reduce((sum, count) => sum + count, 0))).fill(1);
  let first = 0;
  for (const [at, count] of counts.entries()) {
    for (const document of dead[at] ?? []) live[first + document] = 0;
    first += count;
  }
  return live;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
