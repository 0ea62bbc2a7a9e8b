import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  characterStart,
  countWords,
  isSpace,
  maxWordBytes,
  sha256Hex,
  sliceAt,
  textBetween,
  wordStarts,
} from './utf8-text.ts';

const encode = (text: string) => new TextEncoder().encode(text);
/** `a` 1 byte, `§` 2, `—` 3, `😀` 4: bytes 0, 1-2, 3-5, 6-9. */
const mixed = encode('a§—😀');
const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('sliceAt', () => {
  it.each([
    { offset: 0, limit: 100, startByte: 0, endByte: 10, text: 'a§—😀', why: 'all of it' },
    { offset: 0, limit: 10, startByte: 0, endByte: 10, text: 'a§—😀', why: 'a limit that just holds it' },
    {
      offset: 2,
      limit: 4,
      startByte: 1,
      endByte: 3,
      text: '§',
      why: 'an offset inside a character moves back',
    },
    { offset: 9, limit: 4, startByte: 6, endByte: 10, text: '😀', why: 'so does one in the last byte' },
    { offset: 0, limit: 2, startByte: 0, endByte: 1, text: 'a', why: 'an end never splits a character' },
    { offset: 3, limit: 1, startByte: 3, endByte: 6, text: '—', why: 'one character even over the limit' },
    { offset: 6, limit: 3, startByte: 6, endByte: 10, text: '😀', why: 'and the last one too' },
    { offset: 10, limit: 5, startByte: 10, endByte: 10, text: '', why: 'at the end it is empty' },
    {
      offset: 999,
      limit: 5,
      startByte: 10,
      endByte: 10,
      text: '',
      why: 'past the end it is empty, at the end',
    },
  ])(
    'gives $text for offset $offset and limit $limit: $why',
    ({ offset, limit, startByte, endByte, text }) => {
      expect(sliceAt(mixed, offset, limit)).toEqual({ startByte, endByte, text });
    },
  );

  it('gives an empty slice of an empty text', () => {
    expect(sliceAt(encode(''), 0, 1)).toEqual({ startByte: 0, endByte: 0, text: '' });
  });

  it('keeps a byte order mark that stands inside the text', () => {
    expect(sliceAt(encode('a\ufeffb'), 1, 3).text).toBe('\ufeff');
  });

  it('concatenates to the whole text for pages of any size', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 70 }), (text, limit) => {
        const bytes = encode(text);
        let read = '';
        let offset = 0;
        while (offset < bytes.byteLength) {
          const slice = sliceAt(bytes, offset, limit);
          expect(slice.startByte).toBe(offset);
          expect(slice.endByte).toBeGreaterThan(offset);
          expect(slice.endByte - offset).toBeLessThanOrEqual(Math.max(limit, 4));
          read += slice.text;
          offset = slice.endByte;
        }
        expect(read).toBe(text);
      }),
    );
  });

  it('gives, from any offset, the very bytes between its ends', () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), fc.integer({ min: 1, max: 300 }), (text, offset, limit) => {
        const bytes = encode(text);
        const slice = sliceAt(bytes, offset, limit);
        expect(encode(slice.text)).toEqual(bytes.slice(slice.startByte, slice.endByte));
        expect(slice.startByte).toBe(characterStart(bytes, Math.min(offset, bytes.byteLength)));
      }),
    );
  });
});

describe('words', () => {
  it.each([
    { text: '', words: 0 },
    { text: '  \n ', words: 0 },
    { text: 'one', words: 1 },
    { text: ' one  two\nthree ', words: 3 },
    { text: '§\u00a099.1 applies', words: 2 },
    { text: 'x'.repeat(maxWordBytes), words: 1 },
    { text: 'x'.repeat(maxWordBytes + 1), words: 2 },
    { text: '—'.repeat(100), words: 8 },
  ])('are $words in "$text"', ({ text, words }) => {
    const bytes = encode(text);
    expect(countWords(bytes, 0, bytes.byteLength)).toBe(words);
  });

  it('begin at a character that is no space, as many as are counted', () => {
    const texts = fc.array(fc.oneof(anyText, fc.constant('y'.repeat(130)))).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = encode(text);
        const starts = wordStarts(bytes, 0, bytes.byteLength);
        expect(starts.length).toBe(countWords(bytes, 0, bytes.byteLength));
        for (const start of starts) {
          expect(isSpace(bytes[start])).toBe(false);
          expect(characterStart(bytes, start)).toBe(start);
        }
      }),
    );
  });
});

describe('textBetween', () => {
  it('refuses a range that splits a character', () => {
    expect(() => textBetween(mixed, 0, 2)).toThrow();
  });
});

describe('sha256Hex', () => {
  it('is the published digest of the bytes', () => {
    // FIPS 180-2, appendix B.1.
    expect(sha256Hex(encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is the same for a view of a larger buffer', () => {
    expect(sha256Hex(encode('xabcx').subarray(1, 4))).toBe(sha256Hex(encode('abc')));
  });
});
