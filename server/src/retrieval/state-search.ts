import type { Encoder } from '../search/encoder.ts';
import { HybridSearch } from '../search/hybrid-search.ts';
import { documentKeys, documentOfChunk, segmentOfChunk } from '../search/inverted-index.ts';
import { createLayTermExpander } from '../search/lay-terms.ts';
import type { Reranker } from '../search/reranker.ts';
import { type Facets, readFacets, readSectionPath } from '../search/segment-places.ts';
import type { SearchState } from './search-state.ts';

/** What documents may be found: values are OR-ed within a member and AND-ed across; absent means any. */
export interface SearchFilters {
  /** externalIds */
  readonly keys?: readonly string[];
  readonly categories?: readonly string[];
  readonly authorities?: readonly string[];
  readonly jurisdictions?: readonly string[];
}

export interface SearchRequest {
  readonly question: string;
  /** How many chunks. */
  readonly limit: number;
  readonly filters: SearchFilters;
  readonly precision: boolean;
}

/** Which bytes of which revision of which document. */
export interface FoundPlace {
  readonly key: string;
  readonly revision: number;
  readonly startByte: number;
  readonly endByte: number;
  readonly sectionPath: string;
}

/** A chunk that was found, and why. */
export interface FoundChunk extends FoundPlace {
  readonly score: number;
  /** Share of each feature; they add up to the score. */
  readonly shares: Readonly<Record<string, number>>;
}

/** The models a search may use; words alone answer where there are none. */
export interface SearchModels {
  readonly encoder?: Encoder;
  readonly reranker?: Reranker;
  /** The passages of chunks as the reranker reads them. */
  readonly readPassages?: (chunks: readonly FoundPlace[]) => Promise<readonly string[]>;
}

const expand = createLayTermExpander();

/** Answers questions from one state of the index. Each thread has its own. */
export class StateSearch {
  readonly #state: SearchState;
  readonly #search: HybridSearch;
  readonly #keys: readonly string[];
  readonly #facets: readonly (readonly Facets[])[];

  constructor(state: SearchState, { encoder, reranker, readPassages }: SearchModels = {}) {
    this.#state = state;
    this.#search = new HybridSearch({
      index: state.index,
      expand,
      ...(encoder && state.vectors && { encoder, vectors: state.vectors }),
      ...(reranker && { reranker }),
      ...(readPassages && {
        readPassages: (chunks: readonly number[]) =>
          readPassages(chunks.map((chunk) => this.#placeOf(chunk))),
      }),
    });
    this.#keys = documentKeys(state.index);
    this.#facets = state.places.map(readFacets);
  }

  async search({ question, limit, filters, precision }: SearchRequest): Promise<FoundChunk[]> {
    const allowed = this.#allow(filters);
    const ranked = await this.#search.search(question, { limit, precision, ...(allowed && { allowed }) });
    return ranked.map(({ chunk, score, shares }) => ({ ...this.#placeOf(chunk), score, shares }));
  }

  #placeOf(chunk: number): FoundPlace {
    const { index, places } = this.#state;
    const segment = segmentOfChunk(index, chunk);
    const own = chunk - segment.firstChunk;
    const document = documentOfChunk(index, chunk);
    const place = places[index.segments.indexOf(segment)];
    if (!place) throw new RangeError(`chunk ${chunk} lies in no segment`);
    return {
      key: this.#keys[document] ?? '',
      revision: place.documentRevision[document - segment.firstDocument] ?? 0,
      startByte: place.chunkStart[own] ?? 0,
      endByte: place.chunkEnd[own] ?? 0,
      sectionPath: readSectionPath(place, own),
    };
  }

  /** One byte for each document of the index: 1 where the filters let it through. Undefined where there are none. */
  #allow(filters: SearchFilters): Uint8Array | undefined {
    const { keys, categories, authorities, jurisdictions } = filters;
    if (!keys && !categories && !authorities && !jurisdictions) return undefined;
    const wanted = keys && new Set(keys);
    const allowed = new Uint8Array(this.#keys.length);
    const { segments } = this.#state.index;
    for (const [at, places] of this.#state.places.entries()) {
      const passes = (this.#facets[at] ?? []).map(
        (facets) =>
          (!categories || categories.includes(facets.category)) &&
          (!authorities || facets.authorities.some((id) => authorities.includes(id))) &&
          (!jurisdictions || facets.jurisdictions.some((id) => jurisdictions.includes(id))),
      );
      const first = segments[at]?.firstDocument ?? 0;
      for (const [own, facet] of places.documentFacet.entries()) {
        const fits = passes[facet] === true && (!wanted || wanted.has(this.#keys[first + own] ?? ''));
        if (fits) allowed[first + own] = 1;
      }
    }
    return allowed;
  }
}
