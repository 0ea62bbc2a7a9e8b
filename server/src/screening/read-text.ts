import { type Hit, PatternMatcher, type TextPatterns } from './match-patterns.ts';
import type { PatternBook } from './pattern-book.ts';
import { readFacts } from './read-facts.ts';
import { readSentences, type Sentences } from './read-sentences.ts';
import { readWords, type Word } from './read-words.ts';

/** A text, read once: what every rule asks. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  readonly sentences: Sentences;
  readonly patterns: TextPatterns;
  /** For each word the nearest negation that reaches it, or -1. */
  readonly negatedBy: Int32Array;
  /** 1 for the words of a sentence the text speaks of only to forbid it, warn of it or put it right. */
  readonly disowned: Uint8Array;
}

/** Patterns that disown: numbers in the book. */
export interface Disowning {
  /** The sentence they stand in. */
  readonly sentence: readonly number[];
  /** And the sentence before. */
  readonly previous: readonly number[];
  /** The sentences listed below, when theirs ends in a colon. */
  readonly list: readonly number[];
}

const negations = new Set('not no never neither nor without none nobody nothing hardly cannot'.split(' '));
/** After these words a negation is none: not only, no later than, no matter. */
const notNegating = new Set(
  'only just merely later more less fewer sooner matter doubt wonder problem worries exception exceptions longer need'.split(
    ' ',
  ),
);
/** A new clause, where a negation no longer reaches. */
const clauseWords = new Set(
  'but however although though because unless until so whereas while if when which who'.split(' '),
);
/** "If you do not pay we will ...": in a condition these begin the clause that it is a condition of. */
const conditions = new Set('if unless when until should once'.split(' '));
const conditionReach = 4;
const subjects = new Set('we i they he she'.split(' '));
/** How far a negation reaches. Range 4 to 10. */
const negationReach = 7;
/** A list under a heading that disowns. Range 5 to 30. */
const maxListSentences = 12;

export class TextReader {
  readonly #matcher: PatternMatcher;
  readonly #disowning: Disowning;

  constructor(book: PatternBook, disowning: Disowning) {
    this.#matcher = new PatternMatcher(book);
    this.#disowning = disowning;
  }

  read(text: string): Reading {
    const words = readWords(text, (stem) => this.#matcher.knowsStem(stem));
    const sentences = readSentences(text, words);
    const patterns = this.#matcher.prepare(words, readFacts(text, words), sentences);
    return {
      text,
      words,
      sentences,
      patterns,
      negatedBy: findNegations(text, words, sentences),
      disowned: this.#findDisowned(patterns, words.length, sentences),
    };
  }

  #findDisowned(
    patterns: TextPatterns,
    wordCount: number,
    { ofWord, starts, opensList, paragraphs }: Sentences,
  ): Uint8Array {
    const disowned = new Uint8Array(wordCount);
    const cover = (sentence: number) => disowned.fill(1, starts[sentence], starts[sentence + 1]);
    const sentencesOf = (numbers: readonly number[]) =>
      numbers.flatMap((number) => patterns.hits(number).map(({ start }) => ofWord[start] ?? 0));
    for (const sentence of sentencesOf(this.#disowning.sentence)) cover(sentence);
    for (const sentence of sentencesOf(this.#disowning.previous)) {
      cover(sentence);
      if (sentence > 0) cover(sentence - 1);
    }
    for (const sentence of sentencesOf(this.#disowning.list)) {
      cover(sentence);
      if (!opensList[sentence]) continue;
      for (
        let below = sentence + 1;
        below <= sentence + maxListSentences && below + 1 < starts.length;
        below += 1
      ) {
        if (
          paragraphs[below] !== paragraphs[sentence] &&
          below > sentence + 1 &&
          paragraphs[below] !== paragraphs[sentence + 1]
        )
          break;
        cover(below);
      }
    }
    return disowned;
  }
}

function findNegations(text: string, words: readonly Word[], { ofWord }: Sentences): Int32Array {
  const negatedBy = new Int32Array(words.length).fill(-1);
  for (const [at, word] of words.entries()) {
    if (!negations.has(word.form) || notNegating.has(words[at + 1]?.form ?? '')) continue;
    const isCondition = words
      .slice(Math.max(0, at - conditionReach), at)
      .some(
        ({ form }, index, before) =>
          conditions.has(form) && ofWord[at - before.length + index] === ofWord[at],
      );
    for (let reached = at + 1; reached <= at + negationReach; reached += 1) {
      const next = words[reached];
      if (!next || ofWord[reached] !== ofWord[at] || clauseWords.has(next.form)) break;
      if (isCondition && subjects.has(next.form)) break;
      const before = words[reached - 1];
      if (
        before &&
        before.end < next.start &&
        /[,;:()—–]/.test(text.slice(before.end, Math.min(next.start, before.end + 8)))
      )
        break;
      negatedBy[reached] = at;
    }
  }
  return negatedBy;
}

/** Whether the text itself says these words as its own: not denied from outside of them, not disowned. */
export function isAsserted({ negatedBy, disowned }: Reading, { start, end }: Hit): boolean {
  const negation = negatedBy[start] ?? -1;
  if (negation >= 0 && negation < start) return false;
  for (let word = start; word < end; word += 1) if (disowned[word] === 1) return false;
  return true;
}
