import { describe, expect, it } from 'vitest';
import { chunkDocument } from './chunk-document.ts';
import type { BlockSpan, FlatDocument } from './flat-document.ts';
import type { TocEntry } from './table-of-contents.ts';
import { textBetween } from './utf8-text.ts';

interface TestBlock {
  readonly text: string;
  readonly kind?: BlockSpan['kind'];
  /** Begins here; `c-2` lies in `c`. */
  readonly opens?: string;
  readonly name?: string;
  /** Where flush text lives. */
  readonly in?: string;
}

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
/** A provision of so many words, its designator among them. */
const provision = (id: string, count: number, name?: string): TestBlock => ({
  text: `(${id.split('-').at(-1)}) ${words(count - 1)}`,
  opens: id,
  ...(name === undefined ? {} : { name }),
});
const title: TestBlock = { text: '§ 7.1 Lamps.', kind: 'title' };

function flatten(blocks: readonly TestBlock[], changes: Partial<FlatDocument> = {}): FlatDocument {
  const tableOfContents: TocEntry[] = [];
  const spans: BlockSpan[] = [];
  let text = '';
  for (const block of blocks) {
    if (text !== '') text += '\n\n';
    const startByte = Buffer.byteLength(text);
    text += block.text;
    const { kind = 'paragraph', opens } = block;
    const tocId = opens ?? block.in;
    spans.push({
      startByte,
      endByte: Buffer.byteLength(text),
      kind,
      ...(tocId === undefined ? {} : { tocId }),
    });
    if (opens === undefined) continue;
    const path = opens.split('-');
    const parentId = path.slice(0, -1).join('-');
    const mark = `(${path.at(-1)})`;
    tableOfContents.push({
      id: opens,
      title: kind === 'heading' ? block.text : block.name ? `${mark} ${block.name}` : mark,
      level: path.length,
      startByte,
      ...(parentId === '' ? {} : { parentId }),
      ...(kind === 'heading' ? {} : { path }),
    });
  }
  const sourceUrl = 'https://example.org/7.1';
  return {
    facts: {
      externalId: '99-cfr-7-1',
      category: 'regulation',
      title: '99 CFR 7.1 Lamps',
      description: 'Lamps.',
      authorities: [],
      jurisdictions: ['us-federal'],
      sourceUrl,
      attributes: { category: 'regulation', citation: '99 CFR 7.1', sourceUrl },
    },
    edition: 'official',
    container: ['Regulation Q7 (99 CFR 7)'],
    label: '7.1 Lamps',
    bytes: new TextEncoder().encode(text),
    tableOfContents,
    spans,
    ...changes,
  };
}

/** Each chunk as the first words of its blocks. */
function chunksOf(blocks: readonly TestBlock[]): string[] {
  const flat = flatten(blocks);
  return chunkDocument(flat).map(({ startByte, endByte }) =>
    textBetween(flat.bytes, startByte, endByte)
      .split('\n\n')
      .map((block) => block.split(' ')[0])
      .join(' '),
  );
}

describe('chunkDocument', () => {
  it.each([
    {
      why: 'a tiny document is one chunk',
      blocks: [title, provision('a', 40), provision('b', 50)],
      chunks: ['§ (a) (b)'],
    },
    { why: 'so is a heading without a body', blocks: [title], chunks: ['§'] },
    { why: 'an empty document has none', blocks: [], chunks: [] },
    {
      why: 'top-level provisions stay apart, the title goes with the first',
      blocks: [title, provision('a', 90), provision('b', 60), provision('c', 20)],
      chunks: ['§ (a)', '(b)', '(c)'],
    },
    {
      why: 'short top-level neighbours are joined',
      blocks: [title, provision('a', 90), provision('b', 30), provision('c', 30), provision('d', 90)],
      chunks: ['§ (a)', '(b) (c)', '(d)'],
    },
    {
      why: 'a provision that fits is one chunk with all its parts',
      blocks: [title, provision('a', 20), provision('a-1', 140), provision('a-2', 140), provision('b', 90)],
      chunks: ['§ (a) (1) (2)', '(b)'],
    },
    {
      why: 'one that does not is cut before its parts, and its lead-in goes with the first',
      blocks: [title, provision('a', 20), provision('a-1', 200), provision('a-2', 180)],
      chunks: ['§ (a) (1)', '(2)'],
    },
    {
      why: 'deeper parts are cut only where theirs is too long',
      blocks: [
        title,
        provision('a', 130),
        provision('a-1', 150),
        provision('a-1-i', 50),
        provision('a-2', 40),
        provision('a-2-i', 190),
        provision('a-2-ii', 190),
      ],
      chunks: ['§ (a)', '(1) (i)', '(2) (i)', '(ii)'],
    },
    {
      why: 'short parts are joined until there is enough',
      blocks: [
        title,
        provision('a', 130),
        ...['1', '2', '3', '4', '5'].map((part) => provision(`a-${part}`, 70)),
      ],
      chunks: ['§ (a) (1)', '(2) (3) (4)', '(5)'],
    },
    {
      why: 'a short lead-in goes with its own parts, not with what stands before it',
      blocks: [
        title,
        provision('a', 130),
        provision('a-1', 210),
        provision('a-2', 20),
        provision('a-2-i', 340),
        provision('a-2-ii', 90),
      ],
      chunks: ['§ (a)', '(1)', '(2) (i)', '(ii)'],
    },
    {
      why: 'a short tail is not left alone',
      blocks: [
        title,
        provision('a', 130),
        provision('a-1', 210),
        provision('a-2', 210),
        { text: words(20), in: 'a' },
      ],
      chunks: ['§ (a)', '(1)', '(2) word0'],
    },
    {
      why: 'in a section of definitions a list stays with its term',
      blocks: [
        title,
        { text: `Lamp ${words(60)}` },
        provision('1', 50),
        provision('2', 50),
        { text: `Oil ${words(150)}` },
        { text: `Wick ${words(60)}` },
        provision('1', 50),
        provision('2', 50),
      ],
      chunks: ['§ Lamp (1) (2)', 'Oil', 'Wick (1) (2)'],
    },
    {
      why: 'sections under headings stay apart',
      blocks: [
        { text: 'Oil', kind: 'heading', opens: 'oil' } satisfies TestBlock,
        { text: words(60), in: 'oil' },
        { text: 'Wax', kind: 'heading', opens: 'wax' } satisfies TestBlock,
        { text: words(80), in: 'wax' },
      ],
      chunks: ['Oil word0', 'Wax word0'],
    },
  ])('groups blocks: $why', ({ blocks, chunks }) => {
    expect(chunksOf(blocks)).toEqual(chunks);
  });

  it('names the innermost provision that holds the whole chunk', () => {
    const flat = flatten([
      title,
      provision('a', 150, 'Scope'),
      provision('b', 130, 'Time limits'),
      provision('b-1', 150, 'Ten days'),
      provision('b-2', 30, 'Long'),
      provision('b-2-i', 200),
      provision('b-2-ii', 200),
      provision('b-2-iii', 60),
    ]);
    const root = 'Regulation Q7 (99 CFR 7) > 7.1 Lamps';
    expect(chunkDocument(flat).map(({ sectionPath, tocId, path }) => ({ sectionPath, tocId, path }))).toEqual(
      [
        // The title is above (a): the document alone holds both.
        { sectionPath: root, tocId: undefined, path: undefined },
        { sectionPath: `${root} > (b) Time limits`, tocId: 'b', path: ['b'] },
        { sectionPath: `${root} > (b) Time limits > (1) Ten days`, tocId: 'b-1', path: ['b', '1'] },
        { sectionPath: `${root} > (b) Time limits > (2) Long`, tocId: 'b-2', path: ['b', '2'] },
        {
          sectionPath: `${root} > (b) Time limits > (2) Long > (ii)`,
          tocId: 'b-2-ii',
          path: ['b', '2', 'ii'],
        },
        {
          sectionPath: `${root} > (b) Time limits > (2) Long > (iii)`,
          tocId: 'b-2-iii',
          path: ['b', '2', 'iii'],
        },
      ],
    );
  });

  it('names the provision that holds a closing paragraph as well', () => {
    const flat = flatten([
      provision('a', 150),
      provision('b', 150),
      provision('b-1', 230),
      provision('b-2', 230),
      { text: words(20), in: 'b' },
    ]);
    expect(chunkDocument(flat).map(({ tocId }) => tocId)).toEqual(['a', 'b', 'b-1', 'b']);
  });

  it('falls back to the title of a document without structure', () => {
    const flat = flatten([title, { text: words(30) }], { container: [] });
    expect(chunkDocument(flat)).toEqual([
      { startByte: 0, endByte: flat.bytes.byteLength, sectionPath: '99 CFR 7.1 Lamps' },
    ]);
  });

  it('keeps the mark between the steps of a path for itself, and a step short', () => {
    const flat = flatten([provision('a', 150, 'Oil > wax'), provision('b', 150, words(60))]);
    const [first, second] = chunkDocument(flat).map(
      ({ sectionPath }) => sectionPath.split(' > ').at(-1) ?? '',
    );
    expect(first).toBe('(a) Oil › wax');
    expect(second?.length).toBeLessThanOrEqual(161);
    expect(second).toMatch(/^\(b\) word0 word1 .*…$/);
  });

  it('cuts an over-long paragraph, and names the provision that each piece is in', () => {
    const inner = `(a) ${words(230)} and (1) ${words(330)}.`;
    const flat = flatten([{ text: inner, opens: 'a' }]);
    const designator = Buffer.byteLength(inner.slice(0, inner.indexOf('(1)')));
    const entry: TocEntry = {
      id: 'a-1',
      title: '(1)',
      level: 2,
      startByte: designator,
      parentId: 'a',
      path: ['a', '1'],
    };
    const chunks = chunkDocument({ ...flat, tableOfContents: [...flat.tableOfContents, entry] });
    expect(chunks.map(({ tocId }) => tocId)).toEqual(['a', 'a-1']);
    expect(chunks[1]?.startByte).toBe(designator);
  });
});
