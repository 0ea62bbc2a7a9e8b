import { measureType, type PdfBlock, readBlocks, type TypeMeasures } from './pdf-blocks.ts';
import { bulletStart, type PdfLine, readLines, rejoinJustified, startsWithLabel } from './pdf-lines.ts';
import type { PdfText } from './pdf-page.ts';
import { removeRunningLines } from './pdf-running-lines.ts';
import { gatherTables, type PdfCell } from './pdf-tables.ts';

/** One step of the reading order, notes already behind what refers to them. */
export type FlowPart = FlowHeading | FlowParagraph | FlowTable;

export interface FlowHeading {
  readonly kind: 'heading';
  readonly text: string;
  readonly page: number;
  readonly style: TypeStyle;
}
export interface FlowParagraph {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly page: number;
}
export interface FlowTable {
  readonly kind: 'table';
  readonly page: number;
  readonly headerRows: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
}
export interface TypeStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

export interface PdfFlow {
  readonly parts: readonly FlowPart[];
  /** Running heads and feet by page, from page 1. */
  readonly running: readonly (readonly string[])[];
  /** Numbers of the pages that are pictures, and so lost to the text. */
  readonly pictures: readonly number[];
}

/** Type this much larger than the body is a heading's. */
const headingShare = 1.08;
/** A heading in the body's size is bold throughout; a longer bold text is a stressed paragraph. */
const maxBoldHeadingChars = 300;
const maxWordChars = 60;
const sentenceEnd = /[.!?:;]["”’)\]]?(?: \d{1,3})?$/;

interface Draft {
  readonly kind: 'heading' | 'paragraph' | 'table';
  lines: readonly PdfLine[];
  readonly table: readonly (readonly PdfCell[])[];
  readonly notes: Note[];
}
interface Note {
  readonly number: string;
  lines: readonly PdfLine[];
}

export function readFlow(pdf: PdfText): PdfFlow {
  const pages = removeRunningLines(
    pdf.pages,
    rejoinJustified(pdf.pages.map((page, index) => readLines(page, index + 1))),
  );
  const measures = measureType(pages.flatMap((page) => page.lines));
  const drafts: Draft[] = [];
  let lastNote: Note | undefined;
  for (const page of pages) {
    const blocks = readBlocks(page.lines, measures);
    const body = blocks.filter((block) => block.note === undefined);
    const before = drafts.length;
    for (const part of gatherTables(body, pdf.pages[page.page - 1]?.height ?? 0)) {
      if (part.kind === 'table') {
        drafts.push({
          kind: 'table',
          lines: part.rows.flat(2).flatMap((block) => block.lines),
          table: part.rows,
          notes: [],
        });
        continue;
      }
      const draft: Draft = {
        kind: kindOf(part.block, measures),
        lines: part.block.lines,
        table: [],
        notes: [],
      };
      const last = drafts.at(-1);
      if (last && drafts.length === before && runsOn(last, draft))
        last.lines = [...last.lines, ...draft.lines];
      else drafts.push(draft);
    }
    const here = drafts.slice(Math.max(0, before - 1));
    for (const { note, lines } of blocks) {
      if (note === undefined) continue;
      if (note === '' && lastNote) {
        lastNote.lines = [...lastNote.lines, ...lines];
        continue;
      }
      lastNote = { number: note, lines };
      const refers = here.find((draft) =>
        draft.lines.some((line) => line.page === page.page && line.marks.includes(note)),
      );
      (refers ?? here.at(-1))?.notes.push(lastNote);
    }
  }
  const words = collectWords(pages.flatMap((page) => page.lines));
  return {
    parts: drafts.flatMap((draft) => finish(draft, words)),
    running: pages.map((page) => page.running),
    pictures: pdf.pages.flatMap((page, index) => (page.isPicture ? [index + 1] : [])),
  };
}

function kindOf(block: PdfBlock, measures: TypeMeasures): 'heading' | 'paragraph' {
  if (block.lines.every((line) => line.size > measures.bodySize * headingShare)) return 'heading';
  const chars = block.lines.reduce((sum, line) => sum + line.text.length, 0);
  const bold = block.lines.every((line) => line.bold && line.size > measures.bodySize * 0.95);
  return bold && chars <= maxBoldHeadingChars && !bulletStart.test(block.lines[0]?.text ?? '')
    ? 'heading'
    : 'paragraph';
}

/** Whether a page's first block is the rest of the last one on the page before. */
function runsOn(last: Draft, next: Draft): boolean {
  const end = last.lines.at(-1);
  const start = next.lines[0];
  if (last.kind === 'table' || next.kind !== last.kind || !end || !start) return false;
  if (start.page !== end.page + 1 || Math.abs(start.size - end.size) > 0.6) return false;
  if (startsWithLabel(start.text) || bulletStart.test(start.text)) return false;
  const edge = (last.lines[1] ?? last.lines[0])?.x ?? 0;
  if (/^\p{Ll}/u.test(start.text)) return Math.abs(start.x - edge) <= 40 && start.bold === end.bold;
  return last.kind === 'paragraph' && Math.abs(start.x - edge) <= 3 && !sentenceEnd.test(end.text);
}

function finish(draft: Draft, words: ReadonlySet<string>): readonly FlowPart[] {
  const page = draft.lines[0]?.page ?? 0;
  const notes = draft.notes.map((note) => textPart('paragraph', note.lines, words));
  if (draft.kind !== 'table') return [textPart(draft.kind, draft.lines, words), ...notes];
  const isHead = (row: readonly PdfCell[]) =>
    row.length > 1 && row.flat().every((block) => block.lines.every((line) => line.bold));
  const cellsOf = (row: readonly PdfCell[]) =>
    row.map((cell) => cell.map((block) => joinLines(block.lines, words)).join(' '));
  const headCount = draft.table.findIndex((row) => !isHead(row));
  const heads = headCount < 0 ? 0 : headCount;
  const table: FlowTable = {
    kind: 'table',
    page,
    headerRows: draft.table.slice(0, heads).map(cellsOf),
    rows: draft.table.slice(heads).map(cellsOf),
  };
  return [table, ...notes];
}

function textPart(
  kind: 'heading' | 'paragraph',
  lines: readonly PdfLine[],
  words: ReadonlySet<string>,
): FlowHeading | FlowParagraph {
  const text = joinLines(lines, words);
  const page = lines[0]?.page ?? 0;
  if (kind === 'paragraph') return { kind, text, page };
  const size = Math.round((lines[0]?.size ?? 0) * 2) / 2;
  const style = { size, bold: lines.every((line) => line.bold), italic: lines.every((line) => line.italic) };
  return { kind, text, page, style };
}

/**
 * Lines to running text. A hyphen at a line's end goes only where the file itself writes the word without
 * one elsewhere: `secu-` + `rity` is security, `third-` + `party` stays third-party.
 */
export function joinLines(lines: readonly { readonly text: string }[], words: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const { text } of lines) {
    const last = parts.at(-1);
    if (last !== undefined) {
      // The end alone is looked at: a hostile line may be a million letters long.
      const broken = /(?<!\p{L})(\p{L}+)([-\u00ad\u2010])$/u.exec(last.slice(-maxWordChars));
      const rest = /^\p{Ll}+/u.exec(text.slice(0, maxWordChars))?.[0];
      if (broken && rest !== undefined) {
        const whole = `${broken[1]}${rest}`.toLowerCase();
        if (broken[2] === '\u00ad' || words.has(whole)) parts[parts.length - 1] = last.slice(0, -1);
      } else if (!/\S[-/\u2010—]$/.test(last.slice(-2))) parts.push(' ');
    }
    parts.push(text);
  }
  return parts.join('').replace(/\u00ad/g, '');
}

/** Every word written whole within a line. */
function collectWords(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of lines) {
    for (const [word] of text.toLowerCase().matchAll(/(?<![\p{L}-])\p{L}{3,}(?![\p{L}-])/gu)) words.add(word);
  }
  return words;
}
