import { describe, expect, it } from 'vitest';
import { chooseTop, idf, scoreChunks, weighTerms } from './bm25.ts';
import { buildSegment } from './build-segment.ts';
import { impactOf, openIndex } from './inverted-index.ts';
import { unpackSegment } from './segment-file.ts';
import { Tokenizer } from './tokenize.ts';

function indexOf(...texts: string[]) {
  const documents = texts.map((text, at) => ({ key: `d${at}`, chunks: [{ text, heading: '', path: '' }] }));
  return openIndex([unpackSegment(buildSegment(documents, new Tokenizer()))]);
}

function scoresOf(index: ReturnType<typeof indexOf>, terms: Readonly<Record<string, number>>): Int32Array {
  const scores = new Int32Array(index.chunkCount);
  const weighted = Object.entries(terms).map(([term, queryCount]) => ({ term, queryCount }));
  scoreChunks(index, weighTerms(index, weighted), scores);
  return scores;
}

describe('BM25', () => {
  it('gives the score computed by hand', () => {
    // Three chunks of 4, 2 and 3 words: average 3. `loan` stands in two of three, twice in the first.
    const index = indexOf('loan fee loan bank', 'loan bank', 'fee card bank');
    expect(index.averageLength).toBe(3);
    // idf = ln(1 + (3 - 2 + 0.5) / (2 + 0.5)) = ln 1.6 = 0.470004; 64 * 0.470004 = 30.08, rounded 30.
    expect(idf(3, 2)).toBeCloseTo(0.470004, 6);
    // First chunk: 2 / (2 + 1 * (1 - 0.7 + 0.7 * 4/3)) = 2 / 3.23333 = 0.618557; 255 * it = 157.7, rounded 158.
    // Second: 1 / (1 + 0.3 + 0.7 * 2/3) = 1 / 1.766667 = 0.566038; 255 * it = 144.3, rounded 144.
    expect([impactOf(2, 4, 3), impactOf(1, 2, 3)]).toEqual([158, 144]);
    expect([...scoresOf(index, { loan: 1 })]).toEqual([30 * 158, 30 * 144, 0]);
    // Asked for twice: 64 * 2 * 0.470004 = 60.16, rounded 60.
    expect([...scoresOf(index, { loan: 2 })]).toEqual([60 * 158, 60 * 144, 0]);
  });

  it('orders by score, then by chunk number, and keeps no more than asked for', () => {
    const index = indexOf('card', 'loan', 'card', 'loan card', 'card');
    const scores = scoresOf(index, { card: 1 });
    expect(chooseTop(index, scores, 3).map(({ chunk }) => chunk)).toEqual([0, 2, 4]);
    expect(chooseTop(index, scores, 10).map(({ chunk }) => chunk)).toEqual([0, 2, 4, 3]);
  });

  it('filters before it chooses', () => {
    const index = indexOf('card', 'card', 'card', 'card fee');
    const scores = scoresOf(index, { card: 1 });
    const allowed = Uint8Array.of(0, 0, 0, 1);
    expect(chooseTop(index, scores, 1, allowed).map(({ chunk }) => chunk)).toEqual([3]);
  });

  it('agrees with sorting everything', () => {
    const texts = Array.from(
      { length: 500 },
      (_, at) => `card ${'fee '.repeat((at * 37) % 11)}${'loan '.repeat((at * 13) % 5)}`,
    );
    const index = indexOf(...texts);
    const scores = scoresOf(index, { fee: 1, loan: 2 });
    const sorted = Array.from(scores, (score, chunk) => ({ chunk, score }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
    expect(chooseTop(index, scores, 40)).toEqual(sorted.slice(0, 40));
  });
});
