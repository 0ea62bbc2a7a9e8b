import type { Word } from './read-words.ts';

export const factKinds = [
  'money',
  'percent',
  'number',
  'days',
  'bizdays',
  'time',
  'date',
  'phone',
  'url',
  'email',
] as const;
export type FactKind = (typeof factKinds)[number];

/** A figure in the text: dollars, percent, a count, days, minutes of the day. NaN where it has no certain value. */
export interface Fact {
  readonly kind: FactKind;
  readonly value: number;
  /** Word positions; `end` is the first word after it. */
  readonly start: number;
  readonly end: number;
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const numberWords = new Map<string, number>([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
const multipliers = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['k', 1e3],
  ['grand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);
/** Days in a unit; hours are parts of a day. A month is 30 days and a year 365: bounds in rules are coarser. */
const unitDays = new Map([
  ['day', 1],
  ['days', 1],
  ['week', 7],
  ['weeks', 7],
  ['wk', 7],
  ['wks', 7],
  ['fortnight', 14],
  ['month', 30],
  ['months', 30],
  ['mo', 30],
  ['quarter', 91],
  ['quarters', 91],
  ['year', 365],
  ['years', 365],
  ['yr', 365],
  ['yrs', 365],
  ['hour', 1 / 24],
  ['hours', 1 / 24],
  ['hr', 1 / 24],
  ['hrs', 1 / 24],
]);
const businessWords = new Set(['business', 'working', 'banking']);
const months = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

/** Finds the figures in one walk over the words. */
export function readFacts(text: string, words: readonly Word[]): Fact[] {
  const facts: Fact[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word) break;
    const code = word.form.charCodeAt(0);
    const isDigit = code >= 48 && code <= 57;
    if (word.mark) facts.push({ kind: word.mark, value: Number.NaN, start: at, end: at + 1 });
    else if (isDigit) at = figure(text, words, at, facts) - 1;
    else if (numberWords.has(word.form) || word.form === 'hundred')
      at = writtenNumber(words, at, facts, text) - 1;
    else if (word.form === 'noon' || word.form === 'midnight')
      facts.push({ kind: 'time', value: word.form === 'noon' ? 720 : 1440, start: at, end: at + 1 });
    else if (months.has(word.form) && isDayOfMonth(words[at + 1]))
      facts.push({ kind: 'date', value: Number.NaN, start: at, end: at + 2 });
    else if (isArticle(word.form) && unitDays.has(words[at + 1]?.form ?? ''))
      facts.push({
        kind: 'days',
        value: unitDays.get(words[at + 1]?.form ?? '') ?? 0,
        start: at,
        end: at + 2,
      });
  }
  return facts;
}

function isArticle(form: string): boolean {
  return form === 'a' || form === 'an' || form === 'per';
}

function isDayOfMonth(word: Word | undefined): boolean {
  return word !== undefined && /^(?:[12]?\d|3[01])(?:st|nd|rd|th)?$/.test(word.form);
}

/** A figure in digits; returns the first word after what it took. */
function figure(text: string, words: readonly Word[], at: number, facts: Fact[]): number {
  const word = words[at];
  if (!word) return at + 1;
  const next = words[at + 1];
  const before = text[word.start - 1];
  const time = clockTime(word.form, next?.form);
  if (time) {
    facts.push({ kind: 'time', value: time.minutes, start: at, end: at + time.words });
    return at + time.words;
  }
  if (/^\d{4}$|^\d{1,2}$/.test(word.form) && isDateAt(text, word)) {
    let end = at + 1;
    while (
      end < at + 3 &&
      /^\d{1,4}$/.test(words[end]?.form ?? '') &&
      /[-/]/.test(text[(words[end]?.start ?? 0) - 1] ?? '')
    )
      end += 1;
    facts.push({ kind: 'date', value: Number.NaN, start: at, end });
    return end;
  }
  const phone = phoneWords(text, words, at);
  if (phone > 0) {
    facts.push({ kind: 'phone', value: Number.NaN, start: at, end: at + phone });
    return at + phone;
  }
  if (/:/.test(word.form)) return at + 1;
  let value = Number(word.form.replaceAll(',', ''));
  if (Number.isNaN(value)) return at + 1; // 12.3.4 is no figure
  let end = at + 1;
  const times = multipliers.get(next?.form ?? '');
  if (times !== undefined && next?.form !== 'hundred') {
    value *= times;
    end += 1;
  }
  return unit(text, words, at, end, value, before, facts);
}

/** What follows a number says what it counts. */
function unit(
  text: string,
  words: readonly Word[],
  start: number,
  end: number,
  value: number,
  before: string | undefined,
  facts: Fact[],
): number {
  const following = words[end]?.form ?? '';
  const after = text[words[end - 1]?.end ?? 0];
  const afterSpace = after === ' ' ? text[(words[end - 1]?.end ?? 0) + 1] : after;
  if (before === '$' || before === '€' || before === '£') {
    facts.push({ kind: 'money', value, start, end });
    return end;
  }
  if (following === 'dollar' || following === 'dollars' || following === 'usd' || following === 'bucks') {
    facts.push({ kind: 'money', value, start, end: end + 1 });
    return end + 1;
  }
  if (afterSpace === '%') {
    facts.push({ kind: 'percent', value, start, end });
    return end;
  }
  if (following === 'percent' || following === 'pct' || following === 'percentage') {
    facts.push({ kind: 'percent', value, start, end: end + 1 });
    return end + 1;
  }
  if (following === 'per' && words[end + 1]?.form === 'cent') {
    facts.push({ kind: 'percent', value, start, end: end + 2 });
    return end + 2;
  }
  const isBusiness = businessWords.has(following);
  const unitAt =
    isBusiness || following === 'calendar' || following === 'consecutive' || following === 'full'
      ? end + 1
      : end;
  const days = unitDays.get(words[unitAt]?.form ?? '');
  if (days !== undefined) {
    facts.push({ kind: 'days', value: value * days, start, end: unitAt + 1 });
    if (isBusiness) facts.push({ kind: 'bizdays', value: value * days, start, end: unitAt + 1 });
    return unitAt + 1;
  }
  facts.push({ kind: 'number', value, start, end });
  return end;
}

/** `forty-five days`, `one hundred dollars`. */
function writtenNumber(words: readonly Word[], start: number, facts: Fact[], text: string): number {
  const most = 6;
  let end = start;
  let total = 0;
  let current = 0;
  for (; end < Math.min(words.length, start + most); end += 1) {
    const form = words[end]?.form ?? '';
    const value = numberWords.get(form);
    const times = form === 'k' || form === 'grand' ? undefined : multipliers.get(form);
    if (
      value !== undefined &&
      (current === 0 || (current % 10 === 0 && current % 100 >= 20 && value < 10) || current % 100 === 0)
    )
      current += value;
    else if (times === 100) current = (current || 1) * 100;
    else if (times !== undefined && end > start) {
      total += (current || 1) * times;
      current = 0;
    } else break;
  }
  if (end === start) return start + 1;
  // `thirty (30) days`: the figure in brackets repeats the word.
  const repeated = words[end];
  if (repeated && /^\d+$/.test(repeated.form) && text[repeated.start - 1] === '(') end += 1;
  return unit(text, words, start, end, total + current, undefined, facts);
}

function clockTime(form: string, next: string | undefined): { minutes: number; words: number } | undefined {
  const match = /^(\d{1,2})(?::(\d\d))?$/.exec(form);
  if (!match?.[1]) return undefined;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if (hour > 24 || minute > 59) return undefined;
  if ((next === 'am' || next === 'pm') && hour >= 1 && hour <= 12)
    return { minutes: ((hour % 12) + (next === 'pm' ? 12 : 0)) * 60 + minute, words: 2 };
  if (match[2] === undefined) return undefined;
  // Without a.m. or p.m. only a leading zero or the afternoon hours of the 24-hour clock are certain.
  const isCertain = match[1].startsWith('0') || hour >= 13;
  return { minutes: isCertain ? hour * 60 + minute : Number.NaN, words: 1 };
}

function isDateAt(text: string, word: Word): boolean {
  return /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)(?!\d)/.test(
    text.slice(word.start, word.start + 11),
  );
}

/** How many words the telephone number at this word has; 0 when there is none. */
function phoneWords(text: string, words: readonly Word[], at: number): number {
  const start = words[at]?.start ?? 0;
  const match = /^(?:1[-. ])?(?:\d{3}\)?[-. ]{1,2})?\d{3}[-.]\d{4}(?!\d)/.exec(text.slice(start, start + 20));
  if (!match) return 0;
  let count = 0;
  while ((words[at + count]?.end ?? Number.POSITIVE_INFINITY) <= start + match[0].length) count += 1;
  return count;
}
