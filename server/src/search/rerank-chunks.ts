import type { FusedChunk } from './fuse-chunks.ts';
import type { Reranker } from './reranker.ts';

/** How the reranker is used. README.md has the measurements. */
export interface RerankPlan {
  /** At most so many of the first results are read: 20 cost twice as much and order no better. Range 5 to 20. */
  readonly count: number;
  /**
   * Points of a fused score for one unit of the reranker's. It was trained to tell passages apart by the difference of
   * their scores, so differences are taken as they are, not stretched. Range 150 to 350.
   */
  readonly unitPoints: number;
  /** So many units below the best count as nothing. Range 10 to 20; nine lists in ten span less than 14. */
  readonly reachUnits: number;
  /** What is left of the vectors' part: the reranker judges meaning too, and better. Range 0.7 to 0.9. */
  readonly denseLeft: number;
}

export const rerankPlan: RerankPlan = { count: 10, unitPoints: 250, reachUnits: 16, denseLeft: 0.75 };

/**
 * Has the first results read again, question and passage together, and adds what that finds to the scores there were.
 * Reading is what costs, so only what it can change is read: nothing where the first is too far ahead to be overtaken,
 * and below the wanted number only what could still come up among them.
 */
export async function rerankChunks(parts: {
  readonly question: string;
  /** By words and vectors, best first. */
  readonly ranked: readonly FusedChunk[];
  /** How many of them are wanted. */
  readonly limit: number;
  readonly reranker: Reranker;
  readonly readPassages: (chunks: readonly number[]) => Promise<readonly string[]>;
  readonly tieOrder: (a: number, b: number) => number;
  readonly plan?: RerankPlan;
}): Promise<FusedChunk[]> {
  const { question, ranked, limit, reranker, readPassages, tieOrder, plan = rerankPlan } = parts;
  const mostGained = plan.unitPoints * plan.reachUnits;
  const first = worthReading(ranked, limit, plan.count, mostGained);
  if (first.length === 0) return [...ranked];
  const passages = await readPassages(first.map(({ chunk }) => chunk));
  const scores = await reranker.score(question, passages);
  const floor = Math.max(...scores) - plan.reachUnits;
  const reread = first.map((one, at) => {
    const rerank = Math.round(plan.unitPoints * Math.max(0, (scores[at] ?? floor) - floor));
    return { ...one, score: one.score + rerank, shares: { ...one.shares, rerank } };
  });
  return [...reread, ...ranked.slice(first.length)].sort(
    (a, b) => b.score - a.score || tieOrder(a.chunk, b.chunk),
  );
}

function worthReading(
  ranked: readonly FusedChunk[],
  limit: number,
  count: number,
  mostGained: number,
): readonly FusedChunk[] {
  const [first, second] = ranked;
  if (!first || !second || first.score - second.score >= mostGained) return [];
  const toBeat = ranked[Math.min(limit, ranked.length) - 1]?.score ?? 0;
  const candidates = ranked.slice(0, count);
  const hopeless = candidates.findIndex(({ score }, at) => at >= limit && score + mostGained < toBeat);
  return hopeless < 0 ? candidates : candidates.slice(0, hopeless);
}
