import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutByRanges } from './cut-by-ranges.ts';

describe('cutByRanges', () => {
  it('keeps overlapping ranges apart', () => {
    const pieces = cutByRanges(0, 10, [
      { start: 2, end: 6, name: 'a' },
      { start: 4, end: 8, name: 'b' },
    ]);
    expect(
      pieces.map(({ start, end, covers }) => [start, end, covers.map(({ name }) => name).join('')]),
    ).toEqual([
      [0, 2, ''],
      [2, 4, 'a'],
      [4, 6, 'ab'],
      [6, 8, 'b'],
      [8, 10, ''],
    ]);
  });

  it('gives pieces that join to the stretch, whatever the ranges', () => {
    const range = fc.record({
      start: fc.integer({ min: -5, max: 30 }),
      end: fc.integer({ min: -5, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const pieces = cutByRanges(3, 20, ranges);
        expect(pieces[0]?.start).toBe(3);
        expect(pieces.at(-1)?.end).toBe(20);
        for (const [at, piece] of pieces.entries()) {
          expect(piece.end).toBeGreaterThan(piece.start);
          if (at > 0) expect(piece.start).toBe(pieces[at - 1]?.end);
        }
      }),
    );
  });
});
