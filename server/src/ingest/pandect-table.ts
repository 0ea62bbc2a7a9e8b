import { escapeMarkdown, plainFromMarkdown } from './markdown-text.ts';
import type { Table } from './outline.ts';
import { SourceError } from './reader.ts';

/**
 * Tables of Pandect Markdown: an optional `Table: caption` line, any number of header rows, the line of
 * dashes, then the rows. Every row begins and ends with `|`.
 */

const captionMark = 'Table: ';
const dashes = /^\|(?: ?:?-+:? ?\|)+$/;

export function isTableLine(line: string): boolean {
  return line.startsWith('|');
}

/** `lines` are folded; `firstLine` is the file line of the first. */
export function readTable(lines: readonly string[], firstLine: number): Table {
  const [first = ''] = lines;
  const caption = first.startsWith(captionMark)
    ? plainFromMarkdown(first.slice(captionMark.length))
    : undefined;
  const start = caption === undefined ? 0 : 1;
  const rule = lines.findIndex((line) => dashes.test(line));
  if (rule < 0) throw new SourceError('malformed', 'the table has no |---| line under its header', firstLine);
  const cells = (line: string, index: number) => readRow(line, firstLine + index);
  return {
    kind: 'table',
    ...(caption === undefined ? {} : { caption }),
    headerRows: lines.slice(start, rule).map((line, index) => cells(line, start + index)),
    rows: lines.slice(rule + 1).map((line, index) => cells(line, rule + 1 + index)),
  };
}

function readRow(line: string, number: number): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let closed = line === '|';
  for (let at = 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    closed = character === '|';
    if (closed) {
      cells.push(plainFromMarkdown(cell.trim()));
      cell = '';
    } else if (character === '\\') {
      cell += line.slice(at, at + 2);
      at += 1;
    } else {
      cell += character;
    }
  }
  if (!closed) throw new SourceError('malformed', 'a table row must end with |', number);
  return cells;
}

export function writeTable({ caption, headerRows, rows }: Table): string {
  const columns = Math.max(1, ...[...headerRows, ...rows].map((row) => row.length));
  return [
    ...(caption === undefined ? [] : [captionMark + escapeMarkdown(caption)]),
    ...headerRows.map(writeRow),
    `|${'---|'.repeat(columns)}`,
    ...rows.map(writeRow),
  ].join('\n');
}

function writeRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${escapeMarkdown(cell).replace(/\|/g, '\\|').replace(/^[-:]/, '\\$&')} |`).join('')}`;
}
