import type { CorpusReader } from '../corpus/corpus-store.ts';
import { documentId } from '../corpus/document-id.ts';
import { deserialiseDocument } from '../corpus/serialised-document.ts';
import { textBetween } from '../corpus/utf8-text.ts';
import { contextLine } from '../search/context-line.ts';
import { type Encoder, passageHash } from '../search/encoder.ts';
import { documentKeysOf } from '../search/inverted-index.ts';
import { keyAt } from '../search/segment-places.ts';
import type { VectorSegment } from '../search/vector-index.ts';
import type { OpenedSegment } from './index-folder.ts';
import { type SharedVectors, takeOver } from './shared-vectors.ts';
import type { VectorArchive, VectorRecord } from './vector-archive.ts';
import type { VectorKeeper } from './vector-keeper.ts';

/** Vectors are looked up and written in groups: a kill costs the making of at most so many. Range 8 to 256. */
const groupSize = 32;

/** A segment with its rows and with the documents of it that live. */
export interface EmbeddableSegment {
  readonly segment: OpenedSegment;
  readonly vectors: VectorSegment;
  /** One byte for each document: 1 while it lives. */
  readonly live: Uint8Array;
}

/** Told of passages that got their vector: made here, or by another server of the store. */
export type OnEmbedded = (count: number, by: 'this' | 'another') => void;

export interface EmbedProgress {
  readonly embedded: number;
  readonly total: number;
}

/** How many living chunks there are, and how many have their vector. */
export function countEmbedded(segments: readonly EmbeddableSegment[]): EmbedProgress {
  let embedded = 0;
  let total = 0;
  for (const { segment, vectors, live } of segments) {
    for (const [chunk, document] of segment.arrays.chunkDocument.entries()) {
      if (live[document] !== 1) continue;
      total += 1;
      embedded += vectors.present[chunk] ?? 0;
    }
  }
  return { embedded, total };
}

/**
 * Makes the vectors that are missing, one passage after the other, document by document; what another server has made
 * meanwhile is taken from `shared`, and what is made here goes there. Ends early when `goOn` says so; what is done is
 * kept. True where nothing is left to do.
 */
export async function embedMissing(parts: {
  readonly segments: readonly EmbeddableSegment[];
  readonly corpus: Pick<CorpusReader, 'readSerialised'>;
  readonly archive: VectorArchive;
  readonly keeper: VectorKeeper;
  readonly shared: SharedVectors | undefined;
  readonly encoder: () => Promise<Encoder>;
  readonly goOn: () => boolean;
  readonly onEmbedded: OnEmbedded;
}): Promise<boolean> {
  for await (const group of inGroups(missingPassages(parts))) {
    if (!(await embedGroup(group, parts))) return false;
  }
  return true;
}

async function embedGroup(
  group: readonly Passage[],
  { archive, keeper, shared, encoder, goOn, onEmbedded }: Parameters<typeof embedMissing>[0],
): Promise<boolean> {
  const keys = group.map(({ hash }) => Buffer.from(hash, 'hex'));
  const taken = shared ? await takeOver(keys, { shared, archive, keeper }) : [];
  onEmbedded(taken.length, 'another');
  const known = new Set(taken.map(({ key }) => Buffer.from(key).toString('hex')));
  const made: VectorRecord[] = [];
  try {
    for (const { hash, line, text } of group) {
      if (known.has(hash)) continue;
      if (!goOn()) return false;
      const vector = await (await encoder()).embedPassage(line, text);
      const key = Buffer.from(hash, 'hex');
      keeper.put(key, vector);
      made.push({ key, vector });
      onEmbedded(1, 'this');
    }
    return true;
  } finally {
    if (made.length > 0) archive.append(made);
    if (made.length > 0) await shared?.add(archive.encoderVersion, made);
  }
}

/** The same passage of two documents stands in a group once: its vector goes into every row of it. */
async function* inGroups(passages: AsyncIterable<Passage>): AsyncGenerator<readonly Passage[]> {
  const group = new Map<string, Passage>();
  for await (const passage of passages) {
    group.set(passage.hash, passage);
    if (group.size < groupSize) continue;
    yield [...group.values()];
    group.clear();
  }
  if (group.size > 0) yield [...group.values()];
}

interface Passage {
  readonly hash: string;
  readonly line: string;
  readonly text: string;
}

async function* missingPassages({
  segments,
  corpus,
  shared,
}: Pick<Parameters<typeof embedMissing>[0], 'segments' | 'corpus' | 'shared'>): AsyncGenerator<Passage> {
  for (const { segment, vectors, live } of segments) {
    const { arrays, places } = segment;
    const keys = vectors.present.includes(0) ? documentKeysOf(arrays) : [];
    // Servers that share the work begin at different places, so that each takes up what the others have done.
    const begin = shared ? Math.floor(Math.random() * keys.length) : 0;
    for (let at = 0; at < keys.length; at += 1) {
      const document = (begin + at) % keys.length;
      const key = keys[document] ?? '';
      const first = arrays.documentChunk[document] ?? 0;
      const end = arrays.documentChunk[document + 1] ?? 0;
      if (live[document] !== 1 || !vectors.present.subarray(first, end).includes(0)) continue;
      const read = await corpus.readSerialised(documentId(key), places.documentRevision[document] ?? 0);
      if (!read) continue; // the store was exchanged: the next update drops the document
      const prepared = deserialiseDocument(read);
      for (const [ordinal, chunk] of prepared.chunks.entries()) {
        if (vectors.present[first + ordinal] !== 0 || first + ordinal >= end) continue;
        const text = textBetween(prepared.bytes, chunk.startByte, chunk.endByte);
        const line = contextLine(prepared, chunk);
        const hash = passageHash(line, text);
        // What was made of the text may have changed since: the next update indexes it anew.
        const indexed = Buffer.from(keyAt(places.chunkPassage, first + ordinal)).toString('hex');
        if (indexed === hash) yield { hash, line, text };
      }
    }
  }
}
