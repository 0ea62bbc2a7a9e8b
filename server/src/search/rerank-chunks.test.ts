import { describe, expect, it } from 'vitest';
import { vectorSteps } from './encoder.ts';
import { type FusedChunk, fuseChunks } from './fuse-chunks.ts';
import { rerankChunks } from './rerank-chunks.ts';

/** Fused results with these scores, by their vectors alone. */
function rankedWith(...scores: readonly number[]): FusedChunk[] {
  const nothing = { body: 0, proximity: 0, surface: 0, coverage: 0, heading: 0, acronym: 0, length: 0 };
  const beside = { context: 0, bestNeighbour: 0, document: 0, scope: 0, primary: 0, core: 0, provision: 0 };
  const nearest = vectorSteps ** 2;
  const floor = nearest / 2;
  const candidates = scores.map((score, chunk) => ({
    nearness: floor + (score / 10_000) * (nearest - floor),
    evidence: { ...nothing, ...beside, chunk, documentNumber: chunk },
  }));
  const plan = { denseWeight: 1, nearest, last: floor + 0.05 * nearest };
  return fuseChunks(candidates, plan, (a, b) => a - b);
}

/** Runs with a reader that gives each chunk the fit written here, and tells which it was shown. */
async function rerank(
  ranked: readonly FusedChunk[],
  fits: readonly number[],
  { count = 20, crowdingPoints = 0 } = {},
) {
  const read: number[] = [];
  const found = await rerankChunks({
    question: 'any',
    ranked,
    plan: { count, unitPoints: 250, reachUnits: 10, crowdingPoints },
    tieOrder: (a, b) => a - b,
    readPassages: async (chunks) => {
      read.push(...chunks);
      return chunks.map(String);
    },
    reranker: { score: async (_question, passages) => passages.map((chunk) => fits[Number(chunk)] ?? 0) },
  });
  return { read, order: found.map(({ chunk }) => chunk), scores: found.map(({ score }) => score), found };
}

describe('reranking', () => {
  it('adds what each is above the floor to the score, as computed by hand', async () => {
    const { order, scores, found } = await rerank(rankedWith(10_000, 9000, 8000), [-7, 5, 1]);
    // The best, 5, is 10 units above the floor: 2,500 points; 1 is 6 above it: 1,500; -7 is below: nothing.
    expect(order).toEqual([1, 0, 2]);
    expect(scores).toEqual([11_500, 10_000, 9500]);
    for (const { score, shares } of found) {
      expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBe(score);
    }
  });

  it('reads nothing where the first cannot be overtaken', async () => {
    const { read, order } = await rerank(rankedWith(10_000, 7400, 7300), [0, 9, 5]);
    expect(read).toEqual([]);
    expect(order).toEqual([0, 1, 2]);
  });

  it('takes from the chunks of a document for those of it that reading brought up', async () => {
    const ranked = rankedWith(10_000, 9900, 9800).map((one) => ({
      ...one,
      documentNumber: one.chunk === 1 ? 7 : 8,
    }));
    const { order, found } = await rerank(ranked, [5, 3, 4.5], { crowdingPoints: -3000 });
    // By reading alone 0, 2, 1; 2 is of the same document as 0 and pays for it.
    expect(order).toEqual([0, 1, 2]);
    expect(found.map(({ shares }) => shares.crowding)).toEqual([0, 0, -3000]);
  });

  it('reads no more than it may', async () => {
    const { read, order } = await rerank(rankedWith(10_000, 9900, 9800, 9700), [1, 2, 3, 4], { count: 2 });
    expect(read).toEqual([0, 1]);
    expect(order).toEqual([1, 0, 2, 3]);
  });

  it('keeps the order where all fit alike, and where there is nothing to order', async () => {
    expect((await rerank(rankedWith(10_000, 9900), [2, 2])).order).toEqual([0, 1]);
    expect((await rerank(rankedWith(10_000), [2])).order).toEqual([0]);
    expect((await rerank([], [])).order).toEqual([]);
  });
});
