/** A piece of text that is never cut: a block, or a part of an over-long one. */
export interface Unit {
  readonly startByte: number;
  readonly endByte: number;
  readonly words: number;
  /** 0 the title, then the level of the section that begins here; `flushDepth` where none does. */
  readonly depth: number;
  /** Begins what people cite and look up on its own: a heading, a top-level provision. */
  readonly citable: boolean;
  /** Where its first byte lives in the table of contents. */
  readonly section: number;
}

/** Units `from` to `to` (excluded) make one chunk. */
export interface UnitGroup {
  readonly from: number;
  readonly to: number;
}

/** Deeper than any section. */
export const flushDepth = 100;

/** A section up to this long is one chunk; so is what is joined. About 450 tokens, an encoder's window. Range 250 to 400. */
const maxJoinedWords = 350;
/** A chunk this long takes nothing more. Range 150 to 250. */
const enoughWords = 200;
/** Two deeper provisions that are both this long stay apart: each answers a question of its own. Range 80 to 200. */
const substantialWords = 120;
/** Below this a provision may share a chunk with its neighbour, and a lead-in or tail is not left alone. Range 25 to 60. */
const shortWords = 40;
/** Cut apart, so short a document would leave pieces that do not say what they are about. Range 80 to 200. */
const tinyDocumentWords = 120;

/**
 * Groups units into chunks, breaking at the highest provisions first: a section that is too long is cut
 * before each of its direct parts, these again where needed, and what is left short is joined.
 */
export function groupUnits(units: readonly Unit[]): UnitGroup[] {
  const wordsBefore = [0];
  for (const unit of units) wordsBefore.push((wordsBefore.at(-1) ?? 0) + unit.words);
  const wordsOf = ({ from, to }: UnitGroup) => (wordsBefore[to] ?? 0) - (wordsBefore[from] ?? 0);
  const all = { from: 0, to: units.length };
  if (units.length === 0) return [];
  if (wordsOf(all) <= tinyDocumentWords) return [all];
  const groups: UnitGroup[] = [];
  cutAtHighest(units, wordsOf, all, groups);
  return joinShort(units, wordsOf, groups);
}

type WordsOf = (group: UnitGroup) => number;

function cutAtHighest(units: readonly Unit[], wordsOf: WordsOf, whole: UnitGroup, groups: UnitGroup[]): void {
  let current: UnitGroup | undefined;
  let longestPart = 0;
  const close = () => {
    if (current) groups.push(current);
    current = undefined;
    longestPart = 0;
  };
  for (const part of partsAtHighest(units, whole)) {
    const words = wordsOf(part);
    if (words > maxJoinedWords && part.to - part.from > 1) {
      close();
      cutAtHighest(units, wordsOf, part, groups);
      continue;
    }
    const citable = units[part.from]?.citable ?? false;
    if (current && !mayJoin(wordsOf(current), longestPart, words, citable)) close();
    current = { from: current?.from ?? part.from, to: part.to };
    longestPart = Math.max(longestPart, words);
  }
  close();
}

function mayJoin(currentWords: number, longestPart: number, partWords: number, citable: boolean): boolean {
  if (currentWords >= enoughWords || currentWords + partWords > maxJoinedWords) return false;
  if (citable) return longestPart < shortWords && partWords < shortWords;
  return currentWords < substantialWords || partWords < substantialWords;
}

/** Cuts a group before every unit of the highest section that begins after its first unit. */
function partsAtHighest(units: readonly Unit[], { from, to }: UnitGroup): UnitGroup[] {
  let highest = flushDepth;
  for (let at = from + 1; at < to; at += 1) highest = Math.min(highest, units[at]?.depth ?? flushDepth);
  const parts: UnitGroup[] = [];
  let start = from;
  for (let at = from + 1; at <= to; at += 1) {
    if (at < to && units[at]?.depth !== highest) continue;
    parts.push({ from: start, to: at });
    start = at;
  }
  return parts;
}

/** A short lead-in goes to the first of its parts, a short tail to what it follows. */
function joinShort(units: readonly Unit[], wordsOf: WordsOf, groups: readonly UnitGroup[]): UnitGroup[] {
  const joined: UnitGroup[] = [];
  for (const [index, group] of groups.entries()) {
    const previous = joined.at(-1);
    const next = groups[index + 1];
    const leadsIn = previous && wordsOf(previous) < shortWords && isInside(group, previous);
    const trails =
      previous &&
      wordsOf(group) < shortWords &&
      !units[group.from]?.citable &&
      !(next && isInside(next, group)) &&
      wordsOf(previous) <= maxJoinedWords;
    if (previous && (leadsIn || trails)) joined[joined.length - 1] = { from: previous.from, to: group.to };
    else joined.push(group);
  }
  return joined;

  /** The group after `outer` begins a part of it. */
  function isInside(inner: UnitGroup, outer: UnitGroup): boolean {
    return (units[inner.from]?.depth ?? 0) > (units[outer.from]?.depth ?? 0);
  }
}
