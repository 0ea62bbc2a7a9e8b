import { noTerm } from './build-segment.ts';
import {
  findSurface,
  findTerm,
  type InvertedIndex,
  impactOf,
  maxImpact,
  segmentOfChunk,
} from './inverted-index.ts';
import type { QueryTerm } from './read-query.ts';
import type { SegmentArrays } from './segment-file.ts';

/** Query terms further apart than this in a chunk do not belong together. 5 was best of 3, 5, 10, 20. */
const maxDistance = 5;
/** A term is paired with so many that follow it in the query. 3 was best of 2, 3, 5. */
const maxPairSpan = 3;

/** What the words of a chunk say beyond their number, each in units of idf as the body's own score is. */
export interface ChunkFeatures {
  readonly proximity: number;
  readonly surface: number;
  readonly coverage: number;
  readonly heading: number;
  readonly acronym: number;
  readonly length: number;
}

interface Marks {
  /** Which term of the query a term of the segment is, counted from 1; 0 for none. A query has at most 255. */
  readonly placeOfTerm: Uint8Array;
  /** Surface forms the query was written in. */
  readonly surfaces: ReadonlySet<number>;
}

/** Reads chunks against one query; what the query means in a segment is found once. */
export class FeatureReader {
  readonly #index: InvertedIndex;
  readonly #terms: readonly QueryTerm[];
  readonly #marks = new Map<SegmentArrays, Marks>();
  readonly #closest: Uint8Array;
  readonly #counts: Uint32Array;
  readonly #exact: Uint32Array;
  readonly #seen: Uint8Array;
  /** Of each pair of the query, what it is worth at distance one; 0 for pairs too far apart in the query. */
  readonly #pairWorth: Float64Array;
  /** The pairs that are worth something: few, so only they are emptied and read for each chunk. */
  readonly #pairs: readonly number[];

  constructor(index: InvertedIndex, terms: readonly QueryTerm[]) {
    this.#index = index;
    this.#terms = terms;
    this.#closest = new Uint8Array(terms.length * terms.length);
    this.#counts = new Uint32Array(terms.length);
    this.#exact = new Uint32Array(terms.length);
    this.#seen = new Uint8Array(terms.length);
    this.#pairWorth = pairWorths(terms);
    this.#pairs = [...this.#pairWorth.keys()].filter((pair) => (this.#pairWorth[pair] ?? 0) > 0);
  }

  read(chunk: number): ChunkFeatures {
    const { arrays, firstChunk } = segmentOfChunk(this.#index, chunk);
    const own = chunk - firstChunk;
    const marks = this.#marksOf(arrays);
    const proximity = this.#readBody(arrays, own, marks);
    const length = arrays.chunkLength[own] ?? 0;
    const { averageLength } = this.#index;
    let surface = 0;
    let coverage = 0;
    let acronym = 0;
    for (const [place, { idf, origin }] of this.#terms.entries()) {
      const count = this.#counts[place] ?? 0;
      if (count === 0) continue;
      if (origin === 'written') {
        coverage += idf;
        const exact = this.#exact[place] ?? 0;
        if (exact > 0) surface += (idf * impactOf(exact, length, averageLength)) / maxImpact;
      } else if (origin === 'acronym') {
        acronym += (idf * impactOf(count, length, averageLength)) / maxImpact;
      }
    }
    return { proximity, surface, coverage, acronym, length, heading: this.#readHeading(arrays, own, marks) };
  }

  /** Counts the query's terms and gives the worth of its pairs that stand close together. */
  #readBody(arrays: SegmentArrays, own: number, marks: Marks): number {
    const counts = this.#counts.fill(0);
    const exact = this.#exact.fill(0);
    const closest = this.#closest;
    for (const pair of this.#pairs) closest[pair] = 0;
    const size = this.#terms.length;
    // The last few occurrences: only they can be near.
    const recentPosition: number[] = [];
    const recentPlace: number[] = [];
    let position = 0;
    const { forward, surfaceTerm, surfaceSecondTerm } = arrays;
    const { placeOfTerm } = marks;
    const end = arrays.forwardStart[own + 1] ?? 0;
    for (let at = arrays.forwardStart[own] ?? 0; at < end; ) {
      let surface = 0;
      let shift = 0;
      for (let more = true; more; at += 1) {
        const byte = forward[at] ?? 0;
        surface |= (byte & 127) << shift;
        shift += 7;
        more = byte > 127;
      }
      position += 1;
      // Most words are not the query's: two look-ups tell.
      const second = surfaceSecondTerm[surface] ?? noTerm;
      let term = surfaceTerm[surface] ?? noTerm;
      for (let more = term !== noTerm; more; ) {
        const place = (placeOfTerm[term] ?? 0) - 1;
        more = second !== noTerm && term !== second;
        term = second;
        if (place < 0) continue;
        counts[place] = (counts[place] ?? 0) + 1;
        if (marks.surfaces.has(surface)) exact[place] = (exact[place] ?? 0) + 1;
        for (let back = recentPosition.length - 1; back >= 0; back -= 1) {
          const distance = position - (recentPosition[back] ?? 0);
          if (distance > maxDistance) break;
          const other = recentPlace[back] ?? 0;
          if (distance === 0 || other === place) continue;
          const pair = Math.min(place, other) * size + Math.max(place, other);
          const known = closest[pair] ?? 0;
          if (distance < known || known === 0) closest[pair] = distance;
        }
        recentPosition.push(position);
        recentPlace.push(place);
      }
    }
    let proximity = 0;
    for (const pair of this.#pairs) {
      const distance = closest[pair] ?? 0;
      if (distance > 0) proximity += (this.#pairWorth[pair] ?? 0) / distance;
    }
    return proximity;
  }

  /** The idf of the query's terms that stand in the headings above the chunk, each once. */
  #readHeading(arrays: SegmentArrays, own: number, marks: Marks): number {
    const heading = arrays.chunkHeading[own] ?? 0;
    const seen = this.#seen.fill(0);
    let sum = 0;
    const end = arrays.headingStart[heading + 1] ?? 0;
    for (let at = arrays.headingStart[heading] ?? 0; at < end; ) {
      let surface = 0;
      let shift = 0;
      for (let more = true; more; at += 1) {
        const byte = arrays.headingTokens[at] ?? 0;
        surface |= (byte & 127) << shift;
        shift += 7;
        more = byte > 127;
      }
      const id = arrays.surfaceTerm[surface] ?? noTerm;
      const place = id === noTerm ? -1 : (marks.placeOfTerm[id] ?? 0) - 1;
      if (place < 0 || seen[place] === 1) continue;
      seen[place] = 1;
      const term = this.#terms[place];
      if (term && term.origin !== 'acronym') sum += term.idf * Math.min(1, term.queryCount);
    }
    return sum;
  }

  #marksOf(arrays: SegmentArrays): Marks {
    const known = this.#marks.get(arrays);
    if (known) return known;
    const placeOfTerm = new Uint8Array(arrays.termStart.length);
    const surfaces = new Set<number>();
    for (const [place, { term, surfaces: written }] of this.#terms.entries()) {
      const id = findTerm(arrays, term);
      if (id >= 0) placeOfTerm[id] = place + 1;
      for (const one of written) {
        const surface = findSurface(arrays, one);
        if (surface >= 0) surfaces.add(surface);
      }
    }
    const marks = { placeOfTerm, surfaces };
    this.#marks.set(arrays, marks);
    return marks;
  }
}

/** The rarer of the two weighs, and the less the further apart they were written. */
function pairWorths(terms: readonly QueryTerm[]): Float64Array {
  const worths = new Float64Array(terms.length * terms.length);
  for (const [a, one] of terms.entries()) {
    for (const [b, other] of terms.entries()) {
      if (b <= a || one.origin !== 'written' || other.origin !== 'written') continue;
      const apart = nearestSpan(one.places, other.places);
      if (apart > 0 && apart <= maxPairSpan) {
        worths[a * terms.length + b] = Math.min(one.idf, other.idf) / apart;
      }
    }
  }
  return worths;
}

function nearestSpan(one: readonly number[], other: readonly number[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const a of one) {
    for (const b of other) if (a !== b) nearest = Math.min(nearest, Math.abs(a - b));
  }
  return nearest;
}
