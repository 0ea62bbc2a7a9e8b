import { describe, expect, it } from 'vitest';
import { Tokenizer } from './tokenize.ts';

const tokenizer = new Tokenizer();
const terms = (text: string) => tokenizer.tokens(text).flatMap((token) => token.terms);

describe('tokens', () => {
  it.each([
    ['Consumer’s liability', ['consum', 'liabil']],
    ["the lenders' duties", ['lender', 'duti']],
    ['1005.11(c)(2) and 1681c–1', ['1005.11(c)(2)', '1005.11', '1681c-1']],
    ['17 CFR 240.15c3-1', ['17', 'cfr', '240.15c3-1']],
    ['$10,000 or 10000', ['10000', '10000']],
    ['15 U.S.C. 1681m', ['15', 'usc', '1681m']],
    ['pre-authorized, preauthorized', ['preauthor', 'author', 'preauthor']],
    ['money-laundering', ['money', 'launder']],
    ['de\u00adposit zero\u200bwidth', ['deposit', 'zerowidth']],
    ['ﬁnance ＣＨＡＲＧＥ', ['financ', 'charg']],
    ['what is the', []],
    ['not before 30 days', ['not', 'befor', '30', 'day']],
    ['10-15 days', ['10', '15', 'day']],
  ])('of %s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('keep their place where a word is a stop word', () => {
    expect(tokenizer.tokens('time of the transfer').map(({ surface }) => surface)).toEqual([
      'time',
      'of',
      'the',
      'transfer',
    ]);
  });

  it('take linear time on hostile text', () => {
    const began = performance.now();
    tokenizer.tokens(
      `${'1.'.repeat(100_000)}${'a.'.repeat(100_000)}${"x'".repeat(100_000)}${'1,000'.repeat(50_000)}`,
    );
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
