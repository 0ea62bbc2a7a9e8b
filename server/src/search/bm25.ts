import { countChunksWith, findTerm, type InvertedIndex } from './inverted-index.ts';

/** Weights are whole numbers: 64 steps to one unit of idf. 64 keeps 255 * weight * 50 terms within 32 bits. Range 16 to 256. */
export const weightSteps = 64;

/** A term of a query and how much it counts: 1 for each time it was written, less for one that was inferred. */
export interface WeightedTerm {
  readonly term: string;
  readonly queryCount: number;
}

/** A term with its weight in this index. */
export interface ScoredTerm extends WeightedTerm {
  /** `round(64 * queryCount * idf)` */
  readonly weight: number;
}

export interface ScoredChunk {
  readonly chunk: number;
  readonly score: number;
}

/** Rarity of a term that stands in `chunksWith` of `chunkCount` chunks; never negative. */
export function idf(chunkCount: number, chunksWith: number): number {
  return Math.log(1 + (chunkCount - chunksWith + 0.5) / (chunksWith + 0.5));
}

/** Terms the index knows, with their weights; the rest says nothing here. */
export function weighTerms(index: InvertedIndex, terms: readonly WeightedTerm[]): ScoredTerm[] {
  return terms.flatMap((one) => {
    const chunksWith = countChunksWith(index, one.term);
    if (chunksWith === 0) return [];
    const weight = Math.round(weightSteps * one.queryCount * idf(index.liveChunkCount, chunksWith));
    return weight > 0 ? [{ ...one, weight }] : [];
  });
}

/** The sum of weight times impact for every chunk. Whole numbers: the same on every machine, and in any order. */
export function scoreChunks(index: InvertedIndex, terms: readonly ScoredTerm[], scores: Int32Array): void {
  scores.fill(0);
  for (const { term, weight } of terms) {
    for (const { arrays, firstChunk, impacts } of index.segments) {
      const id = findTerm(arrays, term);
      if (id < 0) continue;
      const end = arrays.postingStart[id + 1] ?? 0;
      const { postingChunk } = arrays;
      for (let at = arrays.postingStart[id] ?? 0; at < end; at += 1) {
        const chunk = firstChunk + (postingChunk[at] ?? 0);
        scores[chunk] = (scores[chunk] ?? 0) + weight * (impacts[at] ?? 0);
      }
    }
  }
}

/**
 * The `count` best chunks of allowed documents, best first, ties by chunk number. Filters come before the choice:
 * a narrow filter still gets `count` results. `allowed` has one byte for each document; dead ones never count.
 */
export function chooseTop(
  index: InvertedIndex,
  scores: Int32Array,
  count: number,
  allowed?: Uint8Array,
): ScoredChunk[] {
  // A heap whose root is the worst kept; equal scores keep the earlier chunk.
  const heapChunk = new Uint32Array(count);
  const heapScore = new Int32Array(count);
  let size = 0;
  let floor = 0;
  const allLive = index.liveChunkCount === index.chunkCount;
  for (const { arrays, firstChunk, firstDocument } of index.segments) {
    const { chunkDocument } = arrays;
    const end = firstChunk + chunkDocument.length;
    for (let chunk = nextAbove(scores, firstChunk, end, floor); chunk < end; ) {
      const document = firstDocument + (chunkDocument[chunk - firstChunk] ?? 0);
      if ((allLive || index.live[document] === 1) && (!allowed || allowed[document] === 1)) {
        const score = scores[chunk] ?? 0;
        if (size < count) {
          siftUp(heapChunk, heapScore, size, chunk, score);
          size += 1;
        } else {
          siftDown(heapChunk, heapScore, size, chunk, score);
        }
        if (size === count) floor = heapScore[0] ?? 0;
      }
      chunk = nextAbove(scores, chunk + 1, end, floor);
    }
  }
  return Array.from({ length: size }, (_, at) => ({
    chunk: heapChunk[at] ?? 0,
    score: heapScore[at] ?? 0,
  })).sort((one, other) => other.score - one.score || one.chunk - other.chunk);
}

/** The next chunk whose score is above a floor, or `end`. By itself: most of a query's time was this loop. */
function nextAbove(scores: Int32Array, from: number, end: number, floor: number): number {
  let at = from;
  while (at < end && (scores[at] ?? 0) <= floor) at += 1;
  return at;
}

/** Whether the first is the worse of two: a lower score, or the same and later in the index. */
function isWorse(score: number, chunk: number, otherScore: number, otherChunk: number): boolean {
  return score < otherScore || (score === otherScore && chunk > otherChunk);
}

function siftUp(chunks: Uint32Array, scores: Int32Array, from: number, chunk: number, score: number): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    if (!isWorse(score, chunk, scores[parent] ?? 0, chunks[parent] ?? 0)) break;
    chunks[at] = chunks[parent] ?? 0;
    scores[at] = scores[parent] ?? 0;
    at = parent;
  }
  chunks[at] = chunk;
  scores[at] = score;
}

function siftDown(chunks: Uint32Array, scores: Int32Array, size: number, chunk: number, score: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    const right = child + 1;
    if (
      right < size &&
      isWorse(scores[right] ?? 0, chunks[right] ?? 0, scores[child] ?? 0, chunks[child] ?? 0)
    ) {
      child = right;
    }
    if (!isWorse(scores[child] ?? 0, chunks[child] ?? 0, score, chunk)) break;
    chunks[at] = chunks[child] ?? 0;
    scores[at] = scores[child] ?? 0;
    at = child;
  }
  chunks[at] = chunk;
  scores[at] = score;
}
