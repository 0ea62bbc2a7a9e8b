/**
 * Every difference between a source and its import that is meant, with its reason. The comparison itself
 * forgives nothing: a rule changes what is expected of the import, and each use of it is counted and printed.
 */
export const rules = {
  'heading-only':
    'a reserved, repealed or transferred number, or a form that is only a picture: a heading without text is no document',
  'apparatus-dropped':
    'authority and source notes, credits, amendment links, editors’ and cross-reference notes, running heads, page marks',
  'outside-sections': 'text printed above the level of a part, which belongs to no document: NOT IMPORTED',
  'displaced-in-source':
    'rebuilt Title 12: words the rebuilder could not put back (RECON), order_defect records: kept as the source has them, and the document must say that it is lossy',
  'structure-heading': 'the headings of titles, chapters, parts, subparts and subject groups name containers',
  'omission-stars': 'STARS marks text left out: five asterisks, not words',
  'table-head-rows': 'a flat list of column heads (CHED H="1", H="2") is read row by row, as printed',
  'footnote-after-paragraph': 'a footnote inside a sentence follows its paragraph and leaves its mark',
  'heading-said-once':
    'RegML: a title that the words after it repeat; JSONL: the heading line that stands twice',
  'label-not-printed': 'RegML: a marker that is a name (Interp, none, p1), not a designator',
  'heading-number': 'RegML: a section heading without its number, or with another section’s',
  'supplement-joined': 'RegML: interpretations of appendices kept apart under a heading of the Bureau’s site',
  'links-beside':
    'RegML: copies of defined terms beside a table or a line to fill in, without the words round them',
  'picture-text': 'RegML: a model form is a picture; its file name and address are not words',
  'empty-designator': 'RegML: a marker without words or provisions below it',
  'note-on-gone-section': 'US Code: under the heading of a repealed number the editors say what it held',
  'edge-space': 'US Code: no-break spaces at the edge of a block are indentation',
  'markup-mark': 'Markdown: soft hyphens, and the caret before the number of an earlier footnote',
} as const;

export type Rule = keyof typeof rules;

export class RuleCounts {
  readonly #counts = new Map<Rule, number>();

  add(rule: Rule, count = 1): void {
    if (count > 0) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + count);
  }

  count(rule: Rule): number {
    return this.#counts.get(rule) ?? 0;
  }

  entries(): readonly (readonly [Rule, number])[] {
    return [...this.#counts];
  }
}
