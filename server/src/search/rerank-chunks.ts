import { type FusedChunk, fusedPoints } from './fuse-chunks.ts';
import type { Reranker } from './reranker.ts';

/** How the reranker is used. README.md has the measurements. */
export interface RerankPlan {
  /** How many of the first results are read. Range 8 to 30. */
  readonly count: number;
  /** Part of the reranker in the whole, 0 to 1. Range 0.2 to 0.5. */
  readonly weight: number;
}

export const rerankPlan: RerankPlan = { count: 20, weight: 0.3 };

/** Reads the first results again, question and passage together, and mixes what it finds with the order there was. */
export async function rerankChunks(parts: {
  readonly question: string;
  readonly ranked: readonly FusedChunk[];
  readonly reranker: Reranker;
  readonly readPassages: (chunks: readonly number[]) => Promise<readonly string[]>;
  readonly tieOrder: (a: number, b: number) => number;
  readonly plan?: RerankPlan;
}): Promise<FusedChunk[]> {
  const { question, ranked, reranker, tieOrder, plan = rerankPlan } = parts;
  const first = ranked.slice(0, plan.count);
  if (first.length < 2) return [...ranked];
  const passages = await parts.readPassages(first.map(({ chunk }) => chunk));
  const scores = await reranker.score(question, passages);
  const lowest = Math.min(...scores);
  const reach = Math.max(1e-6, Math.max(...scores) - lowest);
  const reread = first.map((one, at) => {
    const rerank = Math.round(
      ((fusedPoints * plan.weight) / (1 - plan.weight)) * (((scores[at] ?? 0) - lowest) / reach),
    );
    return { ...one, score: one.score + rerank, shares: { ...one.shares, rerank } };
  });
  reread.sort((a, b) => b.score - a.score || tieOrder(a.chunk, b.chunk));
  return [...reread, ...ranked.slice(plan.count)];
}
