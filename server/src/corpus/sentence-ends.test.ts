import { describe, expect, it } from 'vitest';
import { endsSentence } from './sentence-ends.ts';

describe('endsSentence', () => {
  it.each([
    ['period.', 'The'],
    ['period?', '“Bank”'],
    ['stop!”', 'It'],
    ['below.)', 'Next'],
    ['section.', '(2)'],
    ['section.', '(A)'],
    ['part.', '§'],
    ['days.\u00a0', 'The'],
    ['1.5.', 'The'],
  ])('is true between "%s" and "%s"', (word, next) => {
    expect(endsSentence(word, next)).toBe(true);
  });

  it.each([
    ['15 U.S.C.', '1601', 'a citation goes on'],
    ['U.S.C.', 'App.', 'an abbreviation before a capital'],
    ['(e.g.', 'Form', 'an abbreviation in brackets'],
    ['No.', '5', 'a number follows'],
    ['Pub.', 'L.', 'a public law'],
    ['L.', '111', 'an initial'],
    ['Fed.', 'Reg.', 'a reporter'],
    ['Fed.Reg.', 'Page', 'a compound one'],
    ['seq.', 'The', 'in doubt it is not an end'],
    ['Inc.', 'Corporation', 'a company'],
    ['Jan.', 'Term', 'a month'],
    ['period.', 'the', 'a small letter follows'],
    ['period.', '30', 'a digit follows'],
    ['period', 'The', 'no mark'],
    ['period;', 'The', 'a semicolon'],
    [`${'x'.repeat(200)}.`, 'The', 'no word is so long'],
    ['', 'The', 'nothing'],
  ])('is false between "%s" and "%s": %s', (word, next) => {
    expect(endsSentence(word, next)).toBe(false);
  });
});
