import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../corpus/chunk-document.ts';
import { isSpace, sha256Hex, sliceAt, textBetween } from '../corpus/utf8-text.ts';
import { flattenOutline } from './flatten-outline.ts';
import type { Block, Outline, Provision } from './outline.ts';
import { tableText } from './table-text.ts';

/** Invariants of text, table of contents and chunks over made-up outlines of every shape. */

const spaces = /[ \t\n\v\f\r]+/;
const word = fc.oneof(
  {
    arbitrary: fc.constantFrom('lamp', 'oil.', 'The', 'U.S.C.', '§', '7.1', 'wick;', '—', 'Öl', '火', '😀'),
    weight: 20,
  },
  { arbitrary: fc.constant('x'.repeat(150)), weight: 1 },
);
const words = (max: number) =>
  fc.array(word, { minLength: 1, maxLength: max, size: 'max' }).map((list) => list.join(' '));
const path = fc.array(fc.constantFrom('a', 'b', '1', '2', 'i', 'ii', 'A'), { minLength: 1, maxLength: 5 });

const paragraph = fc
  .record({
    before: fc.option(words(5), { freq: 4, nil: '' }),
    parts: fc.array(fc.record({ path, heading: fc.option(words(4), { nil: undefined }), text: words(80) }), {
      maxLength: 3,
    }),
    after: fc.oneof({ arbitrary: words(60), weight: 9 }, { arbitrary: words(1200), weight: 1 }),
  })
  .map(({ before, parts, after }): Block => {
    let text = parts.length > 0 ? before : after;
    const opens: Provision[] = [];
    for (const part of parts) {
      if (text !== '') text += ' ';
      opens.push({
        path: part.path,
        at: text.length,
        ...(part.heading === undefined ? {} : { heading: part.heading }),
      });
      text += `(${part.path.at(-1)}) ${part.heading ?? ''} ${part.text}`.replace(/ {2}/g, ' ');
    }
    return { kind: 'paragraph', text, opens };
  });
const heading = fc
  .record({ level: fc.integer({ min: 1, max: 5 }), text: words(6) })
  .map((block): Block => ({ kind: 'heading', ...block }));
const row = fc.array(fc.option(words(6), { nil: '' }), { maxLength: 4 });
const table = fc
  .record({
    caption: words(5),
    headerRows: fc.array(row, { maxLength: 2 }),
    rows: fc.array(row, { maxLength: 40 }),
  })
  .map((block): Block => ({ kind: 'table', ...block }));

const outlines = fc
  .record({
    heading: fc.option(words(8), { nil: '' }),
    container: fc.array(words(3), { maxLength: 2 }),
    blocks: fc.array(
      fc.oneof(
        { arbitrary: paragraph, weight: 8 },
        { arbitrary: heading, weight: 2 },
        { arbitrary: table, weight: 1 },
      ),
      { maxLength: 25 },
    ),
  })
  .map(
    (made): Outline => ({
      ...made,
      facts: {
        externalId: 'made-up',
        category: 'regulation',
        title: 'Made up',
        authorities: [],
        jurisdictions: ['us-federal'],
        sourceUrl: 'https://example.org/',
        attributes: { category: 'regulation', citation: '99 CFR 7', sourceUrl: 'https://example.org/' },
      },
      edition: 'digest',
      label: '7 Made up',
    }),
  );

const check = (holds: (outline: Outline) => void) => fc.assert(fc.property(outlines, holds), { numRuns: 60 });
const wordsOf = (text: string) => text.split(spaces).filter((token) => token !== '' && token !== '|');

describe('a flattened outline', () => {
  it('holds the words of every block in order exactly once', () => {
    check((outline) => {
      const { bytes } = flattenOutline(outline);
      const blocks = outline.blocks.map((block) => (block.kind === 'table' ? cellsOf(block) : block.text));
      expect(wordsOf(textBetween(bytes, 0, bytes.byteLength))).toEqual(
        [outline.heading, ...blocks].flatMap(wordsOf),
      );
    });
  });

  it('has spans that are its blocks, with nothing but a blank line between them', () => {
    check((outline) => {
      const { bytes, spans } = flattenOutline(outline);
      const texts = outline.blocks.map((block) => (block.kind === 'table' ? tableText(block) : block.text));
      const parts = spans.map(({ startByte, endByte }) => textBetween(bytes, startByte, endByte));
      expect(parts).toEqual([outline.heading, ...texts].filter((text) => text !== ''));
      expect(parts.join('\n\n')).toBe(textBetween(bytes, 0, bytes.byteLength));
    });
  });

  it('has table-of-contents offsets that hit the designator or heading', () => {
    check((outline) => {
      const { bytes, tableOfContents } = flattenOutline(outline);
      const expected = outline.blocks.flatMap((block) => {
        if (block.kind === 'heading') return [block.text];
        return block.kind === 'paragraph' ? block.opens.map((open) => `(${open.path.at(-1)})`) : [];
      });
      const found = tableOfContents.map(({ startByte }, index) => {
        const length = Buffer.byteLength(expected[index] ?? '');
        return textBetween(bytes, startByte, startByte + length);
      });
      expect(found).toEqual(expected);
    });
  });

  it('has a table of contents that is a tree in the order of the text, with unique ids', () => {
    check((outline) => {
      const { tableOfContents } = flattenOutline(outline);
      const levels = new Map<string, number>();
      let previousStart = 0;
      for (const { id, level, parentId, startByte } of tableOfContents) {
        expect(levels.has(id)).toBe(false);
        expect(level).toBe(parentId === undefined ? 1 : (levels.get(parentId) ?? Number.NaN) + 1);
        expect(startByte).toBeGreaterThanOrEqual(previousStart);
        previousStart = startByte;
        levels.set(id, level);
      }
    });
  });

  it('is the same each time, digest and all', () => {
    check((outline) => {
      const [one, other] = [flattenOutline(outline), flattenOutline(structuredClone(outline))];
      expect(one).toEqual(other);
      expect(sha256Hex(one.bytes)).toBe(sha256Hex(other.bytes));
    });
  });

  it('is read whole by pages of any size', () => {
    fc.assert(
      fc.property(outlines, fc.integer({ min: 1, max: 5000 }), (outline, limit) => {
        const { bytes } = flattenOutline(outline);
        let read = '';
        for (let offset = 0; offset < bytes.byteLength; ) {
          const slice = sliceAt(bytes, offset, limit);
          read += slice.text;
          offset = slice.endByte;
        }
        expect(read).toBe(textBetween(bytes, 0, bytes.byteLength));
      }),
      { numRuns: 30 },
    );
  });
});

describe('its chunks', () => {
  it('cover every byte that is no space exactly once, in order, each valid UTF-8', () => {
    check((outline) => {
      const flat = flattenOutline(outline);
      let covered = 0;
      for (const { startByte, endByte } of chunkDocument(flat)) {
        for (; covered < startByte; covered += 1) expect(isSpace(flat.bytes[covered])).toBe(true);
        expect(startByte).toBe(covered);
        const text = textBetween(flat.bytes, startByte, endByte);
        expect(text).not.toBe('');
        expect(text).toBe(text.replace(/^[ \n]+|[ \n]+$/g, ''));
        covered = endByte;
      }
      expect(covered).toBe(flat.bytes.byteLength);
    });
  });

  it('lie inside the section they name', () => {
    check((outline) => {
      const flat = flattenOutline(outline);
      const { tableOfContents } = flat;
      for (const { startByte, endByte, tocId, sectionPath } of chunkDocument(flat)) {
        const index = tableOfContents.findIndex(({ id }) => id === tocId);
        const entry = tableOfContents[index];
        if (!entry) {
          expect(tocId).toBeUndefined();
          continue;
        }
        const next = tableOfContents.find(({ level }, at) => at > index && level <= entry.level);
        expect(startByte).toBeGreaterThanOrEqual(entry.startByte);
        if (next) expect(endByte).toBeLessThanOrEqual(next.startByte);
        expect(sectionPath.split(' > ')).toHaveLength(outline.container.length + 1 + entry.level);
      }
    });
  });
});

describe('the time it takes', () => {
  const outlineOf = (blocks: readonly Block[]): Outline => ({
    ...(fc.sample(outlines, { seed: 7, numRuns: 1 })[0] ?? fail()),
    blocks,
  });
  const sentence = 'The keeper of a lamp shall fill it with oil, § 7.1, not later than dusk. ';
  const provisions = (bytes: number): Block[] =>
    Array.from({ length: bytes / 480 }, (_, at) => {
      const path = at % 8 === 0 ? [`p${at}`] : [`p${at - (at % 8)}`, `${at % 8}`];
      return { kind: 'paragraph', text: `(${path.at(-1)}) ${sentence.repeat(6)}`, opens: [{ path, at: 0 }] };
    });
  const one = (text: string): Block[] => [{ kind: 'paragraph', text, opens: [] }];

  const fastestMs = (blocks: readonly Block[]) => {
    const outline = outlineOf(blocks);
    let fastest = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 4; run += 1) {
      const started = performance.now();
      chunkDocument(flattenOutline(outline));
      fastest = Math.min(fastest, performance.now() - started);
    }
    return fastest;
  };

  it.each([
    { shape: 'many provisions', make: provisions },
    { shape: 'one paragraph', make: (bytes: number) => one(sentence.repeat(bytes / 75)) },
    { shape: 'one paragraph without a space', make: (bytes: number) => one('x'.repeat(bytes)) },
    {
      shape: 'one table',
      make: (bytes: number): Block[] => [
        {
          kind: 'table',
          headerRows: [],
          rows: Array.from({ length: bytes / 150 }, () => [sentence, sentence]),
        },
      ],
    },
  ])(
    'grows with the text, not faster: $shape',
    ({ make }) => {
      const [small, large] = [fastestMs(make(300_000)), fastestMs(make(3_000_000))];
      // Measured: 5 to 25 ms for 300 kB, ratio 8 to 11. The bounds leave room for a busy machine; a quadratic gives 100.
      expect(small).toBeLessThan(150);
      expect(large / small).toBeLessThan(25);
    },
    60_000,
  );
});

function cellsOf(block: Extract<Block, { kind: 'table' }>): string {
  return [block.caption ?? '', ...block.headerRows.flat(), ...block.rows.flat()].join(' ');
}

function fail(): never {
  throw new Error('no outline was made');
}
