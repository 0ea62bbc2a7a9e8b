import { useMemo } from 'react';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import { useShortcut } from '../../keys/shortcuts.tsx';
import { useListKeys } from '../../keys/use-list-keys.ts';
import type { PageProps } from '../../pages.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { drawMarkdown } from '../../parts/markdown.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Loading } from '../../parts/states.tsx';
import { Day } from '../../parts/times.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';
import { claimsOf, sourceMarker } from '../../text/claims.ts';
import { slugName } from '../../text/slug-name.ts';
import { domainName } from './domains.ts';
import { SourcePanel } from './source-panel.tsx';
import './playbooks.css';

/** One playbook. `?claim=3` opens the passage behind its fourth marker beside the text. */
export default function PlaybookPage({ params }: PageProps) {
  const { query } = usePlace();
  const client = useClient();
  const slug = params.slug ?? '';
  const wiki = useReply(['getRegulationWiki', slug], (options) =>
    client.getRegulationWiki({ slug }, options),
  );
  const body = wiki.value?.body ?? '';
  const claims = useMemo(() => claimsOf(body), [body]);
  const chosen = query.has('claim') ? Number(query.get('claim')) : undefined;
  const claim = chosen === undefined ? undefined : claims[chosen];
  const close = () => changeQuery({ claim: '' });
  useShortcut('Escape', 'close the passage', close);
  useListKeys(claims.length);

  const text = useMemo(() => <Body body={body} slug={slug} chosen={chosen} />, [body, slug, chosen]);
  if (!wiki.value) {
    return (
      <>
        <PageTitle title={slug} />
        {wiki.error === undefined ? (
          <Loading what="the playbook" lines={14} />
        ) : (
          <ErrorNote error={wiki.error} onRetry={wiki.reload} />
        )}
      </>
    );
  }
  const { title, description, domain, updatedAt, stale = false, staleSources = [], sources } = wiki.value;
  return (
    <>
      <PageTitle title={title}>
        <p>{description}</p>
        <p className="facts">
          <a href={`/playbooks?domain=${domain}`}>{domainName(domain)}</a>
          <span>{sources.length} sources</span>
          <span>
            written <Day value={updatedAt} />
          </span>
        </p>
      </PageTitle>
      {stale && (
        <p className="note warn">
          Newer text than this playbook was written from: {staleSources.map(slugName).join(', ')}. Read the
          sources.
        </p>
      )}
      <div className={claim ? 'playbook with-source' : 'playbook'}>
        <article className="playbook-text">{text}</article>
        {claim && <SourcePanel key={claim.source} claim={claim} onClose={close} />}
      </div>
    </>
  );
}

function Body(props: { readonly body: string; readonly slug: string; readonly chosen: number | undefined }) {
  let marker = 0;
  return drawMarkdown(props.body, (words) => {
    const parts = [];
    let from = 0;
    for (const match of words.matchAll(sourceMarker)) {
      const at = marker++;
      parts.push(words.slice(from, match.index));
      parts.push(
        <a
          key={at}
          className="source-mark"
          data-row={at}
          href={`/playbooks/${props.slug}?claim=${at}`}
          {...(at === props.chosen && { 'aria-current': 'true' })}
        >
          {slugName(match[1] ?? '')}
        </a>,
      );
      from = match.index + match[0].length;
    }
    parts.push(words.slice(from));
    return parts;
  });
}
