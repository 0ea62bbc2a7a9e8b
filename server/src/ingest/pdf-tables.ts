import type { PdfBlock } from './pdf-blocks.ts';

/** Blocks of a page, those that stand side by side gathered into rows. */
export type PdfPart =
  | { readonly kind: 'block'; readonly block: PdfBlock }
  | { readonly kind: 'table'; readonly rows: readonly (readonly PdfCell[])[] };
/** What stands in one cell: usually one block, several where it holds a list. */
export type PdfCell = readonly PdfBlock[];

/** A row higher than this share of the page is a page set in columns, not a table. */
const maxRowShare = 0.4;
const sameEdge = 3;

/**
 * Finds tables by place alone: cells of a row are drawn left to right and begin at the same height. Two rows
 * make a table; a lone row stays as it is, and so does a page in columns.
 */
export function gatherTables(blocks: readonly PdfBlock[], pageHeight: number): readonly PdfPart[] {
  const rows: PdfBlock[][][] = [];
  for (const block of blocks) {
    const row = rows.at(-1);
    if (row && isNextCell(row, block)) row.push([block]);
    else if (row && isInLastCell(row, block)) row.at(-1)?.push(block);
    else rows.push([[block]]);
  }
  const isRow = (row: readonly PdfCell[] | undefined) =>
    row !== undefined && row.length > 1 && row.every((cell) => heightOf(cell) < pageHeight * maxRowShare);

  const parts: PdfPart[] = [];
  let table: PdfBlock[][][] = [];
  const flush = () => {
    if (table.length > 1) parts.push({ kind: 'table', rows: table });
    else for (const block of table.flat(2)) parts.push({ kind: 'block', block });
    table = [];
  };
  for (const [index, row] of rows.entries()) {
    // A row of one cell, between two full rows, spans the table: `Image risks`.
    const spans = table.length > 0 && row.length === 1 && isRow(rows[index + 1]) && isInside(row, table);
    if (isRow(row) || spans) table.push(row);
    else {
      flush();
      for (const block of row.flat()) parts.push({ kind: 'block', block });
    }
  }
  flush();
  return parts;
}

/** Beside the row's last cell, and as high as its first. */
function isNextCell(row: readonly PdfCell[], block: PdfBlock): boolean {
  const top = row[0]?.[0]?.lines[0];
  const start = block.lines[0];
  if (!top || !start || Math.abs(top.y - start.y) > 0.5 * start.size) return false;
  const end = (row.at(-1) ?? [])
    .flatMap((inner) => inner.lines)
    .reduce((far, line) => Math.max(far, line.xEnd), 0);
  return start.x > end;
}

/** Below the last of several cells, in its column and type. */
function isInLastCell(row: readonly PdfCell[], block: PdfBlock): boolean {
  const cell = row.at(-1);
  const left = cell?.[0]?.lines[0];
  const above = cell?.at(-1)?.lines.at(-1);
  const start = block.lines[0];
  if (row.length < 2 || !left || !above || !start) return false;
  const step = above.y - start.y;
  return (
    start.x >= left.x - sameEdge &&
    step > 0 &&
    step < 3 * start.size &&
    Math.abs(start.size - left.size) <= 0.6
  );
}

/** Whether the row's one cell begins at the table's left edge, in the table's type. */
function isInside(row: readonly PdfCell[], table: readonly (readonly PdfCell[])[]): boolean {
  const line = row[0]?.[0]?.lines[0];
  const edge = table[0]?.[0]?.[0]?.lines[0];
  if (line === undefined || edge === undefined) return false;
  return Math.abs(line.x - edge.x) <= sameEdge && Math.abs(line.size - edge.size) <= 0.6;
}

function heightOf(cell: PdfCell): number {
  return (cell[0]?.lines[0]?.y ?? 0) - (cell.at(-1)?.lines.at(-1)?.y ?? 0);
}
