import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteMap } from './byte-map.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('createByteMap', () => {
  it('gives the byte of every character and the character of every byte', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', '§', '漢', '😀', '\n') }),
      // Long enough to pass several remembered places, with a pair across each.
      fc.string({ unit: fc.constantFrom('x', '😀', '—'), minLength: 1000, maxLength: 3000 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const map = createByteMap(text);
        expect(map.totalBytes).toBe(bytesOf(text));
        // Compared as lists: an assertion for each byte costs more than the look-ups.
        const wanted: number[] = [];
        const given: number[] = [];
        let position = 0;
        let byte = 0;
        for (const character of text) {
          const width = bytesOf(character);
          wanted.push(byte, ...Array.from({ length: width }, () => position));
          given.push(map.byte(position));
          for (let inside = 0; inside < width; inside++) given.push(map.position(byte + inside));
          position += character.length;
          byte += width;
        }
        expect(given).toEqual(wanted);
        expect(map.position(byte)).toBe(text.length);
        expect(map.byte(text.length)).toBe(byte);
      }),
      { numRuns: 60 },
    );
  });

  it('counts half a pair on its own as the three bytes it is sent as', () => {
    const map = createByteMap('\ud800a');
    expect([map.totalBytes, map.byte(1), map.position(3)]).toEqual([4, 3, 1]);
  });

  it('takes offsets outside the text to its ends', () => {
    const map = createByteMap('§ 7');
    expect([map.position(-1), map.position(99), map.byte(-1), map.byte(99)]).toEqual([0, 3, 0, 4]);
  });
});
