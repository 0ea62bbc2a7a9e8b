import { describe, expect, it } from 'vitest';
import { vectorSteps } from './encoder.ts';
import { type FusionCandidate, fuseChunks } from './fuse-chunks.ts';
import { type ChunkEvidence, rankWeights } from './rank-chunks.ts';

const nothing: Omit<ChunkEvidence, 'chunk'> = {
  body: 0,
  proximity: 0,
  surface: 0,
  coverage: 0,
  heading: 0,
  acronym: 0,
  length: 0,
  context: 0,
  bestNeighbour: 0,
  document: 0,
  scope: 0,
  primary: 0,
  core: 0,
  documentNumber: 0,
  provision: 0,
};

function candidate(
  chunk: number,
  nearness: number | undefined,
  evidence: Partial<ChunkEvidence>,
): FusionCandidate {
  return { nearness, evidence: { ...nothing, documentNumber: chunk, ...evidence, chunk } };
}

const byNumber = (a: number, b: number) => a - b;
const one = vectorSteps ** 2;
/** From the nearest at cosine 0.8 down to 0.35 + 0.05 - 0.05: nothing is left at 0.35. */
const plan = { nearest: 0.8 * one, last: 0.4 * one };

describe('fusion', () => {
  it('adds the words and the nearness, each by its own best, as computed by hand', () => {
    const [first, second, third] = fuseChunks(
      [
        candidate(0, 0.35 * one, { body: 8 }),
        candidate(1, 0.8 * one, { body: 2 }),
        candidate(2, 0.575 * one, { body: 6, coverage: 5 }),
      ],
      { ...plan, denseWeight: 0.6 },
      byNumber,
    );
    // Words: 8, 2 and 6 + 0.2 * 5 = 7 of at most 8. Nearness: 0, 1 and 0.225 / 0.45 = 0.5.
    expect(first).toMatchObject({ chunk: 1, score: 0.4 * 2500 + 6000 });
    expect(second).toMatchObject({ chunk: 2, score: 3500 + 3000 });
    expect(second?.shares).toMatchObject({ body: 3000, coverage: 500, dense: 3000 });
    expect(third).toMatchObject({ chunk: 0, score: 4000 });
  });

  it('lets a chunk without a vector count by its words alone', () => {
    const found = fuseChunks(
      [candidate(0, undefined, { body: 8 }), candidate(1, 0.8 * one, { body: 4 })],
      { ...plan, denseWeight: 0.6 },
      byNumber,
    );
    expect(found.map(({ chunk, score }) => [chunk, score])).toEqual([
      [0, 10_000],
      [1, 8000],
    ]);
  });

  it('counts nearness below the list as nothing, never as less', () => {
    const [, last] = fuseChunks(
      [candidate(0, 0.8 * one, { body: 1 }), candidate(1, -0.5 * one, { body: 1 })],
      { ...plan, denseWeight: 0.6 },
      byNumber,
    );
    expect(last?.shares.dense).toBe(0);
  });

  it('puts a named provision first, however far its words and its meaning', () => {
    const [first] = fuseChunks(
      [candidate(0, 0.8 * one, { body: 8, primary: 1 }), candidate(1, 0, { provision: 0.5 })],
      { ...plan, denseWeight: 0.6 },
      byNumber,
    );
    expect(first?.chunk).toBe(1);
  });

  it('takes something from a chunk for each of its document above it', () => {
    const found = fuseChunks(
      [
        candidate(0, 0.8 * one, { body: 8, documentNumber: 7 }),
        candidate(1, 0.8 * one, { body: 7.9, documentNumber: 7 }),
        candidate(2, 0.8 * one, { body: 7.8, documentNumber: 8 }),
      ],
      { ...plan, denseWeight: 0.5 },
      byNumber,
    );
    expect(found.map(({ chunk }) => chunk)).toEqual([0, 2, 1]);
    expect(found[2]?.shares.crowding).toBeLessThan(0);
  });

  it('keeps the order by words where nearness has no weight', () => {
    const found = fuseChunks(
      [
        candidate(0, 0.8 * one, { body: 5 }),
        candidate(1, 0.5 * one, { body: 9 }),
        candidate(2, 0.5 * one, { body: 5, primary: 1 }),
      ],
      { ...plan, denseWeight: 0, lexical: { ...rankWeights, primary: 3 } },
      byNumber,
    );
    expect(found.map(({ chunk }) => chunk)).toEqual([1, 2, 0]);
  });

  it('orders equals as it is told', () => {
    const same = [0, 1, 2].map((chunk) => candidate(chunk, 0.8 * one, { body: 1 }));
    const found = fuseChunks(same, { ...plan, denseWeight: 0.5 }, (a, b) => b - a);
    expect(found.map(({ chunk }) => chunk)).toEqual([2, 1, 0]);
  });
});
