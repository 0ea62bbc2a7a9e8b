import { hash } from 'node:crypto';
import {
  ApiError,
  categories,
  jurisdictions,
  limits,
  operations,
  type QueryOf,
  type RegulationDetail,
  type RegulationSummary,
  type ReplyOf,
} from '@pandect/contract';
import type { Catalog } from '../../corpus/catalog.ts';
import { inForceFrom, revisionAsOf } from '../../corpus/choose-revision.ts';
import type { CatalogEntry, CorpusStore, RevisionSummary } from '../../corpus/corpus-store.ts';
import { sliceAt } from '../../corpus/utf8-text.ts';
import { createCatalogSearch } from '../../search/search-catalog.ts';
import type { CursorScope, Cursors } from '../cursor.ts';
import { goOn } from '../go-on.ts';
import { Kept } from '../kept.ts';
import { presentTime } from '../present-time.ts';
import type { Mount } from '../route.ts';
import { encodeBody, joinBodies, type WireBody } from '../wire-body.ts';

/** Details are the same until the document changes; this many are kept as they were sent. */
const keptDetails = 2000;

/** Lists being paged through; each holds one pointer per document. */
const keptLists = 32;

type Filters = Omit<QueryOf<typeof operations.listRegulations>, 'cursor' | 'limit'>;

/** Pages kept of each list. */
const keptPages = 64;

interface KeptPage {
  readonly body: ReplyOf<typeof operations.listRegulations>;
  readonly sent: WireBody;
}

interface KeptDetail {
  readonly body: RegulationDetail;
  /** The body as it is sent. */
  readonly sent: WireBody;
  readonly etag: string;
}

export function mountRegulations(
  mount: Mount,
  {
    catalog,
    corpus,
    cursors,
    nowSeconds,
  }: { catalog: Catalog; corpus: CorpusStore; cursors: Cursors; nowSeconds: () => number },
): void {
  const search = createCatalogSearch();
  const details = new Kept<KeptDetail>(keptDetails);
  const lists = new Kept<readonly CatalogEntry[]>(keptLists);
  const pages = new WeakMap<readonly CatalogEntry[], Kept<KeptPage>>();

  mount(operations.listRegulations, async ({ caller, query }) => {
    const { cursor, limit = limits.page.default, ...filters } = query;
    const scope = { list: 'listRegulations', teamId: caller.teamId, filters };
    let generation = catalog.generation;
    let offset = 0;
    if (cursor !== undefined) {
      [generation = 0, offset = 0] = cursors.open(scope, cursor).map(Number);
      // Another process may be ahead of this one by a moment. Twice: a refresh that was under way may have begun before.
      for (let tries = 0; generation > catalog.generation && tries < 2; tries++) await catalog.refresh();
    }
    return pageOf(matching(generation, filters), scope, generation, offset, limit);
  });

  mount(operations.getRegulationDetails, ({ params, query }) => {
    const entry = findDocument(catalog, params.id);
    return goOn(pickRevision(entry, query), (revision) => detailOf(entry, revision));
  });

  mount(operations.getRegulationContent, async ({ params, query }) => {
    const entry = findDocument(catalog, params.id);
    const detail = await detailOf(entry, await pickRevision(entry, query));
    const { totalBytes, revision } = detail.body;
    const limit = query.limit ?? limits.contentBytes.default;
    const offset = Math.min(query.offset ?? 0, totalBytes);
    // A character has at most four bytes: these margins hold the whole of the first and the last one.
    const around = await corpus.readText(
      entry.documentId,
      revision,
      Math.max(0, offset - 3),
      offset + limit + 4,
    );
    const slice = sliceAt(around.bytes, offset - around.from, limit);
    const startOffset = slice.startByte + around.from;
    const endOffset = slice.endByte + around.from;
    const content = {
      text: slice.text,
      startOffset,
      endOffset,
      limit,
      totalBytes,
      hasMore: endOffset < totalBytes,
    };
    return {
      body: { regulation: detail.body, content },
      sent: joinBodies(['{"regulation":', detail.sent, `,"content":${JSON.stringify(content)}}`]),
      etag: `${detail.etag}-${startOffset}-${endOffset}-${limit}`,
    };
  });

  mount(operations.listRegulationRevisions, async ({ params }) => {
    const entry = findDocument(catalog, params.id);
    const revisions = await corpus.listRevisions(entry.documentId);
    return {
      body: {
        results: revisions.map((revision) => ({
          revision: revision.revision,
          current: revision.revision === entry.revision,
          edition: revision.edition,
          inForceFrom: inForceFrom(revision),
          importedAt: presentTime(revision.importedAt),
          totalBytes: revision.totalBytes,
          textSha256: revision.textSha256,
        })),
      },
    };
  });

  /** The whole list of a filter set as of a generation; the pages of one list find it at hand. */
  function matching(generation: number, filters: Filters): readonly CatalogEntry[] {
    const name = JSON.stringify([generation, filters]);
    const known = lists.get(name);
    if (known) return known;
    const inCategories = closedFilter(
      'categories',
      [...(filters.categories ?? []), ...(filters.category ?? [])],
      categories,
    );
    const inJurisdictions = closedFilter('jurisdictions', filters.jurisdictions ?? [], jurisdictions);
    const ofAuthorities = (filters.authorities ?? []).map((value) => value.toLowerCase());
    const entries = catalog
      .ordered(generation)
      .filter(
        ({ facts }) =>
          (inCategories.length === 0 || inCategories.includes(facts.category)) &&
          (ofAuthorities.length === 0 || facts.authorities.some((id) => ofAuthorities.includes(id))) &&
          (inJurisdictions.length === 0 || facts.jurisdictions.some((id) => inJurisdictions.includes(id))),
      );
    const words = filters.query?.trim() ?? '';
    const found = words === '' ? entries : search.rank(words, entries);
    lists.set(name, found);
    return found;
  }

  /**
   * A page as it is sent. Its cursor tells the second it was made in, so within that second the same page for
   * the same team is the same bytes: first pages are asked for again and again.
   */
  function pageOf(
    found: readonly CatalogEntry[],
    scope: CursorScope,
    generation: number,
    offset: number,
    limit: number,
  ): KeptPage {
    const kept = pages.get(found) ?? new Kept<KeptPage>(keptPages);
    pages.set(found, kept);
    const name = `${scope.teamId} ${offset} ${limit} ${nowSeconds()}`;
    const known = kept.get(name);
    if (known) return known;
    const hasMore = offset + limit < found.length;
    const body = {
      results: found.slice(offset, offset + limit).map(presentSummary),
      pagination: {
        nextCursor: hasMore ? cursors.make(scope, [generation, offset + limit]) : null,
        hasMore,
        approximateTotal: found.length,
      },
    };
    const page = { body, sent: encodeBody(JSON.stringify(body)) };
    kept.set(name, page);
    return page;
  }

  function pickRevision(
    entry: CatalogEntry,
    query: { asOf?: string; revision?: number },
  ): number | Promise<number> {
    if (query.revision !== undefined && query.asOf !== undefined) {
      throw new ApiError('invalid_request', 'Give asOf or revision, not both.', { param: 'asOf' });
    }
    if (query.revision !== undefined) return query.revision;
    if (query.asOf === undefined) return entry.revision;
    return pickAsOf(entry, query.asOf);
  }

  async function pickAsOf(entry: CatalogEntry, asOf: string): Promise<number> {
    const revisions = await corpus.listRevisions(entry.documentId);
    const chosen = revisionAsOf(revisions, asOf);
    if (!chosen) {
      const earliest = revisions.map(inForceFrom).sort()[0];
      throw new ApiError(
        'not_found',
        `There is no text of ${entry.externalId} as of ${asOf}; the earliest is of ${earliest}.`,
        { param: 'asOf' },
      );
    }
    return chosen.revision;
  }

  function detailOf(entry: CatalogEntry, revision: number): KeptDetail | Promise<KeptDetail> {
    const name = `${entry.documentId} ${revision} ${entry.updatedAt} ${entry.generation}`;
    return details.get(name) ?? readDetail(entry, revision, name);
  }

  async function readDetail(entry: CatalogEntry, revision: number, name: string): Promise<KeptDetail> {
    const read = await corpus.readRevision(entry.documentId, revision);
    if (!read) {
      throw new ApiError('not_found', `There is no revision ${revision} of ${entry.externalId}.`, {
        param: 'revision',
      });
    }
    const body: RegulationDetail = {
      ...presentSummary({ ...entry, facts: read.facts }),
      totalBytes: read.totalBytes,
      tableOfContents: {
        entries: read.tableOfContents.map(({ id, title, level, startByte, parentId }) => ({
          id,
          title,
          level,
          startOffset: startByte,
          ...(parentId !== undefined && { parentId }),
        })),
      },
      attributes: { ...read.facts.attributes },
      externalId: read.externalId,
      edition: read.edition,
      revision: read.revision,
      textSha256: read.textSha256,
      inForceFrom: inForceFrom(read),
    };
    const text = JSON.stringify(body);
    const kept = { body, sent: encodeBody(text), etag: hash('sha256', text, 'hex').slice(0, 32) };
    details.set(name, kept);
    return kept;
  }
}

function findDocument(catalog: Catalog, idOrSlug: string): CatalogEntry {
  const entry = catalog.find(idOrSlug);
  if (!entry) {
    throw new ApiError('not_found', `There is no document ${JSON.stringify(idOrSlug)}.`, { param: 'id' });
  }
  return entry;
}

export function presentSummary(entry: RevisionSummary & { readonly updatedAt: number }): RegulationSummary {
  const { facts } = entry;
  return {
    id: entry.documentId,
    category: facts.category,
    title: facts.title,
    authorities: [...facts.authorities],
    jurisdictions: [...facts.jurisdictions],
    description: facts.description,
    updatedAt: presentTime(entry.updatedAt),
    sourceUrl: facts.sourceUrl,
  };
}

/** Values of a closed list, any case; an unknown one is refused with the valid set. */
export function closedFilter(param: string, given: readonly string[], valid: readonly string[]): string[] {
  return given.map((value) => {
    const known = valid.find((one) => one.toLowerCase() === value.toLowerCase());
    if (known === undefined) {
      throw new ApiError(
        'invalid_request',
        `${param} ${JSON.stringify(value)} is not known; details list the valid values.`,
        {
          param,
          details: { valid: [...valid] },
        },
      );
    }
    return known;
  });
}
