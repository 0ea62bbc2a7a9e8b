import type { FlatParagraph } from './paragraph-openings.ts';

const fullStop = 0x2e;
const openingBracket = 0x28;
/** A run-in heading longer than this is an italicised sentence. */
const longestHeading = 250;

export interface RunInHeading {
  readonly text: string;
  readonly end: number;
  /** Ended by a full stop, colon or dash: what follows is a new thing. */
  readonly closed: boolean;
}

const notHeadings = /^(?:provided|see|and|or|but|however|except|e\.g|i\.e|et seq|id)\b/i;
const closing = /(?<![.:;—–\s-])[.:;—–\s-]+$/;
const separator = / ?[.:]? ?[—–-]{0,2} ?/y;

/** The italic run right after a designator, or, in a source without italics, the words before `.—`. */
export function headingAt(paragraph: FlatParagraph, at: number): RunInHeading | undefined {
  const { text, italic } = paragraph;
  let start = -1;
  let end = -1;
  for (const range of italic) {
    if (range.end <= at) continue;
    if (start < 0) {
      // An opening quotation mark may stand outside the italics.
      if (range.start > at + 1) break;
      start = Math.max(range.start, at);
    } else if (!joinsHeading(text, end, range.start)) break;
    end = range.end;
  }
  if (start < 0) return italic.length === 0 ? plainHeadingAt(text, at) : undefined;
  if (end - start > longestHeading) return undefined;
  // `<I>Fees—(1) Amount.</I>`: the run holds a second opening.
  const inner = /[—–] ?\(/.exec(text.slice(start, end));
  if (inner) end = start + inner.index + 1;
  const words = text.slice(start, end);
  const name = words.replace(closing, '').trimStart();
  if (name.length < 2 || words.trimEnd().endsWith(',') || notHeadings.test(name)) return undefined;
  separator.lastIndex = end;
  separator.test(text);
  const after = Math.max(end, separator.lastIndex);
  const closed = /[.:—–-]/.test(text.slice(end, after)) || closing.test(words);
  return { text: name, end: after, closed };
}

/** `<I>Item 4</I>: <I>Fees.</I>` is one heading; `<I>Fees.</I> <I>Bank</I> means` is not. */
function joinsHeading(text: string, from: number, to: number): boolean {
  if (to - from > 3 || text.charCodeAt(from - 1) === fullStop) return false;
  return /^[ :—–,&-]*$/.test(text.slice(from, to));
}

const longestPlainHeading = 160;

function plainHeadingAt(text: string, at: number): RunInHeading | undefined {
  const start = text.slice(at, at + longestPlainHeading);
  const dash = start.indexOf('—');
  if (dash < 2) return undefined;
  const words = start.slice(0, dash);
  const closed = words.endsWith('.');
  const name = closed ? words.slice(0, -1) : words;
  // A dash in the middle of a sentence is no heading; before a designator it is.
  if (/[.;:()]/.test(name) || (!closed && start.charCodeAt(dash + 1) !== openingBracket)) return undefined;
  return { text: name.trim(), end: at + dash + 1, closed: true };
}
