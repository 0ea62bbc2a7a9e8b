import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSegment } from './build-segment.ts';
import { dimensions } from './encoder.ts';
import { type InvertedIndex, openIndex } from './inverted-index.ts';
import { unpackSegment } from './segment-file.ts';
import { Tokenizer } from './tokenize.ts';
import { allocateVectors, putVector, VectorSearch, type VectorSegment } from './vector-index.ts';

/** An index whose segments have so many documents of one chunk each. */
function indexOf(...counts: readonly number[]): InvertedIndex {
  let next = 0;
  const segments = counts.map((count) =>
    buildSegment(
      Array.from({ length: count }, () => {
        next += 1;
        return { key: `d${next}`, chunks: [{ text: 'word', heading: '', path: '' }] };
      }),
      new Tokenizer(),
    ),
  );
  return openIndex(segments.map((one) => unpackSegment(one)));
}

function vectorsOf(rows: readonly (Int8Array | undefined)[]): VectorSegment {
  const segment = allocateVectors(rows.length);
  for (const [own, row] of rows.entries()) if (row) putVector(segment, own, row);
  return segment;
}

/** A vector that is zero but for its first numbers. */
function vector(...first: readonly number[]): Int8Array {
  const made = new Int8Array(dimensions);
  made.set(first);
  return made;
}

function dot(a: Int8Array, b: Int8Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

const anyVector = fc.int8Array({ min: -127, max: 127, minLength: dimensions, maxLength: dimensions });

describe('search by vectors', () => {
  it('computes exactly what plain arithmetic does', () => {
    fc.assert(
      fc.property(anyVector, fc.array(anyVector, { minLength: 1, maxLength: 12 }), (query, rows) => {
        const search = new VectorSearch(indexOf(rows.length), [vectorsOf(rows)]);
        search.top(query, rows.length);
        expect(rows.map((_, chunk) => search.scoreOf(chunk))).toEqual(rows.map((row) => dot(row, query)));
      }),
      { numRuns: 60 },
    );
  });

  it('is exact at the ends of the range', () => {
    const high = new Int8Array(dimensions).fill(127);
    const low = new Int8Array(dimensions).fill(-127);
    const search = new VectorSearch(indexOf(2), [vectorsOf([high, low])]);
    search.top(high, 2);
    expect(search.scoreOf(0)).toBe(127 * 127 * dimensions);
    expect(search.scoreOf(1)).toBe(-127 * 127 * dimensions);
  });

  it('gives the nearest first and ties by their place in the index, over all segments', () => {
    const search = new VectorSearch(indexOf(2, 3), [
      vectorsOf([vector(2), vector(9)]),
      vectorsOf([vector(2), vector(5), vector(9)]),
    ]);
    const expected = [
      { chunk: 1, score: 27 },
      { chunk: 4, score: 27 },
      { chunk: 3, score: 15 },
      { chunk: 0, score: 6 },
    ];
    expect(search.top(vector(3), 4)).toEqual(expected);
    expect(search.top(vector(3), 4)).toEqual(expected);
  });

  it('passes over rows that are not there yet, and finds them once they are', () => {
    const segment = vectorsOf([vector(1), undefined, vector(2)]);
    // Half a row, as a thread that fills it may have left it for a moment.
    segment.vectors.set([9], dimensions);
    const search = new VectorSearch(indexOf(3), [segment]);
    expect(search.top(vector(1), 3).map(({ chunk }) => chunk)).toEqual([2, 0]);
    expect(search.scoreOf(1)).toBeUndefined();
    putVector(segment, 1, vector(9));
    expect(search.top(vector(1), 3).map(({ chunk }) => chunk)).toEqual([1, 2, 0]);
  });

  it('filters before it chooses', () => {
    const search = new VectorSearch(indexOf(4), [vectorsOf([vector(4), vector(3), vector(2), vector(1)])]);
    const allowed = Uint8Array.from([0, 0, 1, 1]);
    expect(search.top(vector(1), 1, allowed)).toEqual([{ chunk: 2, score: 2 }]);
  });

  it('never gives a chunk of a document that is dead', () => {
    const { segments } = indexOf(2);
    const index = openIndex(
      segments.map(({ arrays }) => arrays),
      Uint8Array.from([0, 1]),
    );
    const search = new VectorSearch(index, [vectorsOf([vector(4), vector(3)])]);
    expect(search.top(vector(1), 2).map(({ chunk }) => chunk)).toEqual([1]);
  });

  it('takes no vectors of another shape than the index', () => {
    expect(() => new VectorSearch(indexOf(2, 1), [vectorsOf([vector(1), vector(1), vector(1)])])).toThrow(
      'the index has segments of 2, 1 chunks, the vectors segments of 3',
    );
  });

  it('holds an index without chunks', () => {
    expect(new VectorSearch(indexOf(), []).top(vector(1), 5)).toEqual([]);
    expect(new VectorSearch(indexOf(0), [vectorsOf([])]).top(vector(1), 5)).toEqual([]);
  });
});
