import { describe, expect, it } from 'vitest';
import { chooseMerge, compareIndex, fullSegmentChunks } from './plan-index.ts';

describe('what an index differs in from the store', () => {
  const segments = [
    [
      { key: 'a', stamp: '1' },
      { key: 'b', stamp: '1' },
    ],
    [
      { key: 'b', stamp: '2' },
      { key: 'c', stamp: '1' },
    ],
  ];
  it.each([
    ['nothing', { a: '1', b: '2', c: '1' }, [[1], []], []],
    ['a new document', { a: '1', b: '2', c: '1', d: '1' }, [[1], []], ['d']],
    ['a changed document', { a: '2', b: '2', c: '1' }, [[0, 1], []], ['a']],
    ['a removed document', { a: '1', b: '2' }, [[1], [1]], []],
    ['an old text that is current again', { a: '1', b: '1', c: '1' }, [[], [0]], []],
    [
      'everything',
      {},
      [
        [0, 1],
        [0, 1],
      ],
      [],
    ],
  ])('%s', (_, current, dead, missing) => {
    expect(compareIndex(segments, new Map(Object.entries(current)))).toEqual({ dead, missing });
  });

  it('of one text in two segments only the newer is alive', () => {
    const twice = [[{ key: 'a', stamp: '1' }], [{ key: 'a', stamp: '1' }]];
    expect(compareIndex(twice, new Map([['a', '1']]))).toEqual({ dead: [[0], []], missing: [] });
  });
});

describe('which segments are merged', () => {
  const whole = (chunks: number) => ({ chunks, liveChunks: chunks });
  it.each([
    ['few: none', [whole(100), whole(3), whole(1)], undefined],
    ['mostly dead: rewritten', [whole(100), { chunks: 10, liveChunks: 4 }], [1]],
    ['half dead: left', [whole(100), { chunks: 10, liveChunks: 5 }], undefined],
    ['many: the smallest into one', [50_000, 9, 8, 7, 6, 5, 4, 3, 2].map(whole), [3, 4, 5, 6, 7, 8]],
    ['many full ones: none', Array.from({ length: 12 }, () => whole(fullSegmentChunks)), undefined],
  ])('%s', (_, sizes, chosen) => {
    expect(chooseMerge(sizes)).toEqual(chosen);
  });

  it('ends: after at most a few merges nothing is left to merge', () => {
    let sizes = Array.from({ length: 40 }, (_, at) => whole(1 + at * 1000));
    for (let turn = 0; turn < 20; turn += 1) {
      const chosen = chooseMerge(sizes);
      if (!chosen) return;
      const merged = chosen.reduce((sum, at) => sum + (sizes[at]?.liveChunks ?? 0), 0);
      sizes = [...sizes.filter((__, at) => !chosen.includes(at)), whole(merged)];
    }
    expect.unreachable('merging does not end');
  });
});
