import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useShortcut } from '../../keys/shortcuts.tsx';
import { useListKeys } from '../../keys/use-list-keys.ts';
import type { PageProps } from '../../pages.ts';
import { CategoryBadge } from '../../parts/badges.tsx';
import { copyText } from '../../parts/copy-button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Loading } from '../../parts/states.tsx';
import { usePlace, withQuery } from '../../router/place.ts';
import { fullCitation } from '../../text/citation.ts';
import { blockAt, nearestEntry } from '../../text/text-blocks.ts';
import { AboutText } from './about-text.tsx';
import { DocumentText } from './document-text.tsx';
import { readAddress } from './read-address.ts';
import { TableOfContents } from './table-of-contents.tsx';
import { useDocument } from './use-document.ts';
import { useReadingPlace } from './use-reading-place.ts';
import './document.css';

/** The reader of one document. Address: revision or asOf, `at` in bytes or `to` an entry of the contents. */
export default function DocumentPage({ params }: PageProps) {
  const { path, query } = usePlace();
  const { version, at, to } = useMemo(() => readAddress(query), [query]);
  const { detail, text, laidOut, links } = useDocument(params.id ?? '', version);
  const document_ = detail.value;
  const entries = document_?.tableOfContents.entries;
  const reading = useReadingPlace(laidOut?.blocks);

  const here = useMemo(() => {
    if (!laidOut) return undefined;
    const entry = to === undefined || !entries ? undefined : nearestEntry(entries, to);
    const fromByte = at?.start ?? entry?.startOffset;
    if (fromByte === undefined) return undefined;
    if (!laidOut.complete && fromByte >= laidOut.map.totalBytes) return undefined; // still being read
    const start = laidOut.map.position(fromByte);
    const block = laidOut.blocks[blockAt(laidOut.blocks, start)];
    if (!block) return undefined;
    // Without an end, the paragraph is meant that holds the byte.
    const range =
      at?.end === undefined
        ? { start: block.start, end: block.end }
        : { start, end: Math.max(start + 1, laidOut.map.position(at.end)) };
    return { block, range };
  }, [laidOut, at, to, entries]);

  // Once for each address: a long text arrives in two steps, and the reader may have scrolled on.
  const shownFor = useRef<URLSearchParams>(undefined);
  useEffect(() => {
    if (!here || shownFor.current === query) return;
    shownFor.current = query;
    document.getElementById(`b${here.block.startByte}`)?.scrollIntoView();
  }, [here, query]);

  const revision = document_?.revision;
  const externalId = document_?.externalId;
  const addressOf = useCallback(
    (byte: number) => `/library/${externalId}?revision=${revision}&at=${byte}`,
    [externalId, revision],
  );
  const readingEntry = laidOut?.blocks[reading]?.entry;
  // What the address points to is what one means to cite; otherwise the whole document.
  const citation = () => (document_ ? fullCitation(document_, here?.block.entry) : '');
  useListKeys(laidOut?.blocks.length ?? 0);
  useShortcut('c', 'copy the citation', () => void copyText(citation()));

  if (!document_) {
    return (
      <>
        <PageTitle title={params.id ?? ''} />
        {detail.error === undefined ? (
          <Loading what="the document" lines={14} />
        ) : (
          <ErrorNote error={detail.error} onRetry={detail.reload} />
        )}
      </>
    );
  }
  return (
    <article className="reader">
      <PageTitle title={document_.title}>
        <p>{document_.description}</p>
        <p className="facts">
          <CategoryBadge category={document_.category} />
          <code>{document_.externalId}</code>
        </p>
      </PageTitle>
      {detail.error !== undefined && <ErrorNote error={detail.error} onRetry={detail.reload} />}
      <TableOfContents
        entries={entries ?? []}
        active={readingEntry}
        addressOf={(entry) => `${path}${withQuery(query, { at: '', to: entry.id })}`}
        onGo={(entry) => {
          const block = laidOut?.blocks[blockAt(laidOut.blocks, laidOut.map.position(entry.startOffset))];
          document.getElementById(`b${block?.startByte}`)?.scrollIntoView();
        }}
      />
      <AboutText detail={document_} citation={citation} />
      <section className="reader-text" aria-label="Text" aria-busy={!laidOut}>
        {laidOut && <DocumentText laidOut={laidOut} links={links} here={here?.range} addressOf={addressOf} />}
        {!laidOut?.complete && text.error === undefined && <Loading what="the text" lines={14} />}
        {text.error !== undefined && <ErrorNote error={text.error} onRetry={text.reload} />}
      </section>
    </article>
  );
}
