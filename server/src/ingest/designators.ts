/**
 * Designators as printed, `(a)`, `(ii)`, `A.`, and what each may count as. Which reading is right is not
 * decided here: `(i)` is a ninth letter and a first numeral until its neighbours are known.
 */

export type Numbering =
  | 'letter'
  | 'capital'
  | 'number'
  | 'roman'
  | 'capitalRoman'
  | 'doubleLetter'
  | 'doubleCapital';

export interface Level {
  readonly style: 'bracket' | 'dot';
  readonly numbering: Numbering;
  readonly italic: boolean;
}

/** The levels of a body of law, outermost first. In a `free` scheme any level may open below any other. */
export interface Scheme {
  readonly levels: readonly Level[];
  readonly order: 'fixed' | 'free';
}

const bracket = (numbering: Numbering, italic = false): Level => ({ style: 'bracket', numbering, italic });
const dot = (numbering: Numbering, italic = false): Level => ({ style: 'dot', numbering, italic });

export const schemes = {
  /** Document Drafting Handbook of the Federal Register, 1 CFR 21.11: (a)(1)(i)(A)(1)(i), the last two italic. */
  cfr: {
    order: 'fixed',
    levels: [
      bracket('letter'),
      bracket('number'),
      bracket('roman'),
      bracket('capital'),
      bracket('number', true),
      bracket('roman', true),
    ],
  },
  /** House and Senate drafting manuals: subsection, paragraph, subparagraph, clause, subclause, item, subitem. */
  statute: {
    order: 'fixed',
    levels: [
      bracket('letter'),
      bracket('number'),
      bracket('capital'),
      bracket('roman'),
      bracket('capitalRoman'),
      bracket('doubleLetter'),
      bracket('doubleCapital'),
    ],
  },
  /** Official interpretations (Supplement I): comment 1, then i, A, 1, i, the last two italic. */
  interpretation: {
    order: 'fixed',
    levels: [dot('number'), dot('roman'), dot('capital'), dot('number', true), dot('roman', true)],
  },
  /** Appendices, guidelines, executive orders: every house has its own order. */
  outline: {
    order: 'free',
    levels: [
      dot('capitalRoman'),
      dot('capital'),
      dot('number'),
      dot('letter'),
      dot('roman'),
      bracket('letter'),
      bracket('number'),
      bracket('roman'),
      bracket('capital'),
      bracket('capitalRoman'),
      bracket('number', true),
      bracket('roman', true),
    ],
  },
} as const satisfies Record<string, Scheme>;

/** A designator found in text; offsets are UTF-16 units, `end` is past the closing bracket or full stop. */
export interface Designator {
  readonly text: string;
  readonly style: 'bracket' | 'dot';
  readonly at: number;
  readonly end: number;
}

/** `lxxxviii` */
const longestDesignator = 8;

/** Reads the designator that begins exactly at `at`; by hand, as it is asked of every paragraph. */
export function designatorAt(text: string, at: number, style: 'bracket' | 'dot'): Designator | undefined {
  let start = at;
  if (style === 'bracket') {
    if (text.charCodeAt(at) !== openingBracket) return undefined;
    start = text.charCodeAt(at + 1) === space ? at + 2 : at + 1;
  }
  let end = endOfRun(text, start);
  if (end === start || end - start > longestDesignator) return undefined;
  if (style === 'dot') {
    const isWhole =
      text.charCodeAt(end) === fullStop && opensText(text, end + 1, kindOf(text.charCodeAt(start)));
    return isWhole ? { text: text.slice(start, end), style, at, end: end + 1 } : undefined;
  }
  if (text.charCodeAt(end) === hyphen) {
    const suffixEnd = endOfRun(text, end + 1);
    if (kindOf(text.charCodeAt(end + 1)) === 'digit' && suffixEnd - end <= 3) end = suffixEnd;
  }
  const close = text.charCodeAt(end) === space ? end + 1 : end;
  if (text.charCodeAt(close) !== closingBracket) return undefined;
  return { text: text.slice(start, end), style, at, end: close + 1 };
}

/** A space, the end, or, the printer having dropped the space, a word: `1.Official status`. */
function opensText(text: string, at: number, kind: ReturnType<typeof kindOf>): boolean {
  if (at === text.length || isSpace(text.charCodeAt(at))) return true;
  return (
    kind === 'digit' &&
    kindOf(text.charCodeAt(at)) === 'capital' &&
    kindOf(text.charCodeAt(at + 1)) === 'small'
  );
}

const openingBracket = 0x28;
const closingBracket = 0x29;
const space = 0x20;
const hyphen = 0x2d;
const fullStop = 0x2e;

/** Ordinary, no-break, en, em and thin spaces. */
export function isSpace(code: number): boolean {
  return code === space || code === 0xa0 || (code >= 0x2002 && code <= 0x200a);
}

/** Where the letters of one case, or the digits, that begin at `start` end. */
function endOfRun(text: string, start: number): number {
  const kind = kindOf(text.charCodeAt(start));
  let end = start;
  while (kind !== 'other' && end <= start + longestDesignator && kindOf(text.charCodeAt(end)) === kind)
    end += 1;
  return end;
}

function kindOf(code: number): 'small' | 'capital' | 'digit' | 'other' {
  if (code >= 97 && code <= 122) return 'small';
  if (code >= 65 && code <= 90) return 'capital';
  return code >= 48 && code <= 57 ? 'digit' : 'other';
}

/**
 * The place a designator has in a list of the given numbering, from 1; `(aa)` follows `(z)` and is 27, `(b-1)`
 * stands between `(b)` and `(c)` and is 2.01.
 */
export function ordinalOf(designator: string, numbering: Numbering): number | undefined {
  const dash = designator.indexOf('-');
  if (dash < 0) return wholeOrdinal(designator, numbering);
  const whole = wholeOrdinal(designator.slice(0, dash), numbering);
  return whole === undefined ? undefined : whole + Number(designator.slice(dash + 1)) / 100;
}

function wholeOrdinal(text: string, numbering: Numbering): number | undefined {
  switch (numbering) {
    case 'number':
      return wholeNumber(text);
    case 'letter':
      return repeatedLetter(text, codeOfSmallA, 1);
    case 'capital':
      return repeatedLetter(text, codeOfCapitalA, 1);
    case 'doubleLetter':
      return repeatedLetter(text, codeOfSmallA, 2);
    case 'doubleCapital':
      return repeatedLetter(text, codeOfCapitalA, 2);
    case 'roman':
      return romanOrdinals.get(text);
    case 'capitalRoman':
      return capitalRomanOrdinals.get(text);
  }
}

const codeOfSmallA = 97;
const codeOfCapitalA = 65;

/** No list has a thousand items: `(2015)` is a year. */
function wholeNumber(text: string): number | undefined {
  const isNumber = kindOf(text.charCodeAt(0)) === 'digit' && text.charCodeAt(0) !== 48 && text.length <= 3;
  return isNumber ? Number(text) : undefined;
}

/** `b` is 2, `bb` 28, `bbb` 54 where the list starts with single letters; with `fewest` 2, `bb` is 2. */
function repeatedLetter(text: string, codeOfA: number, fewest: number): number | undefined {
  const code = text.charCodeAt(0);
  const place = code - codeOfA + 1;
  if (place < 1 || place > 26 || text.length < fewest || text.length > 4) return undefined;
  for (let at = 1; at < text.length; at += 1) if (text.charCodeAt(at) !== code) return undefined;
  return (text.length - fewest) * 26 + place;
}

/** Past 99 a list would have to run through (c) to be believed; no source comes near it. */
const largestRoman = 99;
const romanOrdinals: ReadonlyMap<string, number> = new Map(
  Array.from({ length: largestRoman }, (_, index): [string, number] => [romanOf(index + 1), index + 1]),
);
const capitalRomanOrdinals: ReadonlyMap<string, number> = new Map(
  [...romanOrdinals].map(([roman, value]): [string, number] => [roman.toUpperCase(), value]),
);

function romanOf(value: number): string {
  const tens = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc'];
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
  return `${tens[Math.floor(value / 10)]}${ones[value % 10]}`;
}
