import { describe, expect, it } from 'vitest';
import { createByteMap } from './byte-map.ts';
import { blockAt, nearestEntry, tableRows, textBlocks } from './text-blocks.ts';

const text = [
  '§ 7.1 Example',
  '(a)(1) First. Words — with dashes.',
  '(2) Second.',
  '(i) Inner.',
  'Model forms',
  'Rate | Term\n5 % | | none',
].join('\n\n');
const map = createByteMap(text);
const byteOf = (words: string) => map.byte(text.indexOf(words));
const entries = [
  { id: 'a', title: '(a)', level: 1, startOffset: byteOf('(a)') },
  { id: 'a-1', title: '(1) First', level: 2, startOffset: byteOf('(1)'), parentId: 'a' },
  { id: 'a-2', title: '(2) Second', level: 2, startOffset: byteOf('(2)'), parentId: 'a' },
  { id: 'a-2-i', title: '(i) Inner', level: 3, startOffset: byteOf('(i)'), parentId: 'a-2' },
  { id: 'model-forms', title: 'Model forms', level: 1, startOffset: byteOf('Model') },
];

describe('textBlocks', () => {
  const blocks = textBlocks(text, map, entries);

  it('tells title, paragraphs, headings and tables apart, with their depth and byte', () => {
    expect(blocks.map(({ kind, depth, entry }) => [kind, depth, entry?.id])).toEqual([
      ['title', 0, undefined],
      ['paragraph', 0, 'a'],
      ['paragraph', 1, 'a-2'],
      ['paragraph', 2, 'a-2-i'],
      ['heading', 0, 'model-forms'],
      ['table', 0, 'model-forms'],
    ]);
    expect(blocks[2]?.startByte).toBe(byteOf('(2)'));
    expect(blocks[2]?.startByte).not.toBe(text.indexOf('(2)'));
  });

  it('finds the block of any position', () => {
    expect(blockAt(blocks, 0)).toBe(0);
    expect(blockAt(blocks, text.indexOf('dashes'))).toBe(1);
    expect(blockAt(blocks, text.length)).toBe(5);
  });

  it('reads the cells of a table, empty ones too', () => {
    const table = blocks[5];
    const cells =
      table && tableRows(text, table).map((row) => row.map(({ start, end }) => text.slice(start, end)));
    expect(cells).toEqual([
      ['Rate', 'Term'],
      ['5 %', '', 'none'],
    ]);
  });

  it('finds the nearest entry of a paragraph that has none', () => {
    expect(nearestEntry(entries, 'a-2-i-b')?.id).toBe('a-2-i');
    expect(nearestEntry(entries, 'z')).toBeUndefined();
  });
});
