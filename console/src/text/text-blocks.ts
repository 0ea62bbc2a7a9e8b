import type { RegulationDetail } from '@pandect/contract';
import type { ByteMap } from './byte-map.ts';

export type TocEntry = RegulationDetail['tableOfContents']['entries'][number];

/** A paragraph, heading or table of a document's text. Positions are those of the string. */
export interface TextBlock {
  readonly start: number;
  readonly end: number;
  /** Where it begins in the UTF-8 text: its permanent address within a revision. */
  readonly startByte: number;
  readonly kind: 'title' | 'heading' | 'paragraph' | 'table';
  /** How deep it is in the document, 0 at the left. */
  readonly depth: number;
  /** The innermost entry of the table of contents that holds its first byte. */
  readonly entry: TocEntry | undefined;
}

/** Deeper paragraphs are not set further in: on a phone there would be no room for their words. */
const maxDepth = 5;

/** Blocks are parted by blank lines; the table of contents tells headings from paragraphs, and their depth. */
export function textBlocks(text: string, map: ByteMap, entries: readonly TocEntry[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let nextEntry = 0;
  let holder: TocEntry | undefined;
  for (const match of text.matchAll(/[^\n]+(?:\n(?!\n)[^\n]+)*/g)) {
    const start = match.index;
    const end = start + match[0].length;
    const startByte = map.byte(start);
    const endByte = map.byte(end);
    let opened: TocEntry | undefined;
    let last = holder;
    for (let entry = entries[nextEntry]; entry && entry.startOffset < endByte; entry = entries[nextEntry]) {
      if (entry.startOffset <= startByte) holder = entry;
      opened ??= entry.startOffset <= startByte ? entry : undefined;
      last = entry;
      nextEntry += 1;
    }
    const isHeading = opened !== undefined && opened.title === match[0];
    blocks.push({
      start,
      end,
      startByte,
      kind:
        blocks.length === 0 && !opened
          ? 'title'
          : isHeading
            ? 'heading'
            : isTable(match[0])
              ? 'table'
              : 'paragraph',
      depth: isHeading ? 0 : Math.min(maxDepth, depthOf(opened ?? holder)),
      entry: opened ?? holder,
    });
    holder = last; // `(a)(1)` opens two: what follows is inside the inner one
  }
  return blocks;
}

/** Only numbered provisions are set in; a heading's paragraphs stand at the left. */
function depthOf(entry: TocEntry | undefined): number {
  return entry?.title.startsWith('(') ? entry.level - 1 : 0;
}

function isTable(block: string): boolean {
  return block.includes('\n') && block.includes(' |');
}

/** The block that holds a position: the last one that begins at or before it. */
export function blockAt(blocks: readonly { readonly start: number }[], position: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The entry under an id, or the nearest one that encloses it: `c-2-i`, then `c-2`, then `c`. */
export function nearestEntry(entries: readonly TocEntry[], id: string): TocEntry | undefined {
  for (let wanted = id; wanted !== ''; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))) {
    const found = entries.find((entry) => entry.id === wanted);
    if (found) return found;
  }
  return undefined;
}

/** Rows of a table block as the positions of their cells. */
export function tableRows(
  text: string,
  block: Pick<TextBlock, 'start' | 'end'>,
): { start: number; end: number }[][] {
  const rows: { start: number; end: number }[][] = [];
  for (const line of text.slice(block.start, block.end).matchAll(/[^\n]+/g)) {
    const from = block.start + line.index;
    const cells: { start: number; end: number }[] = [];
    let start = from;
    for (const bar of line[0].matchAll(/ ?\|(?: |$)/g)) {
      cells.push({ start, end: from + bar.index });
      start = from + bar.index + bar[0].length;
    }
    cells.push({ start, end: from + line[0].length });
    rows.push(cells);
  }
  return rows;
}
