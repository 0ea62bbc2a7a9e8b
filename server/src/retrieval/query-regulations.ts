import type { Catalog } from '../corpus/catalog.ts';
import type { CatalogEntry, CorpusReader } from '../corpus/corpus-store.ts';
import { textBetween } from '../corpus/utf8-text.ts';
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
  const texts = await Promise.all(found.map((chunk) => readChunk(parts.corpus, parts.catalog, chunk)));
  const citations = new Map<string, { readonly entry: CatalogEntry; readonly chunks: CitedChunk[] }>();
  for (const one of texts) {
    if (!one) continue;
    const known = citations.get(one.chunk.key);
    if (known) known.chunks.push(one.chunk);
    else citations.set(one.chunk.key, { entry: one.entry, chunks: [one.chunk] });
  }
  return [...citations.values()];
}

/** Undefined where the document was taken out of the catalog since it was indexed. */
async function readChunk(
  corpus: QueryParts['corpus'],
  catalog: QueryParts['catalog'],
  chunk: FoundChunk,
): Promise<{ readonly entry: CatalogEntry; readonly chunk: CitedChunk } | undefined> {
  const entry = catalog.find(chunk.key);
  if (!entry) return undefined;
  const { from, bytes } = await corpus.readText(
    entry.documentId,
    chunk.revision,
    chunk.startByte,
    chunk.endByte,
  );
  return {
    entry,
    chunk: { ...chunk, text: textBetween(bytes, chunk.startByte - from, chunk.endByte - from) },
  };
}
