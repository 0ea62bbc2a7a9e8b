import type { Catalog } from '../corpus/catalog.ts';
import type { CatalogEntry, CorpusReader } from '../corpus/corpus-store.ts';
import { readPlace } from './read-passages.ts';
import type { FoundChunk, SearchRequest } from './state-search.ts';

/** A chunk with its words. */
export interface CitedChunk extends FoundChunk {
  readonly text: string;
}

/** A document and what was found in it, best first. */
export interface Citation {
  readonly entry: CatalogEntry;
  readonly chunks: readonly CitedChunk[];
}

export interface QueryParts {
  readonly search: (request: SearchRequest) => Promise<readonly FoundChunk[]>;
  readonly corpus: Pick<CorpusReader, 'readText'>;
  readonly catalog: Pick<Catalog, 'find' | 'refresh'>;
}

/**
 * The passages that answer a question, grouped by document: documents in the order of their best chunk, chunks in
 * rank order. The words are cut from the bytes of the very revision that was indexed.
 */
export async function queryRegulations(parts: QueryParts, request: SearchRequest): Promise<Citation[]> {
  const found = await parts.search(request);
  // The index may be ahead of this process's catalog by a moment.
  if (found.some(({ key }) => !parts.catalog.find(key))) await parts.catalog.refresh();
  const citations = new Map<string, { readonly entry: CatalogEntry; readonly chunks: CitedChunk[] }>();
  for (const chunk of found) {
    const entry = parts.catalog.find(chunk.key);
    if (!entry) continue; // taken out of the catalog since it was indexed
    const citation = citations.get(chunk.key) ?? { entry, chunks: [] };
    citation.chunks.push({ ...chunk, text: await readPlace(parts.corpus, chunk) });
    citations.set(chunk.key, citation);
  }
  return [...citations.values()];
}
