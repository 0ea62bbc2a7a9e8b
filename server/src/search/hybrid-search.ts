import type { Encoder } from './encoder.ts';
import { type FusedChunk, type FusionWeights, fuseChunks } from './fuse-chunks.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { TermExpander } from './lay-terms.ts';
import { LexicalSearch } from './lexical-search.ts';
import type { FeatureWeights } from './rank-chunks.ts';
import { type RerankPlan, rerankChunks } from './rerank-chunks.ts';
import type { Reranker } from './reranker.ts';
import { VectorSearch, type VectorSegment } from './vector-index.ts';
import { weighDense } from './weigh-dense.ts';

/** Candidates by nearness. Range 50 to 300. */
const denseCount = 100;
/** Further ones from sections of core law: one preamble of a thousand pages can fill the list. Range 20 to 100. */
const coreCount = 50;

export interface HybridParts {
  readonly index: InvertedIndex;
  /** Row for row with the index's segments; without them, or without an encoder, words alone are searched. */
  readonly vectors?: readonly VectorSegment[];
  readonly encoder?: Encoder;
  readonly reranker?: Reranker;
  /** Texts of chunks as `passageText` writes them: the index holds no text, and only the reranker needs it. */
  readonly readPassages?: (chunks: readonly number[]) => Promise<readonly string[]>;
  readonly expand?: TermExpander;
}

export interface HybridOptions {
  /** How many chunks are wanted. */
  readonly limit: number;
  /** One byte for each document of the index: 1 where the filters let it through. */
  readonly allowed?: Uint8Array;
  /** Let the reranker read the first results; nothing changes where there is none. */
  readonly precision?: boolean;
  readonly lexical?: FeatureWeights;
  readonly fusion?: FusionWeights;
  readonly rerank?: RerankPlan;
}

/** Searches one opened index by words and by meaning. Each thread has its own; results depend on nothing kept. */
export class HybridSearch {
  readonly lexical: LexicalSearch;
  readonly #vectors: VectorSearch | undefined;
  readonly #encoder: Encoder | undefined;
  readonly #reranker: Reranker | undefined;
  readonly #readPassages: HybridParts['readPassages'];

  constructor({ index, vectors, encoder, reranker, readPassages, expand }: HybridParts) {
    this.lexical = new LexicalSearch(index, expand);
    this.#vectors = vectors && new VectorSearch(index, vectors);
    this.#encoder = encoder;
    this.#reranker = reranker;
    this.#readPassages = readPassages;
  }

  /** The best chunks, best first; the shares of each add up to its score. */
  async search(question: string, options: HybridOptions): Promise<FusedChunk[]> {
    // The only wait before the lists are made: everything after it uses scratch space that another search would spoil.
    const query = this.#vectors && (await this.#encoder?.embedQuery(question));
    const ranked = this.#rank(question, query, options);
    if (options.precision !== true || !this.#reranker || !this.#readPassages) {
      return ranked.slice(0, options.limit);
    }
    const reranked = await rerankChunks({
      question,
      ranked,
      reranker: this.#reranker,
      readPassages: this.#readPassages,
      tieOrder: (a, b) => this.lexical.tieOrder(a, b),
      ...(options.rerank && { plan: options.rerank }),
    });
    return reranked.slice(0, options.limit);
  }

  #rank(question: string, query: Int8Array | undefined, options: HybridOptions): FusedChunk[] {
    const { limit, allowed, lexical, fusion } = options;
    const near = (query && this.#vectors?.top(query, Math.max(denseCount, limit), allowed)) ?? [];
    const nearCore =
      near.length === 0 ? [] : this.#vectors?.topAmong(coreCount, this.lexical.coreSections(allowed));
    const also = [...near, ...(nearCore ?? [])].map(({ chunk }) => chunk);
    const found = this.lexical.gather(question, limit, allowed, also);
    const candidates = found.evidence.map((evidence) => ({
      evidence,
      nearness: near.length === 0 ? undefined : this.#vectors?.scoreOf(evidence.chunk),
    }));
    return fuseChunks(
      candidates,
      {
        denseWeight: near.length === 0 ? 0 : weighDense(found),
        nearest: near[0]?.score ?? 0,
        last: near.at(-1)?.score ?? 0,
        ...(lexical && { lexical }),
        ...(fusion && { fusion }),
      },
      (a, b) => this.lexical.tieOrder(a, b),
    );
  }
}
