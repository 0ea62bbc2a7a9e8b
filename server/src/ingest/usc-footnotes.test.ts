import { describe, expect, it } from 'vitest';
import { splitFootnotes } from './usc-footnotes.ts';

describe('splitFootnotes', () => {
  it.each([
    [
      'under this Act 11 So in original. and the Keeper',
      'under this Act 1 and the Keeper',
      ['1 So in original.'],
    ],
    [
      'the keep 22 So in original. Probably should be “keeper”. shall act',
      'the keep 2 shall act',
      ['2 So in original. Probably should be “keeper”.'],
    ],
    ['exceeds $40.11 See Example Sums note below.', 'exceeds $40. 1', ['1 See Example Sums note below.']],
    [
      '(2) 33 So in original. No par. (1) has been enacted. Dusting The keeper',
      '(2) 3 Dusting The keeper',
      ['3 So in original. No par. (1) has been enacted.'],
    ],
    ['the hall 11 Probably should be “hall.”', 'the hall 1', ['1 Probably should be “hall.”']],
    ['the hall,^1 or the yard', 'the hall, 1 or the yard', []],
    [
      'the hall 11 So in original. The keeper shall close the hall.',
      'the hall 1 The keeper shall close the hall.',
      ['1 So in original.'],
    ],
  ])('takes the notes out of %j', (source, text, notes) => {
    expect(splitFootnotes(source)).toEqual({ text, notes, hasMark: true });
  });

  it.each([
    'the Act (22 U.S.C. 288 et seq.)',
    'in 2020 State law',
    'of June 1, 1974, 88 Stat. 676',
    'section 11 of this title',
  ])('leaves %j alone', (source) => {
    expect(splitFootnotes(source)).toEqual({ text: source, notes: [], hasMark: false });
  });
});
