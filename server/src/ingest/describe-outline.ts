import type { TocDraft } from '../corpus/table-of-contents.ts';
import type { Outline } from './outline.ts';

/** A heading as it stands in the document, without its designator. */
export interface NamedDraft extends TocDraft {
  readonly heading?: string;
}

/** A description is read in a list of 50: two sentences, about three lines. Range 3 to 12. */
const maxHeadings = 8;
/** Headings longer than this are run-in sentences, not names. Range 60 to 200. */
const maxHeadingLength = 120;

/** Headings that tell nothing of what a section is about. */
const emptyHeadings = new Set(['reserved', 'in general', 'general', 'general rule']);
const longestEmpty = Math.max(...[...emptyHeadings].map((heading) => heading.length));

/** What a document is about, from its title and its highest headings: the same words for the same text. */
export function describeOutline(outline: Outline, drafts: readonly NamedDraft[]): string {
  const container = outline.container.join(', ');
  const title = withoutStop(outline.facts.title);
  const first = container === '' ? `${title}.` : `${title}, in ${container}.`;
  const headings = highestHeadings(drafts);
  if (headings.length === 0) return first;
  const more = headings.length - maxHeadings;
  const named = headings.slice(0, maxHeadings).join('; ');
  return `${first} Covers: ${named}${more > 0 ? `; and ${more} more` : ''}.`;
}

/** Distinct headings of the highest level that has two of them, else of the highest that has one. */
function highestHeadings(drafts: readonly NamedDraft[]): string[] {
  const byLevel = new Map<number, Set<string>>();
  for (const { heading, level } of drafts) {
    const name = withoutStop(heading ?? '');
    if (name === '' || name.length > maxHeadingLength) continue;
    const bare = name.includes('[') || name.includes(']') ? name.replace(/[[\]]/g, '') : name;
    if (bare.length <= longestEmpty && emptyHeadings.has(bare.toLowerCase())) continue;
    const atLevel = byLevel.get(level);
    if (atLevel) atLevel.add(name);
    else byLevel.set(level, new Set([name]));
  }
  const levels = [...byLevel].sort(([a], [b]) => a - b).map(([, names]) => [...names]);
  return levels.find((names) => names.length > 1) ?? levels[0] ?? [];
}

function withoutStop(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed;
}
