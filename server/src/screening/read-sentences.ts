import type { Word } from './read-words.ts';

/** Where the words of a text belong: for each word its sentence, for each sentence its words and paragraph. */
export interface Sentences {
  /** Sentence number of each word. */
  readonly ofWord: Int32Array;
  /** First word of each sentence, and one entry more: the number of words. */
  readonly starts: readonly number[];
  readonly paragraphs: readonly number[];
  /** Sentences that end in a colon: what they say goes on in the next. */
  readonly opensList: readonly boolean[];
  readonly isQuestion: readonly boolean[];
}

const abbreviations = new Set(
  'mr mrs ms dr prof st ave no nos vs etc inc ltd co corp dept approx acct est jr sr rev gen sec fig art cf eg ie p pp al am pm u s v'.split(
    ' ',
  ),
);
/** A run of words without a stop is cut here, so that what a gap may cross stays bounded. Range 80 to 400. */
const maxSentenceWords = 160;

/** A sentence ends at . ! ? with white space after it, at a line break, or where it grows too long. */
export function readSentences(text: string, words: readonly Word[]): Sentences {
  const ofWord = new Int32Array(words.length);
  const starts: number[] = [0];
  const paragraphs: number[] = [0];
  const opensList: boolean[] = [];
  const isQuestion: boolean[] = [];
  let paragraph = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const next = words[at + 1];
    if (!word) break;
    ofWord[at] = starts.length - 1;
    if (!next) continue;
    if (next.start <= word.start) continue; // parts of one contraction
    const end = sentenceEnd(text, word, next);
    const tooLong = at + 1 - (starts.at(-1) ?? 0) >= maxSentenceWords;
    if (end === undefined && !tooLong) continue;
    if (end?.paragraph) paragraph += 1;
    opensList.push(end?.colon ?? false);
    isQuestion.push(end?.question ?? false);
    starts.push(at + 1);
    paragraphs.push(paragraph);
  }
  opensList.push(false);
  isQuestion.push(text.trimEnd().endsWith('?'));
  starts.push(words.length);
  return { ofWord, starts, paragraphs, opensList, isQuestion };
}

function sentenceEnd(
  text: string,
  word: Word,
  next: Word,
): { paragraph: boolean; colon: boolean; question: boolean } | undefined {
  // The gap between two words is short in honest text; of a megabyte of dots its beginning and end say enough.
  const gap =
    next.start - word.end > 200
      ? `${text.slice(word.end, word.end + 100)}${text.slice(next.start - 100, next.start)}`
      : text.slice(word.end, next.start);
  if (gap === ' ') return undefined;
  const paragraph = /\n[ \t]*\r?\n/.test(gap);
  if (/[\n\r]/.test(gap)) return { paragraph, colon: gap.includes(':'), question: gap.includes('?') };
  const stop = /[.!?…]["'”’)\]]*(\s+)["'“‘([]*$/.exec(gap);
  if (!stop) return undefined;
  const question = gap.includes('?');
  if (question || gap.includes('!')) return { paragraph, colon: false, question };
  const following = text[next.start] ?? '';
  const startsLower = following !== following.toUpperCase();
  const isShort = abbreviations.has(word.form);
  if (
    isShort &&
    (startsLower ||
      word.form.length > 2 ||
      /\d/.test(following) ||
      word.form === 'mr' ||
      word.form === 'ms' ||
      word.form === 'dr' ||
      word.form === 'st')
  )
    return undefined;
  if (word.form.length === 1 && !/\d/.test(word.form)) return undefined; // an initial
  return { paragraph, colon: false, question };
}
