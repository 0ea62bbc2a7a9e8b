import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentences } from './read-sentences.ts';
import { readWords } from './read-words.ts';
import { stretchesOf } from './stretches.ts';

function read(text: string) {
  const words = readWords(text, () => false);
  return stretchesOf(readSentences(text, words), words.length);
}

describe('stretchesOf', () => {
  it('leaves a short text whole', () => {
    expect(read('One two. Three four.')).toEqual([{ start: 0, end: 4 }]);
    expect(read('')).toEqual([]);
  });

  it('covers every word of a text in order, with nothing left out', () => {
    const sentence = fc.integer({ min: 1, max: 60 }).map((count) => `${'Word '.repeat(count).trim()}. `);
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 40 }), (sentences) => {
        const text = sentences.join('');
        const stretches = read(text);
        let covered = 0;
        for (const { start, end } of stretches) {
          expect(start).toBeLessThanOrEqual(covered);
          expect(end).toBeGreaterThan(covered);
          covered = end;
        }
        expect(covered).toBe(readWords(text, () => false).length);
      }),
    );
  });
});
