import type { Scheme } from './designators.ts';
import type { FlatParagraph, Opening } from './paragraph-openings.ts';
import { costs, type Nesting, placeEveryWay, placeObvious, type Taken } from './place-opening.ts';

/** Where an opening was put. */
export interface Placement {
  readonly opening: Opening;
  readonly path: readonly string[];
}

/** Beyond this distance from the best a nesting has never been seen to win. */
const worthKeeping = 5;
const mostNestings = 10;

/**
 * Chooses a reading and a place for every opening.
 *
 * Every designator has one or more readings, and every reading fits what is open in one or more ways, each at a
 * cost: 0 for the next of an open list or the first below it, more for anything a drafter seldom does. Several
 * nestings are carried along and the cheapest whole is taken, so `(i)` after `(h)` is settled by what comes
 * before and by what comes next (`(j)` or `(ii)`).
 */
export function nestOpenings(
  openings: readonly Opening[],
  scheme: Scheme,
  paragraphs: readonly FlatParagraph[],
): Placement[] {
  let nestings: readonly Nesting[] = [{ open: [], cost: 0, last: undefined }];
  let previousParagraph = -1;
  for (const opening of openings) {
    const isFirstInParagraph = opening.paragraph !== previousParagraph;
    const afterText = isFirstInParagraph && (opening.paragraph > previousParagraph + 1 || opening.at > 0);
    const afterHeading =
      isFirstInParagraph && headingBetween(paragraphs, previousParagraph, opening.paragraph);
    previousParagraph = opening.paragraph;
    const step = { opening, afterText, afterHeading, scheme };
    const obvious = nestings.length === 1 ? placeObvious(nestings[0], step) : undefined;
    if (obvious) nestings = [obvious];
    else {
      const next: Nesting[] = [];
      for (const nesting of nestings) placeEveryWay(nesting, step, next);
      nestings = prune(next);
    }
  }
  return readBack(cheapest(nestings.map(closeAll))?.last);
}

/** At the end every list is closed, and lists of one item count. */
function closeAll(nesting: Nesting): Nesting {
  const single = nesting.open.filter((list) => list.ordinal === 1).length;
  return { ...nesting, cost: nesting.cost + single * costs.singleItem };
}

function headingBetween(paragraphs: readonly FlatParagraph[], from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index += 1) if (paragraphs[index]?.afterHeading) return true;
  return false;
}

/** Drops what cannot win, and all but the cheapest way to the same open lists. */
function prune(nestings: readonly Nesting[]): readonly Nesting[] {
  const limit = (cheapest(nestings)?.cost ?? 0) + worthKeeping;
  const byLists = new Map<string, Nesting>();
  for (const nesting of nestings) {
    if (nesting.cost > limit) continue;
    let key = '';
    for (const list of nesting.open) key += `${list.level}:${list.ordinal} `;
    const same = byLists.get(key);
    if (!same || nesting.cost < same.cost) byLists.set(key, nesting);
  }
  const kept = [...byLists.values()];
  if (kept.length <= mostNestings) return kept;
  return kept.sort((one, other) => one.cost - other.cost).slice(0, mostNestings);
}

function cheapest(nestings: readonly Nesting[]): Nesting | undefined {
  let best: Nesting | undefined;
  for (const nesting of nestings) if (!best || nesting.cost < best.cost) best = nesting;
  return best;
}

function readBack(last: Taken | undefined): Placement[] {
  const placements: Placement[] = [];
  for (let each = last; each; each = each.before) {
    placements.push({ opening: each.opening, path: each.open.map((list) => list.designator) });
  }
  return placements.reverse();
}
