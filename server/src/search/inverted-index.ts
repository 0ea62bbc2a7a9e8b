import type { SegmentArrays } from './segment-file.ts';
import { findString, readString } from './string-table.ts';

/** BM25: how soon more of the same word stops counting. 0.8 to 1.2 are alike. Range 0.5 to 2. */
export const k1 = 1;
/** BM25: how much a long chunk pays for its length. 0.6 to 0.8 are alike. Range 0 to 1. */
export const b = 0.7;
/** An impact is one byte. */
export const maxImpact = 255;

/** A segment at its place in an index: its chunk and document numbers are counted on from the ones before. */
export interface PlacedSegment {
  readonly arrays: SegmentArrays;
  readonly firstChunk: number;
  readonly firstDocument: number;
  /** One byte for each posting, from the combined average length. */
  readonly impacts: Uint8Array;
  /** In how many living chunks each term stands; absent where all live and the postings tell. */
  readonly liveCounts: Uint32Array | undefined;
}

/**
 * An index is a list of segments, one for each import, and which of their documents live. Statistics are combined
 * on opening, so that the same living documents score the same however they were imported.
 */
export interface InvertedIndex {
  readonly segments: readonly PlacedSegment[];
  readonly chunkCount: number;
  readonly documentCount: number;
  readonly liveChunkCount: number;
  readonly averageLength: number;
  /** One byte for each document: 1 while it lives. */
  readonly live: Uint8Array;
}

/** `live` has a byte for each document of all segments in turn; without it all live. */
export function openIndex(arrays: readonly SegmentArrays[], live?: Uint8Array): InvertedIndex {
  const documentCount = sum(arrays, (one) => one.documentChunk.length - 1);
  const living = live ?? new Uint8Array(new SharedArrayBuffer(documentCount)).fill(1);
  let liveChunkCount = 0;
  let lengthTotal = 0;
  let document = 0;
  for (const { documentChunk, chunkLength } of arrays) {
    for (let own = 0; own + 1 < documentChunk.length; own += 1, document += 1) {
      if (living[document] !== 1) continue;
      for (let chunk = documentChunk[own] ?? 0; chunk < (documentChunk[own + 1] ?? 0); chunk += 1) {
        liveChunkCount += 1;
        lengthTotal += chunkLength[chunk] ?? 0;
      }
    }
  }
  const averageLength = liveChunkCount === 0 ? 1 : Math.max(1, lengthTotal / liveChunkCount);
  let firstChunk = 0;
  let firstDocument = 0;
  const segments = arrays.map((one): PlacedSegment => {
    const own = living.subarray(firstDocument, firstDocument + one.documentChunk.length - 1);
    const placed = {
      arrays: one,
      firstChunk,
      firstDocument,
      impacts: computeImpacts(one, averageLength),
      liveCounts: own.includes(0) ? countLiving(one, own) : undefined,
    };
    firstChunk += one.chunkLength.length;
    firstDocument += own.length;
    return placed;
  });
  return {
    segments,
    chunkCount: firstChunk,
    documentCount,
    liveChunkCount,
    averageLength,
    live: living,
  };
}

/**
 * Which documents live when a newer segment's document takes the place of an older one with the same key, and
 * `isLive` may refuse any: what `openIndex` wants.
 */
export function newestLive(
  arrays: readonly SegmentArrays[],
  isLive: (key: string, segment: number) => boolean = () => true,
): Uint8Array {
  const live = new Uint8Array(new SharedArrayBuffer(sum(arrays, (one) => one.documentChunk.length - 1)));
  const seen = new Set<string>();
  let end = live.length;
  for (let segment = arrays.length - 1; segment >= 0; segment -= 1) {
    const one = arrays[segment];
    if (!one) continue;
    const count = one.documentChunk.length - 1;
    for (let own = count - 1; own >= 0; own -= 1) {
      const key = keyOf(one, own);
      if (!seen.has(key) && isLive(key, segment)) live[end - count + own] = 1;
      seen.add(key);
    }
    end -= count;
  }
  return live;
}

/** The impact of `count` occurrences in a chunk of `length`: how much of a term's weight it earns, as one byte. */
export function impactOf(count: number, length: number, averageLength: number): number {
  const damped = count / (count + k1 * (1 - b + (b * length) / averageLength));
  return Math.max(1, Math.round(maxImpact * damped));
}

/** Counts and lengths that nearly all postings have; their impacts are looked up. */
const tableCounts = 16;
const tableLengths = 1024;

function computeImpacts(arrays: SegmentArrays, averageLength: number): Uint8Array {
  const { postingChunk, postingCount, chunkLength } = arrays;
  const impacts = new Uint8Array(new SharedArrayBuffer(postingChunk.length));
  const table = new Uint8Array(tableCounts * tableLengths);
  for (let at = 0; at < table.length; at += 1) {
    table[at] = impactOf(Math.floor(at / tableLengths), at % tableLengths, averageLength);
  }
  for (let at = 0; at < postingChunk.length; at += 1) {
    const count = postingCount[at] ?? 0;
    const length = chunkLength[postingChunk[at] ?? 0] ?? 0;
    impacts[at] =
      count < tableCounts && length < tableLengths
        ? (table[count * tableLengths + length] ?? 0)
        : impactOf(count, length, averageLength);
  }
  return impacts;
}

function countLiving(arrays: SegmentArrays, live: Uint8Array): Uint32Array {
  const { postingStart, postingChunk, chunkDocument } = arrays;
  const counts = new Uint32Array(new SharedArrayBuffer(4 * (postingStart.length - 1)));
  for (let term = 0; term < counts.length; term += 1) {
    let count = 0;
    for (let at = postingStart[term] ?? 0; at < (postingStart[term + 1] ?? 0); at += 1) {
      count += live[chunkDocument[postingChunk[at] ?? 0] ?? 0] ?? 0;
    }
    counts[term] = count;
  }
  return counts;
}

/** Number of a term in a segment; -1 where it has none. */
export function findTerm({ termStart, termBytes }: SegmentArrays, term: string): number {
  return findString({ starts: termStart, bytes: termBytes }, term);
}

export function findSurface(arrays: SegmentArrays, surface: string): number {
  const table = { starts: arrays.surfaceStart, bytes: arrays.surfaceBytes };
  return findString(table, surface, arrays.surfaceOrder);
}

/** In how many living chunks of the whole index a term stands. */
export function countChunksWith(index: InvertedIndex, term: string): number {
  return sum(index.segments, ({ arrays, liveCounts }) => {
    const id = findTerm(arrays, term);
    if (id < 0) return 0;
    return liveCounts?.[id] ?? (arrays.postingStart[id + 1] ?? 0) - (arrays.postingStart[id] ?? 0);
  });
}

function keyOf(arrays: SegmentArrays, own: number): string {
  return readString({ starts: arrays.documentKeyStart, bytes: arrays.documentKeyBytes }, own);
}

/** The segment that holds a chunk number of the whole index. */
export function segmentOfChunk({ segments }: InvertedIndex, chunk: number): PlacedSegment {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((segments[middle]?.firstChunk ?? 0) <= chunk) low = middle;
    else high = middle - 1;
  }
  const found = segments[low];
  if (!found) throw new RangeError(`chunk ${chunk} of an index without segments`);
  return found;
}

/** Document number of a chunk, in the whole index. */
export function documentOfChunk(index: InvertedIndex, chunk: number): number {
  const { arrays, firstChunk, firstDocument } = segmentOfChunk(index, chunk);
  return firstDocument + (arrays.chunkDocument[chunk - firstChunk] ?? 0);
}

/** What a chunk is called outside: its document's key, its place among the document's chunks, its provision. */
export function describeChunk(
  index: InvertedIndex,
  chunk: number,
): { readonly key: string; readonly ordinal: number; readonly path: string } {
  const { arrays, firstChunk } = segmentOfChunk(index, chunk);
  const own = chunk - firstChunk;
  const document = arrays.chunkDocument[own] ?? 0;
  return {
    key: keyOf(arrays, document),
    ordinal: own - (arrays.documentChunk[document] ?? 0),
    path: readString({ starts: arrays.pathStart, bytes: arrays.pathBytes }, own),
  };
}

/** Key of every document of the index, by number: made once by whoever filters or resolves by key. */
export function documentKeys({ segments }: InvertedIndex): string[] {
  return segments.flatMap(({ arrays }) => documentKeysOf(arrays));
}

/** Key of every document of a segment, by its number there. */
export function documentKeysOf(arrays: SegmentArrays): string[] {
  return Array.from({ length: arrays.documentChunk.length - 1 }, (_, own) => keyOf(arrays, own));
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
