import type { Table } from './outline.ts';
import type { XmlElement } from './xml-tree.ts';

/** A table of more cells than this is a spanning trick, not a table. */
const maxCells = 200_000;
const maxSpan = 100;

/** A data table with its spans unfolded: a spanned cell is given once, its copies are empty. */
export function readHtmlTable(table: XmlElement, textOf: (element: XmlElement) => string): Table {
  const headerRows: (readonly string[])[] = [];
  const rows: (readonly string[])[] = [];
  const captions: string[] = [];
  /** Rows still covered in each column by a cell above. */
  const covered: number[] = [];
  let cellCount = 0;
  const readRow = (row: XmlElement, inHead: boolean) => {
    const cells: string[] = [];
    let onlyHeads = true;
    const skipCovered = () => {
      while ((covered[cells.length] ?? 0) > 0) {
        covered[cells.length] = (covered[cells.length] ?? 1) - 1;
        cells.push('');
      }
    };
    for (const cell of elementsOf(row)) {
      if (cell.name !== 'td' && cell.name !== 'th') continue;
      skipCovered();
      if (cell.name === 'td') onlyHeads = false;
      const columns = spanOf(cell.attributes.colspan);
      const below = spanOf(cell.attributes.rowspan) - 1;
      for (let copy = 0; copy < columns; copy += 1) {
        if (below > 0) covered[cells.length] = below;
        cells.push(copy === 0 ? textOf(cell) : '');
        cellCount += 1;
        if (cellCount > maxCells) break;
      }
    }
    skipCovered();
    if (cells.every((cell) => cell === '')) return;
    if (inHead || (onlyHeads && rows.length === 0)) headerRows.push(cells);
    else rows.push(cells);
  };
  for (const part of elementsOf(table)) {
    if (part.name === 'caption') captions.push(textOf(part));
    else if (part.name === 'tr') readRow(part, false);
    else for (const row of elementsOf(part)) if (row.name === 'tr') readRow(row, part.name === 'thead');
  }
  const caption = captions.filter((text) => text !== '').join(' ');
  return { kind: 'table', ...(caption === '' ? {} : { caption }), headerRows, rows };
}

/** Tables that only arrange a page: marked so, one column wide, or with headings, lists or tables in their cells. */
export function isLayoutTable(table: XmlElement): boolean {
  const { role } = table.attributes;
  if (role === 'presentation' || role === 'none') return true;
  let widest = 0;
  let hasHeads = false;
  let hasBlocks = false;
  const visit = (element: XmlElement, depth: number) => {
    if (element.name === 'th' || element.name === 'caption' || element.name === 'thead') hasHeads = true;
    if (element.name === 'table' && depth > 0) hasBlocks = true;
    if (/^h[1-6]$/.test(element.name)) hasBlocks = true;
    const inner = elementsOf(element);
    if (element.name === 'tr') widest = Math.max(widest, inner.length);
    for (const child of inner) visit(child, depth + 1);
  };
  visit(table, 0);
  return hasBlocks || (widest < 2 && !hasHeads);
}

function elementsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

function spanOf(value: string | undefined): number {
  const span = Number(value ?? '1');
  return Number.isInteger(span) && span >= 1 ? Math.min(span, maxSpan) : 1;
}
