import { describe, expect, it } from 'vitest';
import { parsePattern } from './pattern.ts';

describe('parsePattern', () => {
  it.each([
    ['', 'is empty'],
    ['... pay', 'begins with something that may be nothing'],
    ['pay? now', 'begins with something that may be nothing'],
    ['(pay|)', 'has an empty alternative'],
    ['(pay|owes?) now', 'has an alternative that may be nothing'],
    ['(pay now', 'has an open bracket'],
    ['pay ..31 now', 'a gap of more than 30 words'],
    ['#cash', 'no fact is called #cash'],
  ])('refuses %j and says why', (source, why) => {
    expect(() => parsePattern(source)).toThrow(why);
  });

  it('reads steps, gaps, alternatives and bounded figures', () => {
    expect(parsePattern('^ we (may|will not)? ... #days>=30').map(({ is }) => is)).toEqual([
      'sentence start',
      'stem',
      'any of',
      'gap',
      'fact',
    ]);
  });
});
