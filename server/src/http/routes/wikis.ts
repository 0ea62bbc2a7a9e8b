import { hash } from 'node:crypto';
import { ApiError, limits, operations, wikiDomains } from '@pandect/contract';
import type { Catalog } from '../../corpus/catalog.ts';
import { WordSearch } from '../../search/word-search.ts';
import type { WikiPage } from '../../wikis/wiki.ts';
import { staleSources, type WikiShelf } from '../../wikis/wiki-shelf.ts';
import type { Cursors } from '../cursor.ts';
import { lowerBound, presentTime } from '../present-time.ts';
import type { Mount } from '../route.ts';

export function mountWikis(
  mount: Mount,
  { wikis, catalog, cursors }: { wikis: WikiShelf; catalog: Catalog; cursors: Cursors },
): void {
  const search = new WordSearch<WikiPage>((page) => [
    [8, page.title],
    [8, page.slug],
    [2, page.description],
  ]);

  mount(operations.listRegulationWikis, ({ caller, query }) => {
    const { cursor, limit = limits.wikiPage.default, ...filters } = query;
    if (query.domain !== undefined && !wikiDomains.some((domain) => domain === query.domain)) {
      throw new ApiError(
        'invalid_request',
        `domain ${JSON.stringify(query.domain)} is not known; details list the valid values.`,
        {
          param: 'domain',
          details: { valid: [...wikiDomains] },
        },
      );
    }
    // Another version of the playbooks has another order: its cursors do not open here.
    const scope = { list: `listRegulationWikis ${wikis.version}`, teamId: caller.teamId, filters };
    const [offset = 0] = cursor === undefined ? [] : cursors.open(scope, cursor).map(Number);
    const since = lowerBound(query.updatedSince) ?? 0;
    const matching = wikis.pages.filter(
      (page) => (query.domain === undefined || page.domain === query.domain) && page.updatedAt >= since,
    );
    const words = query.query?.trim() ?? '';
    const found = words === '' ? matching : search.rank(words, matching);
    const hasMore = offset + limit < found.length;
    return {
      body: {
        results: found.slice(offset, offset + limit).map(presentSummary),
        pagination: {
          nextCursor: hasMore ? cursors.make(scope, [offset + limit]) : null,
          hasMore,
          approximateTotal: found.length,
        },
      },
    };
  });

  mount(operations.getRegulationWiki, ({ params }) => {
    const page = wikis.find(params.slug);
    if (!page)
      throw new ApiError('not_found', `There is no wiki ${JSON.stringify(params.slug)}.`, { param: 'slug' });
    const stale = staleSources(page, (externalId) => catalog.find(externalId));
    const { sourceCount: _, ...summary } = presentSummary(page);
    const body = {
      ...summary,
      sources: [...page.sources],
      body: page.body,
      stale: stale.length > 0,
      staleSources: stale,
    };
    return { body, etag: hash('sha256', JSON.stringify(body), 'hex').slice(0, 32) };
  });
}

function presentSummary(page: WikiPage) {
  return {
    slug: page.slug,
    title: page.title,
    domain: page.domain,
    description: page.description,
    sourceCount: page.sources.length,
    updatedAt: presentTime(page.updatedAt),
  };
}
