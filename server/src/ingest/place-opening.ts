import type { Scheme } from './designators.ts';
import type { Opening, Reading } from './paragraph-openings.ts';

/** One open list: which level, and how far it has come. */
interface OpenList {
  readonly level: number;
  readonly ordinal: number;
  readonly designator: string;
  readonly hasHeading: boolean;
  /** What its type face cost when it was opened: later items in the same face cost nothing more. */
  readonly faceCost: number;
}

/** The same while the search runs, chained backwards: paths are written for the winner only. */
export interface Taken {
  readonly opening: Opening;
  readonly open: readonly OpenList[];
  readonly before: Taken | undefined;
}

/** One way to nest everything read so far. */
export interface Nesting {
  readonly open: readonly OpenList[];
  readonly cost: number;
  readonly last: Taken | undefined;
}

/**
 * The scale: 0 is ordinary, 5 is as bad as taking a line's leading designator for mere text. Set by hand on the
 * titles of the CFR, from what goes wrong in them; only their order matters, not their exact size.
 */
export const costs = {
  /** A list of one item: drafters avoid it. */
  singleItem: 0.3,
  /** An item with a run-in heading after one without, or the other way round. */
  headingChange: 0.2,
  /** `(c)` then `(e)`: removed without `[Reserved]`. */
  gap: 2,
  perMissing: 0.2,
  /** `(1)` again without a new parent: definitions have no designator of their own, so cheap after plain text. */
  restartAfterText: 0.8,
  restart: 2.5,
  repeat: 4,
  backwards: 4.8,
  /** A list that starts with its second item. */
  startsLate: 3,
  /** An excerpt, as amendments print it, begins with any paragraph. */
  startsInTheMiddle: 2,
  /** A section that starts with `(1)`, and `(a)` straight to `(i)`. */
  startsAtSecondLevel: 0.3,
  perSkippedLevel: 1,
  /** `(1)` above `(a)`: older parts. */
  againstOrder: 2.5,
  /** Where any order will do, going on with a list is still likelier than a new one: `I.` after `H.` */
  anyOrder: 0.4,
  /** `(A)` below a list of `(A)`: the drafter ran out of levels. */
  nestedAgain: 3,
  /** Leaving what is open for a list of a higher level that was not. */
  abandon: 2,
  /** Under a heading inside a section, and under one inside an appendix. */
  freshUnderHeading: 1,
  keptUnderHeading: 0.1,
} as const;

/** Official texts stop at seven levels. */
const deepest = 10;
/** A list that seems to start later than this is another reading of the letter. */
const latestStart = 8;
/** A jump larger than this is another reading of the letter, not a gap. */
const largestGap = 15;

export interface Step {
  readonly opening: Opening;
  readonly afterText: boolean;
  readonly afterHeading: boolean;
  readonly scheme: Scheme;
}

/**
 * The place of a designator of which one reading only goes on with an open list or begins one where the scheme
 * expects it: by far the most common case, and the reason that weighing all others is cheap.
 */
export function placeObvious(nesting: Nesting | undefined, step: Step): Nesting | undefined {
  const { opening } = step;
  if (!nesting || opening.flushCost === 0 || opening.openCost > 0 || step.afterHeading) return undefined;
  const { open } = nesting;
  let fitting: Reading | undefined;
  let fittingDepth = 0;
  let mayBegin = false;
  for (const reading of opening.readings) {
    if (reading.cost > 0) continue;
    const depth = fittingDepthOf(reading, open, step);
    if (depth < 0) {
      mayBegin ||= reading.ordinal === 1;
      continue;
    }
    if (fitting) return undefined;
    fitting = reading;
    fittingDepth = depth;
  }
  // `(i)` after `(h)` may begin a list one level too deep, and `(2)` go on with one in the wrong face.
  if (!fitting || mayBegin || open.some((list) => list.faceCost > 0)) return undefined;
  let cost = 0;
  for (let depth = fittingDepth + 1; depth < open.length; depth += 1) {
    if (open[depth]?.ordinal === 1) cost += costs.singleItem;
  }
  const before = open[fittingDepth];
  if (before && before.hasHeading !== (opening.heading !== undefined)) cost += costs.headingChange;
  return placed(nesting, open.slice(0, fittingDepth), opening, fitting, cost);
}

/** How many of the open lists stay above the reading where it fits without a doubt; -1 where it does not. */
function fittingDepthOf(reading: Reading, open: readonly OpenList[], step: Step): number {
  for (let depth = open.length - 1; depth >= 0; depth -= 1) {
    const list = open[depth];
    if (list?.level !== reading.level) continue;
    return !step.opening.firstBelow && isNext(list.ordinal, reading.ordinal) ? depth : -1;
  }
  const isFirst = reading.ordinal === 1 && orderCost(open.at(-1)?.level, reading.level, step.scheme) === 0;
  return isFirst ? open.length : -1;
}

/** Adds every nesting that one more opening can make of this one. */
export function placeEveryWay(nesting: Nesting, step: Step, into: Nesting[]): void {
  const { opening } = step;
  for (const reading of opening.readings) {
    if (!opening.firstBelow) continueLists(nesting, step, reading, into);
    openBelow(nesting, step, reading, into);
  }
  into.push({ open: nesting.open, cost: nesting.cost + opening.flushCost, last: nesting.last });
}

/** The reading as a later (or repeated) item of a list that is open. */
function continueLists(nesting: Nesting, step: Step, reading: Reading, into: Nesting[]): void {
  const { open } = nesting;
  let closing = 0;
  for (let depth = open.length - 1; depth >= 0; depth -= 1) {
    const list = open[depth];
    if (!list) break;
    if (list.level === reading.level) {
      const cost = stepCost(list, reading.ordinal, step);
      if (cost !== undefined) {
        const heading = list.hasHeading === (step.opening.heading !== undefined) ? 0 : costs.headingChange;
        const face = Math.abs(reading.cost - list.faceCost);
        place(nesting, open.slice(0, depth), step, reading, cost + heading + face + closing, into);
      }
    }
    if (list.ordinal === 1) closing += costs.singleItem;
  }
}

function stepCost(list: OpenList, ordinal: number, step: Step): number | undefined {
  const gap = ordinal - list.ordinal;
  if (isNext(list.ordinal, ordinal)) return 0;
  if (gap > 0) return gap <= largestGap ? costs.gap + costs.perMissing * gap : undefined;
  if (ordinal === 1) {
    if (step.afterHeading)
      return step.scheme.order === 'free' ? costs.keptUnderHeading : costs.freshUnderHeading;
    return step.afterText ? costs.restartAfterText : costs.restart;
  }
  if (gap === 0) return costs.repeat;
  return costs.backwards;
}

/** (c) after (b) or (b-2); (b-1) after (b), (b-2) after (b-1). */
function isNext(before: number, ordinal: number): boolean {
  if (Number.isInteger(ordinal)) return ordinal === Math.floor(before) + 1;
  return ordinal > before && ordinal - before < 0.015;
}

/** The reading as the first item of a new list. */
function openBelow(nesting: Nesting, step: Step, reading: Reading, into: Nesting[]): void {
  const { open } = nesting;
  const { scheme, opening } = step;
  if (opening.firstBelow && reading.ordinal !== 1) return;
  const late = lateCost(nesting, reading.ordinal);
  if (late === undefined) return;
  const start = late + reading.cost;
  const isOpen = open.some((list) => list.level === reading.level);
  const parent = open.at(-1);
  if (!isOpen) {
    place(nesting, open, step, reading, start + orderCost(parent?.level, reading.level, scheme), into);
    if (opening.firstBelow || open.length === 0) return;
    if (scheme.order === 'fixed' && parent && parent.level > reading.level) {
      const above = open.filter((list) => list.level < reading.level);
      place(nesting, above, step, reading, start + costs.abandon, into);
    }
  } else if (parent && parent.level !== reading.level && open.length < deepest) {
    place(nesting, open, step, reading, start + costs.nestedAgain, into);
  }
  if (step.afterHeading && open.length > 0) {
    const cost = scheme.order === 'free' ? 0 : costs.freshUnderHeading;
    place(nesting, [], step, reading, start + cost + orderCost(undefined, reading.level, scheme), into);
  }
}

function lateCost({ open, last }: Nesting, ordinal: number): number | undefined {
  if (ordinal === 1) return 0;
  if (open.length === 0 && !last) return costs.startsInTheMiddle;
  return ordinal <= latestStart ? costs.startsLate + costs.perMissing * (ordinal - 1) : undefined;
}

function orderCost(parent: number | undefined, level: number, scheme: Scheme): number {
  if (scheme.order === 'free') return parent === undefined ? 0 : costs.anyOrder;
  if (parent === undefined) {
    return level === 0 ? 0 : costs.startsAtSecondLevel + costs.perSkippedLevel * (level - 1);
  }
  return level > parent ? costs.perSkippedLevel * (level - parent - 1) : costs.againstOrder;
}

function place(
  nesting: Nesting,
  above: readonly OpenList[],
  step: Step,
  reading: Reading,
  cost: number,
  into: Nesting[],
): void {
  into.push(placed(nesting, above, step.opening, reading, cost));
}

function placed(
  nesting: Nesting,
  above: readonly OpenList[],
  opening: Opening,
  reading: Reading,
  cost: number,
): Nesting {
  const list: OpenList = {
    level: reading.level,
    ordinal: reading.last,
    designator: opening.designator,
    hasHeading: opening.heading !== undefined,
    faceCost: reading.cost,
  };
  const open = [...above, list];
  return {
    open,
    cost: nesting.cost + opening.openCost + cost,
    last: { opening, open, before: nesting.last },
  };
}
