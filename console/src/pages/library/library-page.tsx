import { limits, type RegulationSummary } from '@pandect/contract';
import { useCallback } from 'react';
import { useClient } from '../../api/session.tsx';
import { usePages } from '../../api/use-pages.ts';
import { Authorities, CategoryBadge, jurisdictionName } from '../../parts/badges.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Day, formatCount } from '../../parts/times.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';
import { LibraryFilters } from './library-filters.tsx';
import './library.css';

/** The catalog: filters in the address, a list of any length. */
export default function LibraryPage() {
  const { query } = usePlace();
  const client = useClient();
  const text = query.get('q') ?? '';
  const filters = {
    ...(text !== '' && { query: text }),
    ...(query.has('category') && { categories: query.getAll('category') }),
    ...(query.has('authority') && { authorities: query.getAll('authority') }),
    ...(query.has('jurisdiction') && { jurisdictions: query.getAll('jurisdiction') }),
    limit: limits.page.max,
  };
  const list = usePages(['listRegulations', filters], (cursor, options) =>
    client.listRegulations({ ...filters, ...cursor }, options),
  );
  const search = useCallback((q: string) => changeQuery({ q }), []);
  return (
    <>
      <PageTitle title="Library" />
      <div className="library">
        <LibraryFilters />
        <section aria-label="Documents">
          <SearchField
            label="Search titles and descriptions"
            value={text}
            onChange={search}
            placeholder="Search titles, descriptions, authorities"
          />
          <p className="facts library-count" aria-live="polite">
            {list.begun
              ? `${formatCount(list.total)} ${list.total === 1 ? 'document' : 'documents'}`
              : '\u00a0'}
          </p>
          {list.begun && list.items.length === 0 && list.error === undefined && (
            <Empty title="No document fits">
              <p>The catalog has nothing under these words and filters.</p>
              <button
                type="button"
                onClick={() => changeQuery({ q: '', category: [], authority: [], jurisdiction: [] })}
              >
                Take the filters away
              </button>
            </Empty>
          )}
          {list.items.length > 0 && (
            <VirtualList
              key={JSON.stringify(filters)}
              name={['listRegulations', filters]}
              list={list}
              rowHeight={104}
              keyOf={({ id }) => id}
            >
              {(document, row) => <DocumentRow document={document} row={row} />}
            </VirtualList>
          )}
          {list.error !== undefined && (
            <ErrorNote error={list.error} onRetry={list.items.length > 0 ? list.loadMore : list.restart} />
          )}
          {list.loading && list.items.length === 0 && <Loading what="the catalog" lines={12} />}
        </section>
      </div>
    </>
  );
}

function DocumentRow({ document, row }: { readonly document: RegulationSummary; readonly row: number }) {
  return (
    <a className="list-row" data-row={row} href={`/library/${document.id}`}>
      <strong>{document.title}</strong>
      <p className="two-lines">{document.description}</p>
      <span className="facts">
        <CategoryBadge category={document.category} />
        <Authorities ids={document.authorities} />
        <span>{document.jurisdictions.map(jurisdictionName).join(', ')}</span>
        <span>
          updated <Day value={document.updatedAt} />
        </span>
      </span>
    </a>
  );
}
