import type { Table } from './outline.ts';

/**
 * A table as text for a terminal: caption, header rows, rows; one line each, cells parted by ` | `. An empty
 * cell keeps its place except at the end of a line; a row without text has no line. No cell text is lost.
 */
export function tableText(table: Table): string {
  const lines = [oneLine(table.caption ?? ''), ...table.headerRows.map(rowText), ...table.rows.map(rowText)];
  return lines.filter((line) => line !== '').join('\n');
}

function rowText(row: readonly string[]): string {
  const cells = row.map(oneLine);
  const [first = '', ...others] = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  const parts = [first, ...others.map((cell) => (cell === '' ? '|' : `| ${cell}`))];
  return parts.filter((part) => part !== '').join(' ');
}

/** A line break inside a cell would read as a new row. */
function oneLine(text: string): string {
  if (!/^ | $| {2}|[\t\n\v\f\r]/.test(text)) return text;
  return text
    .split(/[ \t\n\v\f\r]+/)
    .filter((word) => word !== '')
    .join(' ');
}
