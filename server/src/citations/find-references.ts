import { provisionId } from '../corpus/table-of-contents.ts';
import { findCitations } from './find-citations.ts';
import { resolveCitation } from './resolve-citation.ts';

/** A place in a text that names a provision somebody can go to. Offsets are UTF-16 units of the text. */
export interface FoundReference {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly externalId: string;
  /** The paragraph named, as an id of the target's table of contents. */
  readonly entryId?: string;
}

/** `paragraphs (c)(2) and (d)(1) of this section`: each designator chain is a reference of its own. */
const ownParagraphs =
  /\bparagraphs?\s((?:\([a-zA-Z0-9]{1,5}\)){1,7}(?:(?:,\s|\sand\s|\sor\s|\sthrough\s|,\sand\s|,\sor\s)(?:\([a-zA-Z0-9]{1,5}\)){1,7}){0,12})\sof\sthis\s(?:section|appendix)\b/g;
const designatorChain = /(?:\([a-zA-Z0-9]{1,5}\)){1,7}/g;

/** Where the text of a document names provisions that are known, in order and without overlap. */
export function findReferences(
  text: string,
  self: string,
  isKnown: (externalId: string) => boolean,
): FoundReference[] {
  const found = [...toOthers(text, self, isKnown), ...toOwnParagraphs(text, self)];
  return found.sort((a, b) => a.startOffset - b.startOffset);
}

function* toOthers(
  text: string,
  self: string,
  isKnown: (externalId: string) => boolean,
): Generator<FoundReference> {
  const ownTitle = /^\d+-cfr-/.exec(self)?.[0];
  for (const { startOffset, endOffset, cited } of findCitations(text)) {
    const resolved = resolveCitation(cited);
    if (resolved?.kind !== 'provision') continue;
    // A number without a title means the title it stands in, before any other.
    const inOwnTitle = resolved.externalIds.filter((id) => ownTitle !== undefined && id.startsWith(ownTitle));
    const externalId = [...inOwnTitle, ...resolved.externalIds].find(isKnown);
    if (externalId === undefined) continue;
    if (externalId === self && resolved.path.length === 0) continue; // the document's own heading
    yield {
      startOffset,
      endOffset,
      externalId,
      ...(resolved.path.length > 0 && { entryId: provisionId(resolved.path) }),
    };
  }
}

function* toOwnParagraphs(text: string, self: string): Generator<FoundReference> {
  for (const match of text.matchAll(ownParagraphs)) {
    const list = match[1] ?? '';
    const listStart = match.index + match[0].indexOf(list);
    for (const chain of list.matchAll(designatorChain)) {
      const path = chain[0].slice(1, -1).split(')(');
      const startOffset = listStart + chain.index;
      yield {
        startOffset,
        endOffset: startOffset + chain[0].length,
        externalId: self,
        entryId: provisionId(path),
      };
    }
  }
}
