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
import type { VectorArchive } from './vector-archive.ts';
import type { VectorKeeper } from './vector-keeper.ts';

/** Vectors are written in groups: a kill costs the making of at most so many. Range 8 to 256. */
const groupSize = 32;

/** A segment with its rows and with the documents of it that live. */
export interface EmbeddableSegment {
  readonly segment: OpenedSegment;
  readonly vectors: VectorSegment;
  /** One byte for each document: 1 while it lives. */
  readonly live: Uint8Array;
}

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
 * Makes the vectors that are missing, one passage after the other, document by document. Ends early when `goOn` says
 * so; what is done is kept. True where nothing is left to do.
 */
export async function embedMissing(parts: {
  readonly segments: readonly EmbeddableSegment[];
  readonly corpus: Pick<CorpusReader, 'readSerialised'>;
  readonly archive: VectorArchive;
  readonly keeper: VectorKeeper;
  readonly encoder: () => Promise<Encoder>;
  readonly goOn: () => boolean;
  readonly onEmbedded: (count: number) => void;
}): Promise<boolean> {
  const { archive, keeper, goOn } = parts;
  let group: { key: Uint8Array; vector: Int8Array }[] = [];
  const flush = () => {
    if (group.length > 0) archive.append(group);
    group = [];
  };
  try {
    for await (const { hash, line, text } of missingPassages(parts)) {
      if (!goOn()) return false;
      const vector = await (await parts.encoder()).embedPassage(line, text);
      const key = Buffer.from(hash, 'hex');
      keeper.put(key, vector);
      group.push({ key, vector });
      if (group.length >= groupSize) flush();
      parts.onEmbedded(1);
    }
    return true;
  } finally {
    flush();
  }
}

interface Passage {
  readonly hash: string;
  readonly line: string;
  readonly text: string;
}

async function* missingPassages({
  segments,
  corpus,
}: {
  readonly segments: readonly EmbeddableSegment[];
  readonly corpus: Pick<CorpusReader, 'readSerialised'>;
}): AsyncGenerator<Passage> {
  for (const { segment, vectors, live } of segments) {
    const { arrays, places } = segment;
    const keys = vectors.present.includes(0) ? documentKeysOf(arrays) : [];
    for (const [document, key] of keys.entries()) {
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
