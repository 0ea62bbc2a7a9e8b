import { isFirstDesignator } from '../corpus/table-of-contents.ts';

/**
 * Which headings and provisions are open at a point of the document. Headings nest by level, provisions by
 * path, and either may hold the other: an appendix has provisions under headings, a section may have a
 * heading inside paragraph (a).
 */
export interface OpenSection {
  /** Its place among the table-of-contents drafts. */
  readonly index: number;
  readonly path?: readonly string[];
  /** The source's level; absent for a provision. */
  readonly headingLevel?: number;
}

/**
 * The sections that stay open when a heading comes. It closes headings of its level or deeper and, with one
 * exception, all provisions: where the next provision goes on with a list that is open now, as (b) after (a),
 * the heading stands inside that list ("Example" under (a)), not above it.
 */
export function keepForHeading(
  open: readonly OpenSection[],
  level: number,
  nextPath: readonly string[] | undefined,
): OpenSection[] {
  let kept = nextPath === undefined ? 0 : openListLength(open, level, nextPath);
  while ((open[kept]?.headingLevel ?? level) < level) kept += 1;
  return open.slice(0, kept);
}

/** How much of the stack, from the bottom, ends at the innermost provision that `nextPath` goes on with. */
function openListLength(open: readonly OpenSection[], level: number, nextPath: readonly string[]): number {
  let length = 0;
  for (const [depth, section] of open.entries()) {
    if (section.headingLevel !== undefined && section.headingLevel >= level) break;
    if (section.path && (isWithin(nextPath, section.path) || continues(nextPath, section.path)))
      length = depth + 1;
  }
  return length;
}

/** The sections that stay open when the provision `path` begins: those it lies in. */
export function keepForProvision(open: readonly OpenSection[], path: readonly string[]): OpenSection[] {
  const closed = open.findIndex((section) => section.path && !isWithin(path, section.path));
  return closed < 0 ? [...open] : open.slice(0, closed);
}

/** What stands around text without a designator. */
export interface FlushPlace {
  /** The block before it is no more than a designator and its heading, or ends in a colon. */
  readonly announced: boolean;
  /** Under this heading top-level lists begin more than once, as in a section of definitions. */
  readonly listsRestart: boolean;
}

/**
 * The section that text without a designator belongs to, the outline being silent. Announced, or after a
 * first item or a top-level (b), it goes on with the item; after a later item of a list it closes the
 * sentence of the parent ("unless the creditor ..."). Where lists restart, and after a top-level (2), the list
 * is a part of the undesignated text and not the other way round. In doubt the outer section is named: less
 * exact, never false.
 */
export function flushOwner(open: readonly OpenSection[], place: FlushPlace): OpenSection | undefined {
  const innermost = open.at(-1);
  const path = innermost?.path;
  const designator = path?.at(-1);
  if (path === undefined || designator === undefined || place.announced) return innermost;
  if (place.listsRestart) return open[open.findIndex((section) => section.path !== undefined) - 1];
  const isTopLetter = path.length === 1 && /^[a-z]{1,3}$/.test(designator);
  return isTopLetter || isFirstDesignator(designator) ? innermost : open.at(-2);
}

/** (c)(2) lies in (c). */
function isWithin(path: readonly string[], ancestor: readonly string[]): boolean {
  return path.length > ancestor.length && ancestor.every((designator, depth) => path[depth] === designator);
}

/** (c)(3) continues the list of (c)(2); (c)(1) begins one anew. */
function continues(path: readonly string[], elder: readonly string[]): boolean {
  const last = path.at(-1) ?? '';
  const elderLast = elder.at(-1) ?? '';
  if (path.length !== elder.length || last === elderLast) return false;
  // 12 CFR 1026.36(a): (i) after (h) is a letter; so is (aa) after (z).
  const letterAfter = (last === 'i' && elderLast === 'h') || (last === 'aa' && elderLast === 'z');
  if (isFirstDesignator(last) && !letterAfter) return false;
  return path.slice(0, -1).every((designator, depth) => elder[depth] === designator);
}
