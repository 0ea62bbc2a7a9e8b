/** Whether a document of a segment is still what the store has. */
export interface IndexedStamp {
  readonly key: string;
  readonly stamp: string;
}

export interface IndexDifference {
  /** Numbers of the documents of each segment that the store has no more, or not so. */
  readonly dead: readonly (readonly number[])[];
  /** Keys the store has and no segment has so. */
  readonly missing: readonly string[];
}

/**
 * Compares what is indexed with what is current, whole with whole: the one way an index learns of an import, of a
 * removal, of a segment that was lost, and of a store that was exchanged under it.
 */
export function compareIndex(
  segments: readonly (readonly IndexedStamp[])[],
  current: ReadonlyMap<string, string>,
): IndexDifference {
  const held = new Set<string>();
  const dead: number[][] = segments.map(() => []);
  // Newest first: where two segments hold the same text, the newer one keeps it.
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    for (const [document, { key, stamp }] of (segments[at] ?? []).entries()) {
      if (current.get(key) === stamp && !held.has(key)) held.add(key);
      else dead[at]?.push(document);
    }
  }
  return { dead, missing: [...current.keys()].filter((key) => !held.has(key)) };
}

/** Segments in an index before small ones are put together. Each costs a look-up per query term. Range 4 to 16. */
const maxSegments = 8;
/** What is left of them then: a merge in every few imports, not in each. Range 2 to `maxSegments` - 1. */
const segmentsAfterMerge = 4;
/** A segment that holds more chunks is not merged again: rewriting it would cost seconds for nothing. */
export const fullSegmentChunks = 100_000;
/** Once so much of a segment is dead it is rewritten. Range 0.3 to 0.7. */
const deadShare = 0.5;

export interface SegmentSize {
  readonly chunks: number;
  readonly liveChunks: number;
}

/** Which segments to make one of, by number, in order; undefined where all is well. */
export function chooseMerge(sizes: readonly SegmentSize[]): readonly number[] | undefined {
  const withering = sizes.flatMap(({ chunks, liveChunks }, at) =>
    chunks - liveChunks > deadShare * chunks ? [at] : [],
  );
  const mergeable = sizes.map((_, at) => at).filter((at) => (sizes[at]?.liveChunks ?? 0) < fullSegmentChunks);
  if (sizes.length <= maxSegments) return withering.length > 0 ? withering : undefined;
  // The smallest ones, as many as are too many, and one into which they go; all that are dying go along.
  const bySize = mergeable.toSorted((a, b) => (sizes[a]?.liveChunks ?? 0) - (sizes[b]?.liveChunks ?? 0));
  const chosen = new Set(withering);
  let chunks = 0;
  for (const at of bySize.slice(0, sizes.length - segmentsAfterMerge + 1)) {
    chunks += sizes[at]?.liveChunks ?? 0;
    if (chunks > 2 * fullSegmentChunks) break;
    chosen.add(at);
  }
  return chosen.size > 1 || withering.length > 0 ? [...chosen].sort((a, b) => a - b) : undefined;
}
