import type { PdfItem, PdfPage } from './pdf-page.ts';

/** One printed line, in the order the file draws it. */
export interface PdfLine {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly xEnd: number;
  readonly y: number;
  /** Of the line's last word: a heading's number is often set larger than its words. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Raised figures in the line: references to notes. */
  readonly marks: readonly string[];
  /** The raised figure the line begins with: it opens a note. */
  readonly opensNote?: string;
}

interface OpenLine {
  items: { readonly item: PdfItem; readonly raised: boolean }[];
  y: number;
  size: number;
  xEnd: number;
  /** How far the words struck again reach. */
  boldUntil: number;
}

/** A raised or lowered figure is set at most this large, measured against its line. */
const markShare = 0.8;
/** Text drawn again within this share of its size is the printer's bold, not a second word. */
const doubleStrikeShare = 0.12;

/** A wider gap parts two columns of a table; justified text stays under one size. */
const columnGapShare = 1.4;
/** What stands before a tab in running text: a bullet, `(a)`, `12.`, `IV.N.3(b)`, `[7]`, `Objective 2:`. */
const label =
  /^(?:[•●○▪■◦❍–—o-]|\[\d{1,3}\]|\(?[0-9A-Za-z]{1,5}[.)]|[IVX]{1,5}(?:\.[0-9A-Za-z()]{1,6}){0,4}|[A-Z][a-z]{2,12} [0-9A-Z]{1,3}[:.])$/;

/** A sign that opens an item of a list. */
export const bulletStart = /^[•●○▪■◦❍]/;

export function startsWithLabel(text: string): boolean {
  const space = text.indexOf(' ');
  return space > 0 && label.test(text.slice(0, space));
}

export function readLines(page: PdfPage, pageNumber: number): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let open: OpenLine | undefined;
  for (const item of page.items) {
    if (open && item.text.trim() === '') {
      // A blank of any width parts two words.
      open.items.push({ item, raised: false });
      continue;
    }
    if (item.text.trim() === '') continue;
    if (open) dropStruckAgain(open, item);
    const joined = open ? joinLine(open, item) : false;
    if (!joined) {
      if (open) lines.push(closeLine(open, pageNumber));
      open = startLine(item);
    }
  }
  if (open) lines.push(closeLine(open, pageNumber));
  return lines.filter((line) => line.text !== '');
}

/** A right edge that this share of all lines reaches is a justified page's. */
const justifiedShare = 0.3;

/**
 * Puts justified lines together again that were taken for cells because their word spaces are stretched: they
 * end exactly at the edge that many lines of the document end at, or their words stand at equal distances.
 * Cells of a table do neither.
 */
export function rejoinJustified(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const ends = new Map<number, number>();
  let count = 0;
  for (const { xEnd } of pages.flat()) {
    count += 1;
    ends.set(Math.round(xEnd), (ends.get(Math.round(xEnd)) ?? 0) + 1);
  }
  const edges = new Set([...ends].filter(([, lines]) => lines >= count * justifiedShare).map(([end]) => end));
  return pages.map((lines) => {
    const joined: PdfLine[] = [];
    for (let from = 0; from < lines.length; ) {
      let to = from + 1;
      while (to < lines.length && isBeside(lines[to - 1], lines[to])) to += 1;
      const row = lines.slice(from, to);
      const [first] = row;
      const atEdge = edges.has(Math.round(row.at(-1)?.xEnd ?? 0)) || isEvenlySpaced(row);
      if (first !== undefined && row.length > 1 && atEdge) joined.push(joinRow(row, first));
      else for (const line of row) joined.push(line);
      from = to;
    }
    return joined;
  });
}

function isBeside(left: PdfLine | undefined, right: PdfLine | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return Math.abs(left.y - right.y) < 0.5 && right.x > left.xEnd && Math.abs(left.size - right.size) < 0.6;
}

function joinRow(row: readonly PdfLine[], first: PdfLine): PdfLine {
  return {
    ...first,
    text: row.map((line) => line.text).join(' '),
    xEnd: row.at(-1)?.xEnd ?? first.xEnd,
    bold: row.every((line) => line.bold),
    italic: row.every((line) => line.italic),
    marks: row.flatMap((line) => line.marks),
  };
}

/** Four pieces or more at equal distances: word spaces, not columns. */
function isEvenlySpaced(row: readonly PdfLine[]): boolean {
  const gaps = row.slice(1).map((line, index) => line.x - (row[index]?.xEnd ?? 0));
  const [first = 0] = gaps;
  return gaps.length >= 3 && gaps.every((gap) => Math.abs(gap - first) < 0.2 * first);
}

function startLine(item: PdfItem): OpenLine {
  return {
    items: [{ item, raised: false }],
    y: item.y,
    size: item.size,
    xEnd: item.x + item.width,
    boldUntil: Number.NEGATIVE_INFINITY,
  };
}

/** Adds the item to the line where it stands on it, or stands on it as a raised mark. */
function joinLine(line: OpenLine, item: PdfItem): boolean {
  const larger = Math.max(line.size, item.size);
  if (item.x < line.xEnd - 0.5 * larger) return false;
  if (item.x - line.xEnd > columnGapShare * larger && !isLabel(line)) return false;
  const rise = item.y - line.y;
  const isMark = item.size < line.size * markShare;
  if (Math.abs(rise) <= 0.2 * larger || (isMark && rise > -0.4 * larger && rise < 0.8 * larger)) {
    line.items.push({ item, raised: isMark && rise > 0.1 * larger });
    if (!isMark) line.size = Math.max(line.size, item.size);
    line.xEnd = item.x + item.width;
    return true;
  }
  // A line that began with a raised mark: the text after it gives the base line.
  const beganRaised = line.size < item.size * markShare && rise < 0 && rise > -0.8 * larger;
  if (!beganRaised) return false;
  line.items = line.items.map((entry) => ({ ...entry, raised: true }));
  line.items.push({ item, raised: false });
  line.y = item.y;
  line.size = item.size;
  line.xEnd = item.x + item.width;
  return true;
}

function isLabel(line: OpenLine): boolean {
  if (line.items.length > 8) return false;
  return label.test(
    line.items
      .map(({ item }) => item.text)
      .join('')
      .trim(),
  );
}

/**
 * Some writers make bold by striking words again a little to the right, one by one or several in turn. The
 * earlier strike goes, and what lies within its reach is bold.
 */
function dropStruckAgain(line: OpenLine, item: PdfItem): void {
  const near = doubleStrikeShare * item.size;
  if (Math.abs(line.y - item.y) > near || item.x > line.xEnd) return;
  for (let index = line.items.length - 1; index >= 0; index -= 1) {
    const before = line.items[index]?.item;
    if (before === undefined || before.x < item.x - near) return;
    if (Math.abs(before.x - item.x) > near || !item.text.startsWith(before.text) || before.text.trim() === '')
      continue;
    line.boldUntil = line.xEnd + near;
    line.items = line.items.slice(0, index);
    const last = line.items.findLast((entry) => entry.item.text.trim() !== '')?.item;
    line.xEnd = last ? last.x + last.width : item.x;
    return;
  }
}

function closeLine(line: OpenLine, page: number): PdfLine {
  const parts: string[] = [];
  const marks: string[] = [];
  let opensNote: string | undefined;
  let last = '';
  let xEnd = Number.NaN;
  let afterMark = false;
  for (const { item, raised } of line.items) {
    const mark = raised ? /^[\s[(]*(\d{1,3}|[*†‡]+)[\s\])]*$/.exec(item.text)?.[1] : undefined;
    const gap = item.x - xEnd;
    // Kerning stays under a tenth of the size, the narrowest word space is a fifth.
    const apart = gap > 0.17 * Math.min(item.size, line.size) || mark !== undefined || afterMark;
    if (parts.length > 0 && apart && !/\s$/.test(last) && !/^[\s.,;:)\]”’]/.test(item.text)) parts.push(' ');
    if (mark !== undefined) {
      if (parts.length === 0) opensNote = mark;
      else marks.push(mark);
    }
    parts.push(item.text);
    last = item.text;
    afterMark = mark !== undefined;
    xEnd = item.x + item.width;
  }
  const words = line.items.filter(({ item, raised }) => !raised && item.text.trim() !== '');
  const [first] = line.items;
  return {
    text: parts
      .join('')
      .replace(/[ \t\r\n]+/g, ' ')
      .trim(),
    page,
    x: first?.item.x ?? 0,
    xEnd: line.xEnd,
    y: line.y,
    size: words.at(-1)?.item.size ?? line.size,
    bold: words.length > 0 && words.every(({ item }) => item.bold || item.x + item.width <= line.boldUntil),
    italic: words.length > 0 && words.every(({ item }) => item.italic),
    marks,
    ...(opensNote === undefined ? {} : { opensNote }),
  };
}
