import { idf } from './bm25.ts';
import { countChunksWith, type InvertedIndex } from './inverted-index.ts';
import type { Tokenizer } from './tokenize.ts';

/** A distinct term of a query, with where and how it was written. */
export interface QueryTerm {
  readonly term: string;
  readonly idf: number;
  /** Times it was written; below one for an inferred term. */
  readonly queryCount: number;
  /** Places among the content words of the query; none for an inferred term. */
  readonly places: readonly number[];
  /** Forms it was written in. */
  readonly surfaces: readonly string[];
  readonly origin: 'written' | 'acronym' | 'layTerm';
}

/** A term nobody wrote, inferred from what was written, and how much it counts. */
export interface InferredTerm {
  readonly term: string;
  readonly queryCount: number;
  readonly origin: 'acronym' | 'layTerm';
}

/** More distinct terms than this are not looked at: a page of text as a query stays cheap. Range 32 to 256. */
const maxTerms = 96;
/** Terms looked for in all, the inferred ones too: a place in the query fits in a byte. */
const maxAllTerms = 250;

/** The terms of a query, each once: the written ones, then the inferred. */
export function readQuery(
  index: InvertedIndex,
  query: string,
  tokenizer: Tokenizer,
  inferred: readonly InferredTerm[] = [],
): QueryTerm[] {
  const found = new Map<string, { places: number[]; surfaces: string[] }>();
  let place = 0;
  for (const { surface, terms } of tokenizer.tokens(query)) {
    if (terms.length === 0) continue;
    for (const term of terms) {
      const known = found.get(term) ?? { places: [], surfaces: [] };
      known.places.push(place);
      if (!known.surfaces.includes(surface)) known.surfaces.push(surface);
      found.set(term, known);
    }
    place += 1;
    if (found.size >= maxTerms) break;
  }
  const written = [...found].map(([term, { places, surfaces }]) => ({
    term,
    queryCount: places.length,
    places,
    surfaces,
    origin: 'written' as const,
  }));
  const added = inferred
    .filter(({ term }, at) => !found.has(term) && inferred.findIndex((one) => one.term === term) === at)
    .map((one) => ({ ...one, places: [], surfaces: [] }));
  // A word that stands in headings only is kept: it weighs nothing in a body.
  return [...written, ...added]
    .slice(0, maxAllTerms)
    .map((one) => ({ ...one, idf: idf(index.liveChunkCount, countChunksWith(index, one.term)) }));
}
