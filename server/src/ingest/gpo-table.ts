import type { Block, Paragraph, Table } from './outline.ts';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/** A GPOTABLE is at most 64 columns wide in practice; a larger claim is an error in the file. */
const maxColumns = 256;

/**
 * GPO's table markup. BOXHD holds the column heads in one flat list, `CHED H="2"` standing under the
 * `H="1"` before it; `ENT A="01"` reaches over one more column, `ROW EXPSTB="02"` widens its first cell by two.
 * Notes under the table are law text and follow it as paragraphs.
 */
export function readGpoTable(
  table: XmlElement,
  textOf: (nodes: readonly XmlNode[]) => string,
): readonly Block[] {
  const captions: string[] = [];
  const notes: Paragraph[] = [];
  const headerRows: (readonly string[])[] = [];
  const rows: (readonly string[])[] = [];
  for (const child of table.children) {
    if (typeof child === 'string') {
      const stray = textOf([child]);
      if (stray !== '') notes.push({ kind: 'paragraph', text: stray, opens: [] });
      continue;
    }
    if (child.name === 'BOXHD') headerRows.push(...readHeads(child, textOf));
    else if (child.name === 'ROW') rows.push(...readRow(child, textOf));
    else if (child.name === 'TTITLE' || child.name === 'TDESC') captions.push(textOf(child.children));
    else if (child.name !== 'PRTPAGE') {
      const text = textOf(child.children);
      if (text !== '') notes.push({ kind: 'paragraph', text, opens: [] });
    }
  }
  const caption = captions.filter((text) => text !== '').join(' ');
  const read: Table = { kind: 'table', ...(caption === '' ? {} : { caption }), headerRows, rows };
  const isEmpty = caption === '' && headerRows.length === 0 && rows.length === 0;
  return isEmpty ? notes : [read, ...notes];
}

function readHeads(
  boxhd: XmlElement,
  textOf: (nodes: readonly XmlNode[]) => string,
): readonly (readonly string[])[] {
  const heads = boxhd.children
    .filter((child) => typeof child !== 'string')
    .filter((child) => child.name !== 'PRTPAGE')
    .map((head) => ({ level: headLevel(head), text: textOf(head.children) }));
  const depth = heads.reduce((deepest, head) => Math.max(deepest, head.level), 0);
  const grid: string[][] = Array.from({ length: depth }, () => []);
  let column = -1;
  for (const [index, head] of heads.entries()) {
    // A head opens a new column unless the one before it is its parent, whose first column it shares.
    const before = heads[index - 1];
    if (before === undefined || before.level >= head.level) column += 1;
    const row = grid[head.level - 1];
    if (row) row[column] = head.text;
  }
  if (heads.every((head) => head.text === '')) return [];
  return grid.map((row) => Array.from({ length: column + 1 }, (_, index) => row[index] ?? ''));
}

function headLevel(head: XmlElement): number {
  const level = Number(head.attributes.H ?? '1');
  return Number.isInteger(level) && level >= 1 && level <= 9 ? level : 1;
}

function readRow(
  row: XmlElement,
  textOf: (nodes: readonly XmlNode[]) => string,
): readonly (readonly string[])[] {
  const cells: string[] = [];
  for (const child of row.children) {
    const text = textOf(typeof child === 'string' ? [child] : child.children);
    if (typeof child === 'string' || child.name !== 'ENT') {
      if (text !== '') cells.push(text);
      continue;
    }
    const first = cells.length === 0;
    cells.push(text);
    const span = spanOf(child.attributes.A) + (first ? spanOf(row.attributes.EXPSTB) : 0);
    for (let copy = 0; copy < span && cells.length < maxColumns; copy += 1) cells.push('');
  }
  return cells.every((cell) => cell === '') ? [] : [cells];
}

/** Further columns reached over: `01`, `L02` and `J03` all end in the number. */
function spanOf(value: string | undefined): number {
  const digits = /(\d{1,2})$/.exec(value ?? '')?.[1];
  return digits === undefined ? 0 : Number(digits);
}
