import { describe, expect, it } from 'vitest';
import { matchedWords } from './matched-words.ts';

const marked = (passage: string, question: string) =>
  matchedWords(passage, question).map(({ start, end }) => passage.slice(start, end));

describe('matchedWords', () => {
  it.each([
    ['The creditor discloses late fees.', 'disclosure of a late fee', ['discloses', 'late', 'fees']],
    ['A consumer’s account under § 1005.11(c).', 'consumer rights in 1005.11', ['consumer’s', '1005.11']],
    ['Must the bank act?', 'must the', []],
    ['Naïve notices, NOTICE!', 'notice', ['notices', 'NOTICE']],
  ])('%s for %s', (passage, question, words) => expect(marked(passage, question)).toEqual(words));
});
