import type { RegulationDetail } from '@pandect/contract';
import type { TocEntry } from './text-blocks.ts';

/** `12 CFR 1005.11(c)(2)`: the document's formal citation, with the paragraph an entry stands for. */
export function citationOf(detail: RegulationDetail, entry: TocEntry | undefined): string {
  const cited: unknown = detail.attributes?.citation;
  const formal = typeof cited === 'string' ? cited : detail.title;
  const { entries } = detail.tableOfContents;
  let designators = '';
  for (let at = entry; at; at = entries.find(({ id }) => id === at?.parentId)) {
    const own = /^(?:\([a-zA-Z0-9]{1,5}\))+/.exec(at.title)?.[0];
    if (own === undefined) return formal; // a heading above: its paragraphs are not those of the section
    designators = own + designators;
  }
  return formal + designators;
}

/** A citation fit for a memo: what, which text of it, and where its publisher has it. */
export function fullCitation(detail: RegulationDetail, entry: TocEntry | undefined): string {
  const text = {
    official: 'official text',
    lossy: 'official text with known losses',
    digest: 'Pandect digest',
  }[detail.edition];
  const of = detail.inForceFrom === undefined ? '' : ` as of ${detail.inForceFrom}`;
  return `${citationOf(detail, entry)} (${text}${of}, revision ${detail.revision}), ${detail.sourceUrl}`;
}
