import { regulationSubject } from '../corpus/regulation-subjects.ts';

/** What of a document the line is made from: members of `PreparedDocument`. */
export interface ContextDocument {
  readonly facts: {
    readonly title: string;
    readonly attributes: Readonly<Record<string, string | number | readonly string[]>>;
  };
  readonly container: readonly string[];
}

/**
 * The line a passage is embedded and reranked under, as the models were trained:
 * `12 CFR 1005.6 Liability of consumer for unauthorized transfers. Electronic Fund Transfers`.
 */
export function contextLine(document: ContextDocument, chunk: { readonly sectionPath: string }): string {
  const { facts, container } = document;
  const subject = subjectOf(document);
  const isSection = /^\d+ (?:CFR|U\.S\.C\.) \S*\d/.test(facts.title);
  // A section's chunks are about the section. An appendix, a handbook or a preamble is about what its headings say.
  const headings = isSection ? [] : headingsBelow(chunk.sectionPath, container.length + 1);
  const line = [facts.title, ...headings].join(', ');
  return subject === '' || subject === facts.title ? line : `${line}. ${subject}`;
}

function subjectOf({ facts, container }: ContextDocument): string {
  const { cfrTitle, cfrPart } = facts.attributes;
  const known =
    typeof cfrTitle === 'number' && (typeof cfrPart === 'number' || typeof cfrPart === 'string')
      ? regulationSubject(cfrTitle, cfrPart)
      : undefined;
  if (known !== undefined) return known;
  return (
    (container.at(-1) ?? '')
      .replace(/ \([^()]*(?:CFR|U\.S\.C\.)[^()]*\)$/, '')
      // The name of a whole title of the Code says nothing about a section.
      .replace(/^United States Code, Title \d+$/, '')
  );
}

/** The widest and the narrowest heading under the document's own, without designators: all of them would leave no room for the text. */
function headingsBelow(sectionPath: string, depth: number): string[] {
  return sectionPath
    .split(' > ')
    .slice(depth)
    .map((crumb) => crumb.replace(/^\([^()]*\) ?/, ''))
    .filter((crumb, at, all) => crumb !== '' && (at === 0 || at === all.length - 1));
}
