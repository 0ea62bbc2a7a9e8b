import type { InvertedIndex } from '../search/inverted-index.ts';
import type { SegmentPlaces } from '../search/segment-places.ts';

/**
 * Everything a search reads, as of one moment. Plain data over SharedArrayBuffers that never change: posted to a
 * thread it is shared, and a query works on one state from its beginning to its end.
 */
export interface SearchState {
  readonly generation: number;
  readonly index: InvertedIndex;
  /** Parallel to the segments of the index. */
  readonly places: readonly SegmentPlaces[];
}
