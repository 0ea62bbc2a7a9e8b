import type { Block, Table } from './outline.ts';
import { foldSpace } from './xml-tree.ts';

/** The Markdown of the handbooks: every line is a block of its own, as the extraction left it. */
export type HandbookLine =
  | { readonly kind: 'heading'; readonly signs: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'row'; readonly cells: readonly string[] };

/** Contents lines with their leaders, and lines without a letter: page numbers, rules, scraps of drawings. */
const leaders = /\.{4,}|(?:\. ){4,}/;
const chrome = /^[^\p{L}]*$/u;
/** A mark the publisher printed: the Markdown bullet before it is the converter's. */
const ownMark = /^(?:[•❍■▪◦]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]) ?/i;

export function* readHandbookLines(text: string): Iterable<HandbookLine> {
  for (const raw of text.split(/\r?\n/)) {
    const line = plainLine(raw);
    const signs = /^#{1,6}(?= |$)/.exec(line)?.[0].length ?? 0;
    const words = line.slice(signs).trim();
    if (/^\|.*\|$/.test(words)) {
      yield { kind: 'row', cells: words.slice(1, -1).split('|').map(foldSpace) };
    } else if (leaders.test(words) || (chrome.test(words) && !/^\[?\d+\]? ?Ibid/.test(words))) {
    } else if (signs > 0 && !/^(?:•|\[\d)/.test(words)) {
      yield { kind: 'heading', signs, text: words };
    } else {
      yield { kind: 'text', text: listItem(words) };
    }
  }
}

/** Inline marks taken off; a raised figure is a footnote mark and stands apart from the word before it. */
function plainLine(raw: string): string {
  const line = raw
    .replace(/ ?<sup>([^<]{1,6})<\/sup>/g, ' $1')
    .replace(/\*\*/g, '')
    .replace(/(?<![\p{L}\p{N}_])_(?![_\s])([^_]+)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/\\([\\*_#|[\]])/g, '$1');
  return foldSpace(line);
}

function listItem(words: string): string {
  const item = /^[-*+] (.*)$/s.exec(words)?.[1];
  if (item === undefined) return words;
  return ownMark.test(item) ? item : `- ${item}`;
}

/** Rows gathered into tables, headings given their level by the caller. */
export function handbookBlocks(
  lines: readonly HandbookLine[],
  levelOf: (heading: { readonly signs: number; readonly text: string }) => number,
): Block[] {
  const blocks: Block[] = [];
  let rows: (readonly string[])[] = [];
  const closeTable = () => {
    const table = tableOf(rows);
    if (table) blocks.push(table);
    rows = [];
  };
  for (const line of lines) {
    if (line.kind === 'row') {
      rows.push(line.cells);
      continue;
    }
    closeTable();
    if (line.kind === 'text') blocks.push({ kind: 'paragraph', text: line.text, opens: [] });
    else blocks.push({ kind: 'heading', level: levelOf(line), text: line.text });
  }
  closeTable();
  return blocks;
}

function tableOf(rows: readonly (readonly string[])[]): Table | undefined {
  const isRule = (row: readonly string[]) => row.every((cell) => /^:?-{3,}:?$/.test(cell));
  const isFilled = (row: readonly string[]) => row.some((cell) => cell !== '') && !isRule(row);
  const rule = rows.findIndex(isRule);
  const headerRows = rows.slice(0, Math.max(rule, 0)).filter(isFilled);
  const body = rows.slice(Math.max(rule, 0)).filter(isFilled);
  return headerRows.length + body.length === 0 ? undefined : { kind: 'table', headerRows, rows: body };
}
