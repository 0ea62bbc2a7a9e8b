import { type Numbering, ordinalOf } from './designators.ts';
import type { DocumentKind, RegulationDocument, RegulationNode } from './regulation-tree.ts';

/** Where a node stands. */
export interface Place {
  readonly path: readonly string[];
  /** The part of `path` that comes from the heading above. */
  readonly prefix: readonly string[];
  /** Label of the element it stands in. */
  readonly label: readonly string[];
}

/** `(a)`, `iv.`, `12)`; longest real numeral is `xxxviii`. */
const designatorForm = /^\(?([0-9]{1,3}|[ivxl]{1,7}|[IVXL]{1,7}|[a-z]{1,3}|[A-Z]{1,3})[.)]?$/;

/** What stands between the brackets of a marker or in a segment of a label; undefined for `Interp`, `none`, `p12`. */
export function designatorOf(marker: string): string | undefined {
  return designatorForm.exec(marker.trim())?.[1];
}

/**
 * The path a node opens. Nesting and label agree nearly always. Where they do not, either may be wrong: 12 CFR
 * 1016.3(o)(2) is nested in (o)(1) with a right label, 1016.8(b)(1)(i) has the label of (b)(i) in its right place.
 * The one that keeps the order of numbering, is not taken and follows its elder is the right one.
 */
export function pathOf(
  document: RegulationDocument,
  node: RegulationNode,
  place: Place,
  previous: readonly string[] | undefined,
  isTaken: (path: readonly string[]) => boolean,
): readonly string[] | undefined {
  const designator = designatorOf(node.marker);
  if (designator === undefined) return document.kind === 'section' ? unprintedPath(node, place) : undefined;
  const nested = [...place.path, designator];
  const labelled = labelledPath(document, node.label, place);
  if (labelled === undefined || samePath(nested, labelled)) return nested;
  const score = (path: readonly string[]) =>
    orderScore(document.kind, ownPart(path, place.prefix), path, previous) + (isTaken(path) ? 0 : 2);
  return score(nested) > score(labelled) ? nested : labelled;
}

/**
 * What a heading puts before the paths below it: comments begin at 1 again under every heading, clauses of an
 * appendix at (a). `['11', 'c', 'Interp']` for comments, `['A-2']` for model clauses.
 */
export function prefixBelow(
  document: RegulationDocument,
  node: RegulationNode,
  place: Place,
): readonly string[] {
  if (document.kind === 'supplement') return node.label.slice(1);
  const printed = /^([A-Z]{1,3}-[0-9]{1,3}(?:\([a-z]\))?|[IVXL]{1,6}(?=\. ))/.exec(node.title)?.[1];
  return printed === undefined ? place.prefix : [printed];
}

/** An element with neither marker nor words still stands for the level its label names. */
function unprintedPath(node: RegulationNode, place: Place): readonly string[] | undefined {
  const designator = designatorOf(node.label.at(-1) ?? '');
  const isEmpty = node.title === '' && node.content.length === 0 && node.children.length > 0;
  return isEmpty && designator !== undefined ? [...place.path, designator] : undefined;
}

function labelledPath(
  document: RegulationDocument,
  label: readonly string[],
  place: Place,
): readonly string[] | undefined {
  if (document.kind === 'appendix') return undefined;
  if (startsWith(label, place.label) && label.length > place.label.length) {
    return designators(place.path, label.slice(place.label.length));
  }
  if (document.kind === 'section') {
    return startsWith(label, document.label)
      ? designators([], label.slice(document.label.length))
      : undefined;
  }
  // A comment on 13(a) may stand under the heading of section 13, its own heading having been left out.
  const start = label.lastIndexOf('Interp') + 1;
  const isTopLevel = place.path.length === place.prefix.length;
  return designators(isTopLevel ? label.slice(1, start) : place.prefix, label.slice(start));
}

function designators(start: readonly string[], segments: readonly string[]): readonly string[] | undefined {
  const isPath = segments.length > 0 && segments.every((segment) => designatorOf(segment) === segment);
  return isPath ? [...start, ...segments] : undefined;
}

/** The order of numbering: 1 CFR 21.11 for sections, the Bureau's comments for Supplement I. */
const numberings: Readonly<Record<DocumentKind, readonly Numbering[]>> = {
  section: ['letter', 'number', 'roman', 'capital', 'number', 'roman'],
  supplement: ['number', 'roman', 'capital', 'number', 'roman'],
  appendix: [],
};

function orderScore(
  kind: DocumentKind,
  own: readonly string[],
  path: readonly string[],
  previous: readonly string[] | undefined,
): number {
  // Definitions without designators of their own begin their lists with (1).
  const levels = numberings[kind].slice(kind === 'section' && /^[0-9]/.test(own[0] ?? '') ? 1 : 0);
  const keepsOrder = own.every((designator, depth) => {
    const numbering = levels[depth];
    return numbering !== undefined && ordinalOf(designator, numbering) !== undefined;
  });
  const numbering = levels[own.length - 1];
  const isNext =
    numbering !== undefined &&
    previous !== undefined &&
    samePath(previous.slice(0, -1), path.slice(0, -1)) &&
    (ordinalOf(previous.at(-1) ?? '', numbering) ?? 0) + 1 === ordinalOf(path.at(-1) ?? '', numbering);
  return (keepsOrder ? 4 : 0) + (isNext ? 1 : 0);
}

function ownPart(path: readonly string[], prefix: readonly string[]): readonly string[] {
  return path.slice(startsWith(path, prefix) ? prefix.length : path.lastIndexOf('Interp') + 1);
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.length <= path.length && start.every((segment, depth) => path[depth] === segment);
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && startsWith(one, other);
}
