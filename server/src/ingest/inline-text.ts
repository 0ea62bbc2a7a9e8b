import type { TextRange } from './paragraph-openings.ts';
import { foldRuns, type XmlElement, type XmlNode } from './xml-tree.ts';

/** Folded text of an element and where it is italic, in UTF-16 units of that text. */
export interface InlineText {
  readonly text: string;
  readonly italic: readonly TextRange[];
  /** Footnotes found inside the text; they stand after it. */
  readonly footnotes: readonly XmlElement[];
}

/** Page marks, images and links to pictures of forms: not words of the law. */
const silent: ReadonlySet<string> = new Set([
  'PRTPAGE',
  'FTREF',
  'img',
  'a',
  'XREF',
  'GID',
  'MID',
  'GPH',
  'STARS',
]);
const footnoteNames: ReadonlySet<string> = new Set(['FTNT', 'EFTNT']);
/** A line break separates words as a space does; blocks do so on both sides. */
const breaks: ReadonlySet<string> = new Set([
  'br',
  'LI',
  'P',
  'FP',
  'HD',
  'HED',
  'PSPACE',
  'TR',
  'TD',
  'TH',
  'DIV',
]);
const italicNames: ReadonlySet<string> = new Set(['I', 'i', 'em']);
/** GPO type faces: 03 italic in text, 7462 and 0714 italic inside a bold head. */
const italicFaces: ReadonlySet<string> = new Set(['03', '7462', '0714']);
/** GPO's accent marks follow the letter they belong to (eCFR XML User Guide, AC). */
const accents: Readonly<Record<string, string>> = {
  '1': '\u0301',
  '2': '\u0300',
  '3': '\u0302',
  '4': '\u0308',
  '6': '\u0303',
  '7': '\u030a',
  '8': '\u0303',
  '9': '\u0327',
};

/** The running text of an element's children in order, ASCII white space folded. */
export function inlineText(nodes: readonly XmlNode[]): InlineText {
  const only = nodes.length === 1 ? nodes[0] : undefined;
  if (typeof only === 'string') return { text: foldRuns(trimmed(only)), italic: none, footnotes: none };
  const writer: Writer = { pieces: [], length: 0, last: space, italic: [], footnotes: [] };
  writeNodes(nodes, false, writer);
  if (writer.last === space) dropLastSpace(writer);
  return { text: writer.pieces.join(''), italic: writer.italic, footnotes: writer.footnotes };
}

/** Most paragraphs have neither; one list serves them all. */
const none: readonly never[] = [];

/** Pieces are joined once: asking a growing string for its last character would copy it every time. */
interface Writer {
  readonly pieces: string[];
  length: number;
  /** Last character written; a space at the start, where none is wanted. */
  last: number;
  readonly italic: { start: number; end: number }[];
  readonly footnotes: XmlElement[];
}

function writeNodes(nodes: readonly XmlNode[], italic: boolean, writer: Writer): void {
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node === undefined) continue;
    if (typeof node === 'string') write(node, italic, writer);
    else if (silent.has(node.name)) continue;
    else if (footnoteNames.has(node.name)) writer.footnotes.push(node);
    else if (node.name === 'AC') write(accents[node.attributes.T ?? ''] ?? '', italic, writer);
    else {
      const apart = breaks.has(node.name);
      if (apart || isFraction(node, nodes[index + 1], writer.last)) write(' ', italic, writer);
      writeNodes(node.children, italic || isItalic(node), writer);
      if (apart) write(' ', italic, writer);
    }
  }
}

/** `5<sup>1</sup>⁄<sub>8</sub>` and `5<FR>1/8</FR>` are five and an eighth, never 51/8. */
function isFraction(element: XmlElement, next: XmlNode | undefined, before: number): boolean {
  const isRaised = element.name === 'sup' && typeof next === 'string' && next.startsWith('\u2044');
  return (isRaised || element.name === 'FR') && before >= 48 && before <= 57;
}

function isItalic(element: XmlElement): boolean {
  return (
    italicNames.has(element.name) || (element.name === 'E' && italicFaces.has(element.attributes.T ?? ''))
  );
}

/** Writes one piece; a space already written, or the start of the text, swallows the next one. */
function write(piece: string, italic: boolean, writer: Writer): void {
  if (isSpace(piece.charCodeAt(0)) && writer.last !== space) add(' ', italic, writer);
  const body = trimmed(piece);
  if (body === '') return;
  add(foldRuns(body), italic, writer);
  if (isSpace(piece.charCodeAt(piece.length - 1))) add(' ', italic, writer);
}

function add(text: string, italic: boolean, writer: Writer): void {
  const start = writer.length;
  writer.pieces.push(text);
  writer.length += text.length;
  writer.last = text.charCodeAt(text.length - 1);
  if (!italic) return;
  const before = writer.italic.at(-1);
  if (before && before.end === start) before.end = writer.length;
  else writer.italic.push({ start, end: writer.length });
}

/** A space is always a piece of its own. */
function dropLastSpace(writer: Writer): void {
  writer.pieces.pop();
  const last = writer.italic.at(-1);
  if (!last || last.end < writer.length) return;
  last.end -= 1;
  if (last.end === last.start) writer.italic.pop();
}

/** ASCII white space only: a no-break space at the edge is the publisher's and stays. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const space = 0x20;

function isSpace(code: number): boolean {
  return code === space || (code >= 9 && code <= 13);
}
