import { readHtmlTable } from './html-table.ts';
import type { Table } from './outline.ts';
import { isElement, textOf } from './xml-query.ts';
import { foldSpace, type XmlElement, type XmlNode } from './xml-tree.ts';

/** A paragraph of a text element. */
interface TextParagraph {
  readonly text: string;
  /** A footnote or quotation: opens no provision. */
  readonly isPlain: boolean;
  /** Set as the heading of a level. */
  readonly isHeading: boolean;
}
export type TextPiece = TextParagraph | Table;

/** Elements that part the text into paragraphs. */
const blockNames = namesIn(
  'p block text listItem listContent heading num content chapeau continuation proviso list ' +
    'section subsection paragraph subparagraph clause subclause item subitem subsubitem level',
);
/** Apparatus. */
const silentNames = namesIn('sourceCredit notes toc meta page');

/**
 * The paragraphs of a `content`, `chapeau`, `continuation` or `heading`, in order. A footnote leaves its mark and
 * follows the paragraph that refers to it.
 */
export function readUslmText(element: XmlElement): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let running = '';
  let footnotes: string[] = [];
  const endParagraph = (isPlain: boolean, isHeading = false) => {
    const text = foldSpace(running);
    if (text !== '') pieces.push({ text, isPlain, isHeading });
    pieces.push(...footnotes.map((footnote) => ({ text: footnote, isPlain: true, isHeading: false })));
    running = '';
    footnotes = [];
  };
  const visit = (nodes: readonly XmlNode[], isPlain: boolean) => {
    for (const [index, node] of nodes.entries()) {
      if (typeof node === 'string') {
        // Between mark and footnote stands only what the serialiser put there.
        if (!(node.trim() === '' && isFootnote(nodes[index + 1]))) running += node;
      } else if (isFootnote(node)) {
        const footnote = textOf(node);
        if (footnote !== '') footnotes.push(footnote);
      } else if (node.name === 'table') {
        endParagraph(isPlain);
        pieces.push(readHtmlTable(node, textOf));
      } else if (node.name === 'layout') {
        endParagraph(isPlain);
        pieces.push(readLayout(node));
      } else if (isBlock(node)) {
        endParagraph(isPlain);
        const isQuoted = isPlain || node.name === 'quotedContent';
        visit(joinNumber(node), isQuoted);
        endParagraph(isQuoted, node.name === 'p' && (node.attributes.class ?? '').includes('firstIndent-2'));
      } else if (!silentNames.has(node.name)) {
        visit(node.children, isPlain);
      }
    }
  };
  visit(element.children, false);
  endParagraph(false);
  return pieces;
}

/** A heading without the marks of its footnotes: the name of a section or provision. */
export function headingWords(heading: XmlElement): string {
  const wordsOf = (node: XmlNode): string => {
    if (typeof node === 'string') return node;
    const isMark = node.name === 'note' || node.name === 'sup' || node.attributes.class === 'footnoteRef';
    return isMark ? '' : node.children.map(wordsOf).join('');
  };
  return foldSpace(wordsOf(heading));
}

function isFootnote(node: XmlNode | undefined): boolean {
  return node !== undefined && isElement(node) && node.name === 'note' && node.attributes.type === 'footnote';
}

/** Quoted words in a sentence stay in it; quoted provisions stand on lines of their own. */
function isBlock(element: XmlElement): boolean {
  if (element.name !== 'quotedContent') return blockNames.has(element.name);
  return element.children.some((child) => isElement(child) && isBlock(child));
}

/** The number of a quoted provision belongs on the line of its heading or words. */
function joinNumber(element: XmlElement): readonly XmlNode[] {
  const at = element.children.findIndex((child) => isElement(child) && child.name === 'num');
  const number = element.children[at];
  if (number === undefined || !isElement(number)) return element.children;
  const next = element.children.findIndex((child, index) => index > at && isElement(child) && isBlock(child));
  const target = element.children[next];
  const mark = `${textOf(number)} `;
  if (target === undefined || !isElement(target)) return [mark, ...element.children.toSpliced(at, 1)];
  const joined = { ...target, children: [mark, ...target.children] };
  return element.children.toSpliced(next, 1, joined).toSpliced(at, 1);
}

/** USLM's own grid; without rows, its columns are one row. */
function readLayout(layout: XmlElement): Table {
  const rowOf = (row: XmlElement) =>
    row.children.filter(isElement).flatMap((cell) => (cell.name === 'column' ? [textOf(cell)] : []));
  const children = layout.children.filter(isElement);
  const direct = rowOf(layout);
  return {
    kind: 'table',
    headerRows: children.filter(({ name }) => name === 'header').map(rowOf),
    rows: direct.length > 0 ? [direct] : children.filter(({ name }) => name === 'row').map(rowOf),
  };
}

export function namesIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
