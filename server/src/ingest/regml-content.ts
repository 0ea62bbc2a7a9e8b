import { readHtmlTable } from './html-table.ts';
import type { Table } from './outline.ts';
import { childElements, firstChild, textOf } from './xml-query.ts';
import { foldSpace, type XmlElement, type XmlNode } from './xml-tree.ts';

/** The text and tables of a RegML `content`, in order; footnotes follow the text that refers to them. */
export function readRegmlContent(content: XmlElement): readonly (string | Table)[] {
  const fillIn = readFillIn(content);
  if (fillIn !== undefined) return isBlank(fillIn) ? [] : [fillIn];
  const pieces: (string | Table)[] = [];
  const footnotes: string[] = [];
  let running = '';
  const endParagraph = () => {
    const text = foldSpace(running);
    if (!isBlank(text)) pieces.push(text);
    running = '';
  };
  const hasTable = firstChild(content, 'table') !== undefined;
  for (const child of content.children) {
    if (typeof child === 'string') running += child;
    else if (child.name === 'table') {
      endParagraph();
      pieces.push(readTable(child));
    } else if (child.name === 'callout') {
      endParagraph();
      running = childElements(child, 'line').map(textOf).join(' ');
      endParagraph();
    } else if (child.name === 'graphic') endParagraph();
    // Beside a table stand copies of the defined terms in its cells, without the cells.
    else if (!(hasTable && child.name === 'ref')) running += inlineText(child, footnotes);
  }
  endParagraph();
  pieces.push(...footnotes.filter((text) => !isBlank(text)));
  return pieces.length > 0 ? pieces : readPictures(content);
}

/** Every word in its place; a footnote leaves its mark. */
function inlineText(node: XmlNode, footnotes: string[]): string {
  if (typeof node === 'string') return node;
  if (node.name === 'footnote') {
    const mark = (node.attributes.ref ?? '').trim();
    footnotes.push(foldSpace(`${mark} ${textOf(node)}`));
    return mark;
  }
  return node.children.map((child) => inlineText(child, footnotes)).join('');
}

/**
 * A line to be filled in (`Date: ____`) is a `dash`. Defined terms in it are repeated beside it with the words
 * after them, as links; they are not further text.
 */
function readFillIn(content: XmlElement): string | undefined {
  const dashes = childElements(content, 'dash');
  if (dashes.length === 0) return undefined;
  const line = foldSpace(dashes.map(textOf).join(' '));
  const beside = content.children.filter((node) => typeof node === 'string' || node.name !== 'dash');
  const words = foldSpace(beside.map((node) => inlineText(node, [])).join(''))
    .replace(/_/g, '')
    .trim();
  return line.includes(words) ? line : foldSpace(`${line} ${words}`);
}

/** Model forms are pictures; the description is text only where it says something and nothing else does. */
function readPictures(content: XmlElement): readonly string[] {
  return childElements(content, 'graphic')
    .map((graphic) => textOf(firstChild(graphic, 'altText')))
    .filter((text) => text.split(' ', 2).every((word) => /^\p{L}/u.test(word)) && text.includes(' '));
}

/** The same table in HTML's words, so that spans are unfolded in one place. */
function readTable(table: XmlElement): Table {
  const rowAs = (row: XmlElement, cellName: string): XmlElement => ({
    ...row,
    name: 'tr',
    children: childElements(row).map((cell) => ({ ...cell, name: cellName })),
  });
  const heads = childElements(table, 'header').flatMap((header) => childElements(header, 'columnHeaderRow'));
  const head = { ...table, name: 'thead', children: heads.map((row) => rowAs(row, 'th')) };
  const rows = childElements(table, 'row').map((row) => rowAs(row, 'td'));
  return readHtmlTable({ ...table, children: [head, ...rows] }, textOf);
}

function isBlank(text: string): boolean {
  return !/[^\s\u00a0\u2000-\u200b\u202f]/.test(text);
}
