import { inlineText } from './inline-text.ts';
import type { Table } from './outline.ts';
import type { XmlElement } from './xml-tree.ts';

/** HTML allows a cell to claim any width; the widest real table has 17 columns. */
const mostColumns = 100;

/** The HTML-like tables of the eCFR: THEAD, TBODY and TFOOT, or bare rows with TH cells in the older form. */
export function readEcfrTable(table: XmlElement, outerCaption = ''): Table {
  const headerRows: string[][] = [];
  const rows: string[][] = [];
  const captions = outerCaption === '' ? [] : [outerCaption];
  const visit = (element: XmlElement, part: string) => {
    const heldOver: number[] = [];
    for (const child of element.children) {
      if (typeof child === 'string') {
        if (/\S/.test(child)) rows.push([inlineText([child]).text]);
      } else if (child.name === 'CAPTION') captions.push(inlineText(child.children).text);
      else if (child.name === 'TR') {
        const isHead = part === 'THEAD' || (part === 'TABLE' && rows.length === 0 && isHeadRow(child));
        const row = readRow(child, heldOver);
        if (row.some((cell) => cell !== '')) (isHead ? headerRows : rows).push(row);
      } else visit(child, child.name);
    }
  };
  visit(table, 'TABLE');
  const caption = captions.filter((text) => text !== '').join(' ');
  return { kind: 'table', ...(caption !== '' && { caption }), headerRows, rows };
}

function isHeadRow(row: XmlElement): boolean {
  return row.children.every((cell) => typeof cell === 'string' || cell.name === 'TH');
}

/** `heldOver` counts, per column, the rows that a cell above still covers. */
function readRow(row: XmlElement, heldOver: number[]): string[] {
  const cells: string[] = [];
  const skipCovered = () => {
    while ((heldOver[cells.length] ?? 0) > 0) {
      heldOver[cells.length] = (heldOver[cells.length] ?? 0) - 1;
      cells.push('');
    }
  };
  for (const cell of row.children) {
    if (typeof cell === 'string') {
      if (/\S/.test(cell)) cells.push(inlineText([cell]).text);
      continue;
    }
    skipCovered();
    const rowsBelow = span(cell.attributes.rowspan) - 1;
    const width = Math.min(span(cell.attributes.colspan), Math.max(1, mostColumns - cells.length));
    const { text } = inlineText(cell.children);
    for (let column = 0; column < width; column += 1) {
      if (rowsBelow > 0) heldOver[cells.length] = rowsBelow;
      cells.push(column === 0 ? text : '');
    }
  }
  skipCovered();
  return cells;
}

function span(value: string | undefined): number {
  const number = Number(value ?? '1');
  return Number.isInteger(number) && number >= 1 ? Math.min(number, mostColumns) : 1;
}
