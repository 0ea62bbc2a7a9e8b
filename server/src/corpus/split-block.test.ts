import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBlock } from './split-block.ts';
import { characterStart, countWords, isSpace, textBetween } from './utf8-text.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function split(text: string, designators: readonly number[] = []): string[] {
  const bytes = encode(text);
  const block = { startByte: 0, endByte: bytes.byteLength };
  return splitBlock(bytes, block, new Set(designators)).map(({ startByte, endByte }) =>
    textBetween(bytes, startByte, endByte),
  );
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('splitBlock', () => {
  it('leaves a short block whole', () => {
    expect(split('A lender keeps records. It keeps them long.')).toHaveLength(1);
  });

  it('cuts at the sentence end nearest the middle', () => {
    const text = `${words(130)} done. Then ${words(40)} over. And ${words(230)}.`;
    const pieces = split(text);
    expect(pieces).toHaveLength(2);
    expect(pieces[1]).toMatch(/^And word0/);
  });

  it('never cuts inside a citation where a sentence ends near by', () => {
    const text = `${words(200)} under 15 U.S.C. 1601 and No. 5 of the list. Where ${words(180)}.`;
    expect(split(text)[1]).toMatch(/^Where /);
  });

  it('prefers a designator to a sentence end', () => {
    const text = `${words(150)} first. Then ${words(30)} and (2) ${words(200)}.`;
    expect(split(text, [text.indexOf('(2)')])[1]).toMatch(/^\(2\) word0/);
  });

  it('prefers the end of a table row', () => {
    const text = `${words(190)} end. Mid\n${words(200)}`;
    expect(split(text)[1]).toMatch(/^word0/);
  });

  it('takes a clause end where no sentence ends', () => {
    expect(split(`${words(190)} one; two ${words(190)}`)[1]).toMatch(/^two /);
  });

  it('takes a place between two plain words before one inside a citation', () => {
    const tokens = Array.from({ length: 400 }, (_, at): string => (at % 2 ? '99' : 'CFR'));
    tokens.splice(190, 2, 'the', 'rule');
    expect(split(tokens.join(' '))[1]).toMatch(/^rule /);
  });

  it('takes any space where there is nothing better', () => {
    expect(split(Array.from({ length: 400 }, () => '99').join(' '))).toHaveLength(2);
  });

  it('cuts text without a space between characters', () => {
    const pieces = split('😀—'.repeat(20_000));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join('')).toBe('😀—'.repeat(20_000));
  });

  it('loses only white space, and keeps every piece within its range', () => {
    const token = fc.oneof(
      {
        arbitrary: fc.constantFrom('the', 'lender', 'end.', 'U.S.C.', 'No.', '5', 'and;', 'Bank', '§ 9'),
        weight: 8,
      },
      { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }), weight: 1 },
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 300, maxLength: 1500, size: 'max' }), (tokens) => {
        const bytes = encode(tokens.join(' '));
        const pieces = splitBlock(bytes, { startByte: 0, endByte: bytes.byteLength }, new Set());
        let covered = 0;
        for (const { startByte, endByte } of pieces) {
          for (; covered < startByte; covered += 1) expect(isSpace(bytes[covered])).toBe(true);
          expect(characterStart(bytes, startByte)).toBe(startByte);
          expect(countWords(bytes, startByte, endByte)).toBeLessThanOrEqual(375);
          covered = endByte;
        }
        for (; covered < bytes.byteLength; covered += 1) expect(isSpace(bytes[covered])).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
