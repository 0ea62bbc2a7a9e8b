import { categories, jurisdictions, limits, operations, type RegulationCitation } from '@pandect/contract';
import type { Catalog } from '../../corpus/catalog.ts';
import type { CorpusStore } from '../../corpus/corpus-store.ts';
import { type Citation, queryRegulations } from '../../retrieval/query-regulations.ts';
import type { FoundChunk, SearchFilters, SearchRequest } from '../../retrieval/state-search.ts';
import type { Mount } from '../route.ts';
import { closedFilter, presentSummary } from './regulations.ts';

export interface SearchService {
  readonly run: (request: SearchRequest, isGone: () => boolean) => Promise<readonly FoundChunk[]>;
  /** Whether to read results again where the request does not say. */
  readonly precision: boolean;
}

interface QueryBodyFilters {
  readonly ids?: readonly string[];
  readonly authorities?: readonly string[];
  readonly jurisdictions?: readonly string[];
  readonly categories?: readonly string[];
}

export function mountQuery(
  mount: Mount,
  { search, catalog, corpus }: { search: SearchService; catalog: Catalog; corpus: CorpusStore },
): void {
  mount(operations.queryRegulations, async ({ body, isGone }) => {
    const { query, limit = limits.queryChunks.default, filters = {}, explain = false } = body;
    const citations = await queryRegulations(
      { search: (request) => search.run(request, isGone), corpus, catalog },
      {
        question: query,
        limit,
        filters: readFilters(filters, catalog),
        precision: body.precision ?? search.precision,
      },
    );
    return { body: { results: citations.map((citation) => presentCitation(citation, explain)) } };
  });
}

/** Ids become the keys of the index; values of closed lists are checked; an empty list restricts nothing. */
function readFilters(filters: QueryBodyFilters, catalog: Pick<Catalog, 'find'>): SearchFilters {
  const inCategories = closedFilter('filters.categories', filters.categories ?? [], categories);
  const inJurisdictions = closedFilter('filters.jurisdictions', filters.jurisdictions ?? [], jurisdictions);
  const ofAuthorities = (filters.authorities ?? []).map((value) => value.toLowerCase());
  const ids = filters.ids ?? [];
  return {
    ...(ids.length > 0 && { keys: ids.flatMap((id) => catalog.find(id)?.externalId ?? []) }),
    ...(inCategories.length > 0 && { categories: inCategories }),
    ...(ofAuthorities.length > 0 && { authorities: ofAuthorities }),
    ...(inJurisdictions.length > 0 && { jurisdictions: inJurisdictions }),
  };
}

function presentCitation({ entry, chunks }: Citation, explain: boolean): RegulationCitation {
  return {
    regulation: presentSummary(entry),
    chunks: chunks.map(({ text, startByte, endByte, sectionPath, revision, score, shares }) => ({
      text,
      startOffset: startByte,
      endOffset: endByte,
      sectionPath: sectionPath === '' ? null : sectionPath,
      regulationRevision: revision,
      ...(explain && { explanation: { score, shares: { ...shares } } }),
    })),
  };
}
