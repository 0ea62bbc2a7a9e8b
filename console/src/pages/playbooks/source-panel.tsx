import { useEffect, useMemo, useRef } from 'react';
import { EditionBadge } from '../../parts/badges.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Loading } from '../../parts/states.tsx';
import { bestBlock } from '../../text/best-block.ts';
import type { Claim } from '../../text/claims.ts';
import { slugName } from '../../text/slug-name.ts';
import { DocumentText } from '../document/document-text.tsx';
import { useDocument } from '../document/use-document.ts';
import '../document/document.css';

const current = {};

/** The source of a claim, opened at the paragraph that says it. */
export function SourcePanel({ claim, onClose }: { readonly claim: Claim; readonly onClose: () => void }) {
  const { detail, text, laidOut, links } = useDocument(claim.source, current);
  const panel = useRef<HTMLDivElement>(null);
  const block = useMemo(() => {
    if (!laidOut) return undefined;
    const at = bestBlock(laidOut.text, laidOut.blocks, claim.text);
    return at === undefined ? undefined : laidOut.blocks[at];
  }, [laidOut, claim.text]);
  const here = useMemo(() => block && { start: block.start, end: block.end }, [block]);
  useEffect(() => {
    const target = block && panel.current?.querySelector<HTMLElement>(`#b${block.startByte}`);
    // Only the panel scrolls: the reader's place in the playbook stays.
    if (target && panel.current) panel.current.scrollTop = target.offsetTop - 12;
  }, [block]);
  const document_ = detail.value;
  const addressOf = useMemo(
    () => (byte: number) => `/library/${claim.source}?revision=${document_?.revision ?? 1}&at=${byte}`,
    [claim.source, document_?.revision],
  );
  return (
    <aside className="source-panel" aria-label={`Source: ${slugName(claim.source)}`}>
      <header>
        <div>
          <h2>{document_?.title ?? slugName(claim.source)}</h2>
          <p className="facts">
            {document_ && <EditionBadge edition={document_.edition} />}
            <a href={block ? addressOf(block.startByte) : `/library/${claim.source}`}>Open in the library</a>
          </p>
        </div>
        <button type="button" className="quiet" aria-label="Close the passage" onClick={onClose}>
          ✕
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="source-scroll" ref={panel} tabIndex={0} aria-label="Passage">
        {laidOut && <DocumentText laidOut={laidOut} links={links} here={here} addressOf={addressOf} />}
        {!laidOut && (detail.error ?? text.error) === undefined && <Loading what="the passage" />}
        {(detail.error ?? text.error) !== undefined && (
          <ErrorNote error={detail.error ?? text.error} onRetry={detail.reload} />
        )}
      </section>
    </aside>
  );
}
