import { buildSegment, type IndexedDocument } from '../server/src/search/build-segment.ts';
import { type Encoder, passageText } from '../server/src/search/encoder.ts';
import { fusionWeights } from '../server/src/search/fuse-chunks.ts';
import { HybridSearch } from '../server/src/search/hybrid-search.ts';
import { openIndex } from '../server/src/search/inverted-index.ts';
import { createLayTermExpander } from '../server/src/search/lay-terms.ts';
import { rankWeights } from '../server/src/search/rank-chunks.ts';
import { rerankPlan } from '../server/src/search/rerank-chunks.ts';
import type { Reranker } from '../server/src/search/reranker.ts';
import { unpackSegment } from '../server/src/search/segment-file.ts';
import { Tokenizer } from '../server/src/search/tokenize.ts';
import type { VectorSegment } from '../server/src/search/vector-index.ts';
import type { Passage } from './passage-vectors.ts';

/** What is searched in a set, each chunk with the line the models read it under. */
export interface SetCorpus {
  readonly documents: readonly IndexedDocument[];
  /** Chunks of all documents in turn. */
  readonly passages: readonly Passage[];
  /**
   * Where a document is a whole rule book and each passage a result by itself, chunks of one book do not crowd each
   * other, and there is no law to come before what is written about it.
   */
  readonly books: boolean;
  readonly layTerms: boolean;
}

export interface SetQuestion {
  readonly query: string;
  /** What the rows of the report are told apart by; empty for one row. */
  readonly style: string;
  readonly score: (
    chunks: readonly number[],
  ) => { readonly recall: number; readonly second: number } | undefined;
}

export type Mode = 'lexical' | 'default' | 'precision';

export interface ModeResult {
  readonly count: number;
  readonly recall: number;
  readonly second: number;
  readonly cpuMs: number;
}

/** A search over a set's corpus; without vectors only the lexical mode means anything. */
export function openSet(
  { documents, passages, layTerms }: SetCorpus,
  models?: { readonly vectors: VectorSegment; readonly encoder: Encoder; readonly reranker: Reranker },
): HybridSearch {
  const index = openIndex([unpackSegment(buildSegment(documents, new Tokenizer()))]);
  return new HybridSearch({
    index,
    ...(models && { ...models, vectors: [models.vectors] }),
    readPassages: async (chunks) =>
      chunks.map((chunk) => {
        const { line = '', text = '' } = passages[chunk] ?? {};
        return passageText(line, text);
      }),
    ...(layTerms && { expand: createLayTermExpander() }),
  });
}

/** Asks every question and gives the mean scores, all together and by style. */
export async function measure(
  search: HybridSearch,
  questions: readonly SetQuestion[],
  mode: Mode,
  books: boolean,
): Promise<ReadonlyMap<string, ModeResult>> {
  const rows = new Map<string, { count: number; recall: number; second: number }>();
  const began = process.cpuUsage();
  for (const { query, style, score } of questions) {
    const found = await search.search(query, {
      limit: 10,
      precision: mode === 'precision',
      ...(books && {
        lexical: { ...rankWeights, crowding: 0 },
        fusion: { ...fusionWeights, crowding: 0 },
        rerank: { ...rerankPlan, crowdingPoints: 0 },
      }),
    });
    const scored = score(found.map(({ chunk }) => chunk));
    if (!scored) continue;
    for (const row of new Set(['', style])) {
      const sum = rows.get(row) ?? { count: 0, recall: 0, second: 0 };
      sum.count += 1;
      sum.recall += scored.recall;
      sum.second += scored.second;
      rows.set(row, sum);
    }
  }
  const { user, system } = process.cpuUsage(began);
  const cpuMs = (user + system) / 1000 / questions.length;
  return new Map(
    [...rows].map(([row, { count, recall, second }]) => [
      row,
      { count, recall: recall / count, second: second / count, cpuMs },
    ]),
  );
}
