import { describe, expect, it } from 'vitest';
import type { FlatDocument } from '../corpus/flat-document.ts';
import { textBetween } from '../corpus/utf8-text.ts';
import { flattenOutline } from './flatten-outline.ts';
import type { Block, Outline } from './outline.ts';

function outline(blocks: readonly Block[], changes: Partial<Outline> = {}): Outline {
  return {
    facts: {
      externalId: '99-cfr-7-1',
      category: 'regulation',
      title: '99 CFR 7.1 Keeping of lanterns',
      authorities: ['cfpb'],
      jurisdictions: ['us-federal'],
      sourceUrl: 'https://example.org/7.1',
      attributes: { category: 'regulation', citation: '99 CFR 7.1', sourceUrl: 'https://example.org/7.1' },
    },
    edition: 'official',
    container: ['Regulation Q7 (99 CFR 7)'],
    label: '7.1 Keeping of lanterns',
    heading: '§ 7.1 Keeping of lanterns.',
    blocks,
    ...changes,
  };
}

/** A paragraph whose openings are found by their marks: `opens` maps a mark to path and heading. */
function paragraph(text: string, ...opens: { mark: string; path: string[]; heading?: string }[]): Block {
  return {
    kind: 'paragraph',
    text,
    opens: opens.map(({ mark, path, heading }) => ({
      path,
      at: text.indexOf(mark),
      ...(heading === undefined ? {} : { heading }),
    })),
  };
}

/** A provision at the start of its paragraph: `p('a', '1')` is `(1) text`. */
const p = (...path: string[]) => paragraph(`(${path.at(-1)}) Some text.`, { mark: '(', path });
const flush: Block = { kind: 'paragraph', text: 'Flush text.', opens: [] };
const heading = (level: number, text: string, id?: string): Block => ({
  kind: 'heading',
  level,
  text,
  ...(id === undefined ? {} : { id }),
});

const textOf = ({ bytes }: FlatDocument) => textBetween(bytes, 0, bytes.byteLength);
const tree = (flat: FlatDocument) =>
  flat.tableOfContents.map(({ id, level, parentId }) => `${level} ${parentId ?? ''} > ${id}`);

describe('flattenOutline', () => {
  it('writes the heading, then the blocks, with a blank line between them', () => {
    const flat = flattenOutline(outline([p('a'), flush]));
    expect(textOf(flat)).toBe('§ 7.1 Keeping of lanterns.\n\n(a) Some text.\n\nFlush text.');
    expect(flat.spans.map(({ kind, tocId }) => [kind, tocId])).toEqual([
      ['title', undefined],
      ['paragraph', 'a'],
      ['paragraph', 'a'],
    ]);
  });

  it('records the byte of each designator, also of two in one paragraph', () => {
    const flat = flattenOutline(
      outline([
        paragraph(
          '(c) “Lamp” rules—(1) Oil. Use § 7 oil.',
          { mark: '(c)', path: ['c'], heading: '“Lamp” rules' },
          { mark: '(1)', path: ['c', '1'], heading: 'Oil' },
        ),
      ]),
    );
    expect(
      flat.tableOfContents.map(({ id, title, level, parentId }) => ({ id, title, level, parentId })),
    ).toEqual([
      { id: 'c', title: '(c) “Lamp” rules', level: 1, parentId: undefined },
      { id: 'c-1', title: '(1) Oil', level: 2, parentId: 'c' },
    ]);
    const starts = flat.tableOfContents.map(({ startByte }) =>
      textBetween(flat.bytes, startByte, startByte + 3),
    );
    expect(starts).toEqual(['(c)', '(1)']);
  });

  it('keeps designators in place where white space around a paragraph is cut away', () => {
    const flat = flattenOutline(outline([paragraph('  (a) Oil.  ', { mark: '(a)', path: ['a'] })]));
    expect(textOf(flat)).toMatch(/\n\n\(a\) Oil\.$/);
    const start = flat.tableOfContents[0]?.startByte ?? 0;
    expect(textBetween(flat.bytes, start, start + 3)).toBe('(a)');
  });

  it('never begins an entry inside a character, wherever the reader saw the designator', () => {
    const text = '😀 lamps';
    const opens = [1, 0, 999].map((at, index) => ({ path: [`${index}`], at }));
    const flat = flattenOutline(outline([{ kind: 'paragraph', text, opens }], { heading: '' }));
    expect(flat.tableOfContents.map(({ startByte }) => startByte)).toEqual([0, 0, flat.bytes.byteLength]);
    expect(flat.spans[0]?.tocId).toBe('0');
  });

  it('titles a provision by its designator as printed', () => {
    const flat = flattenOutline(
      outline([
        paragraph('1. Scope. Oil lamps.', { mark: '1.', path: ['1'], heading: 'Scope' }),
        paragraph('i. Wicks.', { mark: 'i.', path: ['1', 'i'] }),
        paragraph('(2) Glass.', { mark: '(2)', path: ['2'] }),
        paragraph('1. Misnumbered.', { mark: '1.', path: ['3'] }),
        paragraph('No mark.', { mark: 'No', path: ['4'] }),
      ]),
    );
    expect(flat.tableOfContents.map(({ title }) => title)).toEqual(['1. Scope', 'i.', '(2)', '1.', '(4)']);
  });

  it.each([
    {
      why: 'provisions nest by path',
      blocks: [p('a'), p('a', '1'), p('a', '1', 'i'), p('b')],
      entries: ['1  > a', '2 a > a-1', '3 a-1 > a-1-i', '1  > b'],
    },
    {
      why: 'provisions stand under headings, and repeat under the next',
      blocks: [heading(1, 'Oil'), p('a'), heading(2, 'Wax'), p('a'), p('b'), heading(1, 'Gas'), p('a')],
      entries: [
        '1  > oil',
        '2 oil > a',
        '2 oil > wax',
        '3 wax > a-2',
        '3 wax > b',
        '1  > gas',
        '2 gas > a-3',
      ],
    },
    {
      why: 'a heading between (a) and (b) is part of (a)',
      blocks: [p('a'), heading(1, 'Example'), flush, p('b')],
      entries: ['1  > a', '2 a > example', '1  > b'],
    },
    {
      why: 'a heading between (a)(1) and (a)(2) is part of (a)(1)',
      blocks: [p('a'), p('a', '1'), heading(1, 'Example'), flush, p('a', '2')],
      entries: ['1  > a', '2 a > a-1', '3 a-1 > example', '2 a > a-2'],
    },
    {
      why: 'headings that part (1) from (3) inside (a) stay inside (a)',
      blocks: [p('a'), heading(1, 'Oil'), p('a', '1'), p('a', '2'), heading(1, 'Wax'), p('a', '3')],
      entries: ['1  > a', '2 a > oil', '3 oil > a-1', '3 oil > a-2', '2 a > wax', '3 wax > a-3'],
    },
    {
      why: 'captions that part (a) from (c) hold them',
      blocks: [heading(1, 'Oil'), p('a'), p('b'), heading(1, 'Wax'), p('c')],
      entries: ['1  > oil', '2 oil > a', '2 oil > b', '1  > wax', '2 wax > c'],
    },
    {
      why: '(i) after (h) is a letter',
      blocks: [p('h'), heading(1, 'Example'), p('i')],
      entries: ['1  > h', '2 h > example', '1  > i'],
    },
    {
      why: 'so is (aa) after (z)',
      blocks: [p('z'), heading(1, 'Example'), p('aa')],
      entries: ['1  > z', '2 z > example', '1  > aa'],
    },
    {
      why: 'levels are depths: a skipped one leaves no hole',
      blocks: [heading(2, 'Oil'), heading(4, 'Wax'), heading(1, 'Gas')],
      entries: ['1  > oil', '2 oil > wax', '1  > gas'],
    },
    {
      why: 'a heading keeps the id its source gives',
      blocks: [heading(1, 'Comment', '7-1-a-Interp')],
      entries: ['1  > 7-1-a-Interp'],
    },
  ])('builds the tree: $why', ({ blocks, entries }) => {
    expect(tree(flattenOutline(outline(blocks)))).toEqual(entries);
  });

  it.each([
    { why: 'text after (a) is in (a)', blocks: [p('a'), flush], owner: 'a' },
    {
      why: 'text after the last item closes the sentence of the parent',
      blocks: [p('a'), p('a', '1'), p('a', '2'), flush],
      owner: 'a',
    },
    { why: 'text after a first item goes on with it', blocks: [p('a'), p('a', '1'), flush], owner: 'a-1' },
    {
      why: 'a second flush paragraph goes with the first',
      blocks: [p('a'), p('a', '1'), p('a', '2'), flush, flush],
      owner: 'a',
    },
    {
      why: 'after a colon the item goes on',
      blocks: [p('a'), p('a', '1'), paragraph('(2) Say this:', { mark: '(', path: ['a', '2'] }), flush],
      owner: 'a-2',
    },
    {
      why: 'after a list in undesignated text it is in no provision',
      blocks: [flush, p('1'), p('2'), flush],
      owner: undefined,
    },
    {
      why: 'all that follows a colon goes together',
      blocks: [
        p('a'),
        p('a', '1'),
        paragraph('(2) Say this:', { mark: '(', path: ['a', '2'] }),
        flush,
        flush,
      ],
      owner: 'a-2',
    },
    {
      why: 'a designator and heading alone announce it',
      blocks: [
        p('a'),
        p('a', '1'),
        paragraph('(2) Wicks', { mark: '(', path: ['a', '2'], heading: 'Wicks' }),
        flush,
      ],
      owner: 'a-2',
    },
    {
      why: 'where lists restart it is in none of them',
      blocks: [flush, p('a'), p('b'), flush, p('a'), p('b'), p('b', '1'), p('b', '2'), flush],
      owner: undefined,
    },
    {
      why: 'lists under different headings do not restart each other',
      blocks: [heading(1, 'Oil'), p('a'), p('b'), heading(1, 'Wax'), p('a'), p('b'), flush],
      owner: 'b-2',
    },
    {
      why: 'under a heading it is under the heading',
      blocks: [heading(1, 'Oil'), p('1'), p('2'), flush],
      owner: 'oil',
    },
  ])('places flush text: $why', ({ blocks, owner }) => {
    expect(flattenOutline(outline(blocks)).spans.at(-1)?.tocId).toBe(owner);
  });

  it('writes a table as lines, caption and header rows first, and loses no cell', () => {
    const table: Block = {
      kind: 'table',
      caption: 'Table 1 — Oil',
      headerRows: [['Lamp', 'Limit', '']],
      rows: [
        ['Hall', '', '2 pints'],
        ['Yard', 'one\nor two', ''],
        ['', '', ''],
        ['', 'none'],
      ],
    };
    expect(textOf(flattenOutline(outline([table], { heading: '' })))).toBe(
      'Table 1 — Oil\nLamp | Limit\nHall | | 2 pints\nYard | one or two\n| none',
    );
  });

  it('leaves out blocks without text', () => {
    const empty: Block[] = [
      { kind: 'paragraph', text: ' ', opens: [] },
      { kind: 'table', headerRows: [], rows: [['']] },
      heading(1, ''),
    ];
    expect(flattenOutline(outline(empty)).spans).toHaveLength(1);
    expect(flattenOutline(outline(empty, { heading: '' })).bytes.byteLength).toBe(0);
  });

  it('keeps the edition date only where there is one', () => {
    expect(flattenOutline(outline([]))).not.toHaveProperty('editionDate');
    expect(flattenOutline(outline([], { editionDate: '2026-01-29' })).editionDate).toBe('2026-01-29');
  });
});

describe('the description', () => {
  const named = (letter: string, name: string) =>
    paragraph(`(${letter}) ${name}. Text.`, { mark: '(', path: [letter], heading: name });
  const describeBlocks = (blocks: readonly Block[], changes: Partial<Outline> = {}) =>
    flattenOutline(outline(blocks, changes)).facts.description;
  const title = '99 CFR 7.1 Keeping of lanterns, in Regulation Q7 (99 CFR 7).';

  it('is kept where the source has one', () => {
    const { facts } = outline([]);
    expect(describeBlocks([], { facts: { ...facts, description: 'About lamps.' } })).toBe('About lamps.');
  });

  it('is drawn from the title and the highest headings', () => {
    const blocks = [
      named('a', 'In general'),
      named('b', 'Oil lamps'),
      named('c', 'Wax'),
      named('d', '[Reserved]'),
    ];
    expect(describeBlocks(blocks)).toBe(`${title} Covers: Oil lamps; Wax.`);
  });

  it('is the title alone where there is no heading', () => {
    expect(describeBlocks([p('a')])).toBe(title);
    expect(describeBlocks([p('a')], { container: [] })).toBe('99 CFR 7.1 Keeping of lanterns.');
  });

  it('looks below a single top heading', () => {
    expect(describeBlocks([heading(1, 'All'), heading(2, 'Oil'), heading(2, 'Wax')])).toBe(
      `${title} Covers: Oil; Wax.`,
    );
  });

  it('says how many headings it leaves out', () => {
    const blocks = [...'abcdefghij'].map((letter) => named(letter, `Lamp ${letter}`));
    expect(describeBlocks(blocks)).toMatch(/Lamp g; Lamp h; and 2 more\.$/);
  });
});
