import type { Range } from './cut-by-ranges.ts';

/** Words too common to mark. */
const common = new Set(
  'a an and any are as at be been but by can do does for from had has have how i if in into is it its may must my no not of on or our shall should so such than that the their them then there these they this to under was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

/** Endings taken off before words are compared, the longest first: `disclosures` and `disclosed` are one word here. */
const endings = [
  'ations',
  'ation',
  'ments',
  'ures',
  'ment',
  'ure',
  'ings',
  'ing',
  'ies',
  'ied',
  'ers',
  'es',
  'ed',
  'er',
  's',
  'e',
  'y',
];
const shortestStem = 3;

/** Where a passage has words of the question, for the eye only: the ranking is the server's. */
export function matchedWords(passage: string, question: string): Range[] {
  const wanted = wordStems(question);
  if (wanted.size === 0) return [];
  return wordsOf(passage)
    .filter(({ word }) => !common.has(word) && wanted.has(stemOf(word)))
    .map(({ start, end }) => ({ start, end }));
}

/** The words of a text that say something, each without its ending. */
export function wordStems(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).flatMap(({ word }) => (common.has(word) ? [] : [stemOf(word)])));
}

function wordsOf(text: string) {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu), (match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function stemOf(word: string): string {
  if (/\d/.test(word)) return word;
  const plain = word.replace(/['’]s$/, '');
  const ending = endings.find((one) => plain.endsWith(one) && plain.length - one.length >= shortestStem);
  return ending === undefined ? plain : plain.slice(0, -ending.length);
}
