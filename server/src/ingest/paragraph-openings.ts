import { type Designator, designatorAt, isSpace, type Level, ordinalOf, type Scheme } from './designators.ts';
import { headingAt, type RunInHeading } from './run-in-heading.ts';

/** A paragraph as a flat source gives it; ranges are UTF-16 units of the folded text, in order. */
export interface FlatParagraph {
  readonly text: string;
  readonly italic: readonly TextRange[];
  /** Never opens a provision: footnotes, notes, examples, quoted forms. */
  readonly plain?: boolean;
  /** A heading stands before it: lists below may start afresh or go on. */
  readonly afterHeading?: boolean;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What a designator may count as in a scheme. */
export interface Reading {
  readonly level: number;
  readonly ordinal: number;
  /** Ordinal of the last of a reserved run, else the same. */
  readonly last: number;
  /** 0 where the type face agrees with the level. */
  readonly cost: number;
}

/** A place in a paragraph where a provision may begin. */
export interface Opening {
  readonly paragraph: number;
  readonly at: number;
  readonly designator: string;
  readonly readings: readonly Reading[];
  readonly heading: string | undefined;
  /** Last of a reserved run, `(c)-(e) [Reserved]`. */
  readonly through: Designator | undefined;
  /** Stands after a heading or inside a sentence, so it can only be the first below what was just opened. */
  readonly firstBelow: boolean;
  /** What it costs to believe that this begins something, and that it does not. */
  readonly openCost: number;
  readonly flushCost: number;
}

/** Weighed against the costs in `nest-openings.ts`; see there for the scale. */
const wrongFaceCost = 1.5;
const leadingFlushCost = 5;
const referenceFlushCost = 0.5;
const referenceOpenCost = 3;
const afterHeadingFlushCost = 2;
const inSentenceOpenCost = 1.2;
const inSentenceFlushCost = 0;

/**
 * Everything in the paragraph that may begin a provision, in reading order. `wanted` are the levels whose second
 * item comes later without a first.
 */
export function findOpenings(
  paragraph: FlatParagraph,
  index: number,
  scheme: Scheme,
  wanted: ReadonlySet<number>,
): Opening[] {
  const found = findLeading(paragraph, index, scheme);
  if (wanted.size === 0) return found;
  const missing = [...wanted].filter((level) => !found.some((opening) => isFirstAt(opening, level)));
  return missing.length === 0
    ? found
    : [...found, ...findInSentence(paragraph, index, scheme, found, missing)];
}

/** Whether the opening begins a list at the level, as far as its face tells. */
function isFirstAt(opening: Opening, level: number): boolean {
  return opening.readings.some((each) => each.level === level && each.ordinal === 1 && each.cost === 0);
}

/** As many as there are levels: a longer run is not a list. */
const mostAtOnce = 8;

function findLeading(paragraph: FlatParagraph, index: number, scheme: Scheme): Opening[] {
  const { text } = paragraph;
  let at = skipSpace(text, 0);
  let designator = readDesignator(text, at, scheme);
  let passed: RunInHeading | undefined;
  if (!designator) {
    // `<I>Affiliate.</I> (1) The term means`: the list of a definition that has no designator.
    passed = paragraph.italic[0]?.start === at ? headingAt(paragraph, at) : undefined;
    if (!passed?.closed) return [];
    designator = readDesignator(text, skipSpace(text, passed.end), scheme);
  }
  const found: Opening[] = [];
  while (designator && found.length < mostAtOnce) {
    const through = reservedThrough(text, designator);
    let readings = readingsOf(designator, paragraph, scheme, through);
    if (passed) readings = readings.filter((reading) => reading.ordinal === 1);
    if (readings.length === 0) break;
    at = skipSpace(text, (through ?? designator).end);
    const heading = headingAt(paragraph, at);
    const isReference = isReferenceAt(text, at);
    found.push({
      paragraph: index,
      at: designator.at,
      designator: designator.text,
      readings,
      heading: heading?.text,
      through,
      firstBelow: passed !== undefined && found.length > 0,
      openCost: isReference ? referenceOpenCost : 0,
      flushCost: isReference ? referenceFlushCost : flushCostAfter(passed),
    });
    if (heading) at = skipSpace(text, heading.end);
    else if (text.charCodeAt(at) === emDash) at = skipSpace(text, at + 1);
    passed = heading ?? passed;
    designator = readDesignator(text, at, scheme);
  }
  return found;
}

function flushCostAfter(heading: RunInHeading | undefined): number {
  if (!heading) return leadingFlushCost;
  return heading.closed ? afterHeadingFlushCost : inSentenceFlushCost;
}

const emDash = 0x2014;
const closingBracket = 0x29;
const openingBracket = 0x28;

/** `(a) of this section`, `(1) and (2) apply`: a reference at the head of a line, not an opening. */
const referencePattern = /(?:of (?:this|the) |and \(|or \(|through \(|, \()/y;

function isReferenceAt(text: string, at: number): boolean {
  referencePattern.lastIndex = at;
  return referencePattern.test(text);
}

function readDesignator(text: string, at: number, scheme: Scheme): Designator | undefined {
  const style = text.charCodeAt(at) === openingBracket ? 'bracket' : 'dot';
  for (const level of scheme.levels) if (level.style === style) return designatorAt(text, at, style);
  return undefined;
}

function readingsOf(
  designator: Designator,
  paragraph: FlatParagraph,
  scheme: Scheme,
  through?: Designator,
): Reading[] {
  const readings: Reading[] = [];
  let italic: boolean | undefined;
  for (let index = 0; index < scheme.levels.length; index += 1) {
    const level = scheme.levels[index];
    if (level?.style !== designator.style) continue;
    const ordinal = ordinalOf(designator.text, level.numbering);
    if (ordinal === undefined) continue;
    // The printer sets a lone l in italics at every level, to tell it from the figure 1.
    italic ??= designator.text !== 'l' && isItalicAlone(designator, paragraph.italic);
    const last = through && ordinalOf(through.text, level.numbering);
    const cost = italic === level.italic ? 0 : wrongFaceCost;
    readings.push({ level: index, ordinal, last: last ?? ordinal, cost });
  }
  return readings;
}

/** Italic for its own sake, not as the first word of an italic heading. */
function isItalicAlone(designator: Designator, italic: readonly TextRange[]): boolean {
  const inside = designator.style === 'bracket' ? designator.at + 1 : designator.at;
  for (const range of italic) {
    if (range.start > inside) return false;
    if (range.end > inside) return range.end <= designator.end + 1;
  }
  return false;
}

const throughPattern = / ?(?:[-–—]|through|to|and|,) ?(?=\()/y;
const reservedPattern = /\.? ?\[(?:reserved|removed)/iy;

/** `(c) through (e) [Reserved]` is a line of its own. */
const longestReservedLine = 80;

function reservedThrough(text: string, first: Designator): Designator | undefined {
  if (text.length - first.at > longestReservedLine) return undefined;
  throughPattern.lastIndex = first.end;
  if (!throughPattern.test(text)) return undefined;
  const last = designatorAt(text, throughPattern.lastIndex, 'bracket');
  if (!last) return undefined;
  reservedPattern.lastIndex = last.end;
  return reservedPattern.test(text) ? last : undefined;
}

/**
 * `(c) The bank must: (1) act; and` before a line that begins `(2)`: the first of the list stands in a sentence.
 * Looked for only where a later line needs it, and believed only where it saves more than it costs.
 */
function findInSentence(
  paragraph: FlatParagraph,
  index: number,
  scheme: Scheme,
  found: readonly Opening[],
  missing: readonly number[],
): Opening[] {
  const from = Math.max(1, (found.at(-1)?.at ?? -1) + 1);
  const openings: Opening[] = [];
  let end = from;
  for (const start of startsInSentence(paragraph.text, from, scheme, missing)) {
    for (let at = Math.max(start, end); ; ) {
      const designator = readDesignator(paragraph.text, at, scheme);
      const readings = designator ? readingsOf(designator, paragraph, scheme) : [];
      const firsts = readings.filter((reading) => reading.ordinal === 1);
      if (!designator || firsts.length === 0) break;
      end = designator.end;
      const heading = headingAt(paragraph, skipSpace(paragraph.text, end));
      openings.push({
        paragraph: index,
        at,
        designator: designator.text,
        readings: firsts,
        heading: heading?.text,
        through: undefined,
        firstBelow: found.length + openings.length > 0,
        openCost: inSentenceOpenCost,
        flushCost: inSentenceFlushCost,
      });
      at = end;
    }
  }
  return openings;
}

const endsClause = /(?:[:.;?—–]| means?| includes?) ?$/;

/** A sentence that refers to `(1)` more often than this is not where the list begins. */
const mostTries = 20;

/** Where `(1)(i)` begins whose last designator is at `found`: `must: (1)(i) act` before a line with `(ii)`. */
function startOfRun(text: string, found: number, from: number): number {
  let at = found;
  for (let run = 1; run < mostAtOnce && at > from; run += 1) {
    if (text.charCodeAt(at - 1) !== closingBracket) break;
    const before = text.lastIndexOf('(', at - 1);
    if (before < from) break;
    at = before;
  }
  return at;
}

function startsInSentence(text: string, from: number, scheme: Scheme, missing: readonly number[]): number[] {
  const starts = new Set<number>();
  for (const index of missing) {
    const level = scheme.levels[index];
    const first = level && firstOf[level.numbering];
    if (!level || !first) continue;
    const printed = level.style === 'bracket' ? `(${first})` : `${first}. `;
    let found = text.lastIndexOf(printed);
    for (let tries = 0; found >= from && tries < mostTries; tries += 1) {
      const at = startOfRun(text, found, from);
      if (endsClause.test(text.slice(Math.max(0, at - 10), at))) {
        starts.add(at);
        break;
      }
      found = found === 0 ? -1 : text.lastIndexOf(printed, found - 1);
    }
  }
  return [...starts].sort((one, other) => one - other);
}

const firstOf: Readonly<Partial<Record<Level['numbering'], string>>> = {
  letter: 'a',
  capital: 'A',
  number: '1',
  roman: 'i',
  capitalRoman: 'I',
  doubleLetter: 'aa',
};

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}
