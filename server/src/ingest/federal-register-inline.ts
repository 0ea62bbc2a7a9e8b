import type { XmlElement, XmlNode } from './xml-tree.ts';
import { foldSpace } from './xml-tree.ts';

/**
 * Text of one Federal Register paragraph.
 *
 * GPO's own conversion for 2011 to 2015 drops the spaces next to inline elements
 * (`in the<E T="04">Federal Register</E>on Wednesday`), and left alone it would state other law:
 * `1026.43<SU>5</SU>` is section 1026.43 with note 5, never section 1026.435. Later conversions keep the
 * spaces. Which kind a document is shows in its own boundaries; the words are never touched, only the white
 * space between two pieces is decided.
 */
export type InlineSpacing = 'kept' | 'dropped';

/** Elements that stand inside a line of text. */
export const inlineElements: ReadonlySet<string> = new Set([
  ...['E', 'SU', 'FTREF', 'PRTPAGE', 'FR', 'LI', 'AC', 'I', 'B', 'em', 'strong', 'sup', 'sub', 'a', 'br'],
]);

type PieceKind = 'text' | 'raised' | 'lowered' | 'set-off';
interface Piece {
  readonly text: string;
  readonly kind: PieceKind;
}

const word = /[\p{L}\p{N}]/u;
const spaceInSource = /[ \t\r\n\f\v]/;
/** Raised letters that belong to the word before them. */
const wordEndings = /^(?:TM|SM|st|nd|rd|th)$/;
/** A bare designator: `(3)`, `(iv)`, `(A)`. */
const designator = /^\([0-9A-Za-z]{1,4}\)/;
const closers = /[,.;:!?)\]}”’%…—–\-/'"]/;
const openers = /[([{“‘$#/\-–—@=*~"]/;

/** Whether the source dropped the spaces round inline elements, from all its boundaries at once. */
export function detectSpacing(root: XmlElement): InlineSpacing {
  let kept = 0;
  let dropped = 0;
  const count = (left: XmlNode | undefined, right: XmlNode | undefined) => {
    const before = typeof left === 'string' ? left.at(-1) : undefined;
    const after = typeof right === 'string' ? right.at(0) : undefined;
    for (const edge of [before, after]) {
      if (edge === ' ') kept += 1;
      else if (edge !== undefined && word.test(edge)) dropped += 1;
    }
  };
  const visit = (element: XmlElement) => {
    for (const [index, child] of element.children.entries()) {
      if (typeof child === 'string') continue;
      if (child.name === 'E') count(element.children[index - 1], element.children[index + 1]);
      else visit(child);
    }
  };
  visit(root);
  return dropped > kept ? 'dropped' : 'kept';
}

/** The nodes' text on one line, white space folded, page marks left out. */
export function inlineText(nodes: readonly XmlNode[], spacing: InlineSpacing): string {
  const pieces: Piece[] = [];
  collectPieces(nodes, 'text', pieces);
  const parts: string[] = [];
  let left = '';
  let before: PieceKind = 'text';
  for (const piece of pieces) {
    const text = spacing === 'dropped' ? dropLayout(piece.text) : piece.text;
    if (text === '') continue;
    if (left !== '' && needsSpace(left, text, piece.kind, before, spacing)) parts.push(' ');
    parts.push(text);
    // Three characters are enough to decide the next boundary; the whole text would make this quadratic.
    left = (left + text).slice(-3);
    before = piece.kind;
  }
  return foldSpace(parts.join(''));
}

/** Line breaks and indentation next to an element are the file's layout; a lone space is the publisher's. */
function dropLayout(text: string): string {
  const lead = /^[ \t\r\n]*/.exec(text)?.[0] ?? '';
  if (lead.length === text.length) return lead.includes('\n') ? '' : lead;
  let end = text.length;
  while (spaceInSource.test(text.charAt(end - 1))) end -= 1;
  const tail = text.slice(end);
  return text.slice(lead.includes('\n') ? lead.length : 0, tail.includes('\n') ? end : text.length);
}

function collectPieces(nodes: readonly XmlNode[], kind: PieceKind, into: Piece[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') into.push({ text: node, kind });
    else if (node.name === 'LI' || node.name === 'br') {
      into.push({ text: ' ', kind: 'text' });
      collectPieces(node.children, kind, into);
    } else collectPieces(node.children, kindOf(node), into);
  }
}

function kindOf(element: XmlElement): PieceKind {
  const type = element.attributes.T;
  if (element.name === 'sub' || (element.name === 'E' && type === '52')) return 'lowered';
  if (element.name === 'SU' || element.name === 'sup') return 'raised';
  return element.name === 'E' && type === '51' ? 'raised' : 'set-off';
}

/** Whether a space stood between what is written so far (its last three characters) and the next piece. */
function needsSpace(
  left: string,
  right: string,
  kind: PieceKind,
  before: PieceKind,
  spacing: InlineSpacing,
): boolean {
  const last = left.at(-1) ?? '';
  const first = right.charAt(0);
  if (spaceInSource.test(last) || spaceInSource.test(first)) return false;
  if (kind === 'lowered') return false;
  if (kind === 'raised') return !wordEndings.test(right) && !/[([{“‘]/.test(last);
  // A note's mark before its text: `<SU>1</SU>77 FR 6194` is never 177 FR 6194.
  if (before === 'raised' && word.test(first)) return true;
  if (spacing === 'kept') return false;
  if (last === '&') return /\s&$/.test(left);
  if (first === '&') return /^&\s/.test(right);
  if (first === '*') return right.startsWith('* *');
  if (closers.test(first) || openers.test(last)) return false;
  if (first === '(') {
    if (/^\(e?s\)/.test(right)) return false;
    if (!designator.test(right)) return true;
    return left.endsWith('))') || !/[)\p{N}]/u.test(last);
  }
  // `<E T="03">S</E>ee`: the capital alone is set apart.
  return !(last === 'S' && /^ee\b/.test(right));
}
