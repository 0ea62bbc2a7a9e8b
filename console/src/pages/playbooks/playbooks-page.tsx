import { limits, type WikiSummary, wikiDomains } from '@pandect/contract';
import { useCallback, useEffect } from 'react';
import { useClient } from '../../api/session.tsx';
import { usePages } from '../../api/use-pages.ts';
import { useListKeys } from '../../keys/use-list-keys.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';
import { domainName, domainNames } from './domains.ts';
import './playbooks.css';

/** The playbooks by domain; with words to look for, the best first. */
export default function PlaybooksPage() {
  const { query } = usePlace();
  const client = useClient();
  const text = query.get('q') ?? '';
  const domain = query.get('domain') ?? '';
  const filters = {
    ...(text !== '' && { query: text }),
    ...(domain !== '' && { domain }),
    limit: limits.wikiPage.max,
  };
  const list = usePages(['listRegulationWikis', filters], (cursor, options) =>
    client.listRegulationWikis({ ...filters, ...cursor }, options),
  );
  const { hasMore, loading, error, begun, loadMore } = list;
  // There are some hundred: all of them are read, or a domain would be shown in part.
  useEffect(() => {
    if (begun && hasMore && !loading && error === undefined) loadMore();
  }, [begun, hasMore, loading, error, loadMore]);
  const search = useCallback((q: string) => changeQuery({ q }), []);
  const groups =
    text === ''
      ? wikiDomains
          .map((one) => ({ name: domainName(one), wikis: list.items.filter((wiki) => wiki.domain === one) }))
          .filter(({ wikis }) => wikis.length > 0)
      : [{ name: `Best for “${text}”`, wikis: list.items }];
  useListKeys(list.items.length);
  let row = 0;
  return (
    <>
      <PageTitle title="Playbooks">
        <p>One for each activity: statute, regulation, examination, and how to do it, with every source.</p>
      </PageTitle>
      <div className="row playbook-filters">
        <SearchField label="Search playbooks" value={text} onChange={search} />
        <select
          aria-label="Domain"
          value={domain}
          onChange={(event) => changeQuery({ domain: event.target.value })}
        >
          <option value="">Every domain</option>
          {Object.entries(domainNames).map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && <ErrorNote error={error} onRetry={list.restart} />}
      {loading && list.items.length === 0 && <Loading what="the playbooks" lines={10} />}
      {begun && list.items.length === 0 && error === undefined && (
        <Empty title="No playbook fits">
          <p>Try other words or another domain.</p>
        </Empty>
      )}
      {list.items.length > 0 &&
        groups.map(({ name, wikis }) => (
          <section key={name} className="domain">
            <h2>{name}</h2>
            <ul className="playbook-grid">
              {wikis.map((wiki) => (
                <li key={wiki.slug}>
                  <PlaybookCard wiki={wiki} row={row++} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

function PlaybookCard({ wiki, row }: { readonly wiki: WikiSummary; readonly row: number }) {
  return (
    <a className="card playbook-card" href={`/playbooks/${wiki.slug}`} data-row={row}>
      <strong>{wiki.title}</strong>
      <p>{wiki.description}</p>
      <span className="facts">
        {wiki.sourceCount} {wiki.sourceCount === 1 ? 'source' : 'sources'}
      </span>
    </a>
  );
}
