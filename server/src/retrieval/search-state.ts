import type { InvertedIndex } from '../search/inverted-index.ts';
import type { SegmentPlaces } from '../search/segment-places.ts';
import type { VectorSegment } from '../search/vector-index.ts';

/**
 * Everything a search reads, as of one moment. Plain data over memory that threads share; words and places never
 * change, rows of vectors are only ever added. A query works on one state from its beginning to its end.
 */
export interface SearchState {
  readonly generation: number;
  readonly index: InvertedIndex;
  /** Parallel to the segments of the index. */
  readonly places: readonly SegmentPlaces[];
  /** Parallel to them too; undefined where only words are searched. */
  readonly vectors: readonly VectorSegment[] | undefined;
}
