import type { FusedChunk } from './fuse-chunks.ts';
import type { Reranker } from './reranker.ts';
import { spreadDocuments } from './spread-documents.ts';

/** How the reranker is used. README.md has the measurements. */
export interface RerankPlan {
  /** At most so many of the first results are read: reading is what costs. Range 5 to 20. */
  readonly count: number;
  /**
   * Points of a fused score for one unit of the reranker's. It was trained to tell passages apart by the difference of
   * their scores, so differences are taken as they are, not stretched. Range 250 to 450.
   */
  readonly unitPoints: number;
  /** So many units below the best count as nothing. Range 10 to 20; nine lists in ten span less than 14. */
  readonly reachUnits: number;
  /** Taken for each chunk of the same document above, once all are read; 0 where documents are whole books. Range 0 to -4,000. */
  readonly crowdingPoints: number;
}

export const rerankPlan: RerankPlan = { count: 12, unitPoints: 400, reachUnits: 16, crowdingPoints: -3000 };

/**
 * Has the first results read again, question and passage together, and adds what that finds to the scores there were.
 * Nothing is read where the first is too far ahead to be overtaken, as a provision is that the question names.
 */
export async function rerankChunks(parts: {
  readonly question: string;
  /** By words and vectors, best first. */
  readonly ranked: readonly FusedChunk[];
  readonly reranker: Reranker;
  readonly readPassages: (chunks: readonly number[]) => Promise<readonly string[]>;
  readonly tieOrder: (a: number, b: number) => number;
  readonly plan?: RerankPlan;
}): Promise<FusedChunk[]> {
  const { question, ranked, reranker, readPassages, tieOrder, plan = rerankPlan } = parts;
  const [first, second] = ranked;
  const mostGained = plan.unitPoints * plan.reachUnits;
  if (!first || !second || first.score - second.score >= mostGained) return [...ranked];
  const chunks = ranked.slice(0, plan.count).map(({ chunk }) => chunk);
  const scores = await reranker.score(question, await readPassages(chunks));
  const floor = Math.max(...scores) - plan.reachUnits;
  const reread = ranked.map((one, at) => {
    const rerank = Math.round(plan.unitPoints * Math.max(0, (scores[at] ?? floor) - floor));
    return { ...one, score: one.score + rerank, shares: { ...one.shares, rerank } };
  });
  return spreadDocuments(reread, plan.crowdingPoints, tieOrder);
}
