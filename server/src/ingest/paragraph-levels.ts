import { type Scheme, schemes } from './designators.ts';
import { nestOpenings } from './nest-openings.ts';
import type { Paragraph, Provision } from './outline.ts';
import { type FlatParagraph, findOpenings, type Opening } from './paragraph-openings.ts';

export { schemes } from './designators.ts';
export type { FlatParagraph, TextRange } from './paragraph-openings.ts';

/**
 * Infers the nesting of flat paragraphs from their designators; `opens` is empty for flush text.
 *
 * Definitions without designators repeat their lists, so the same path may be opened more than once.
 */
export function inferLevels(paragraphs: readonly FlatParagraph[], scheme: Scheme = schemes.cfr): Paragraph[] {
  const opens: Provision[][] = [];
  for (const { opening, path } of nestOpenings(openingsOf(paragraphs, scheme), scheme, paragraphs)) {
    const { paragraph, at, heading, through } = opening;
    let here = opens[paragraph];
    if (!here) {
      here = [];
      opens[paragraph] = here;
    }
    here.push(heading === undefined ? { path, at } : { path, heading, at });
    if (through) here.push({ path: [...path.slice(0, -1), through.text], at: through.at });
  }
  return paragraphs.map(({ text }, index) => ({
    kind: 'paragraph',
    text,
    opens: opens[index] ?? opensNothing,
  }));
}

const opensNothing: readonly Provision[] = [];

/** Read from the end, so that what comes later tells where the first item of a list has to be looked for. */
function openingsOf(paragraphs: readonly FlatParagraph[], scheme: Scheme): Opening[] {
  const backwards: Opening[] = [];
  const wanted = new Set<number>();
  for (let index = paragraphs.length - 1; index >= 0; index -= 1) {
    const paragraph = paragraphs[index];
    if (!paragraph || paragraph.plain) continue;
    const openings = findOpenings(paragraph, index, scheme, wanted);
    for (let last = openings.length - 1; last >= 0; last -= 1) {
      const opening = openings[last];
      if (!opening) continue;
      backwards.push(opening);
      for (const { level, ordinal, cost } of opening.readings) {
        if (ordinal === 1) wanted.delete(level);
        else if (ordinal === 2 && cost === 0) wanted.add(level);
      }
    }
  }
  return backwards.reverse();
}
