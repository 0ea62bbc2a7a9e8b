import { chooseTop, type ScoredChunk } from './bm25.ts';
import { assembleDotProductModule, maxPages } from './dot-product-module.ts';
import { dimensions } from './encoder.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { Instance, Memory, Module, type WasmMemory } from './web-assembly.ts';

const pageBytes = 65_536;

/**
 * The vectors of a lexical segment's chunks, row for row. Posted to a worker thread it is shared, not copied. Rows may
 * be filled in while others search: a row is written, then marked as present.
 */
export interface VectorSegment {
  /** Holds `vectors`; the searching code needs the memory itself. */
  readonly memory: WasmMemory;
  /** 256 bytes a chunk; zero where there is none yet. */
  readonly vectors: Int8Array;
  /** One byte a chunk: 1 where its vector is there. */
  readonly present: Uint8Array;
}

/** Room for the vectors of so many chunks, none present. */
export function allocateVectors(chunkCount: number): VectorSegment {
  const pages = Math.max(1, Math.ceil((chunkCount * dimensions) / pageBytes));
  if (pages > maxPages) throw new RangeError(`${chunkCount} chunks are too many for one segment of vectors`);
  const memory = new Memory({ initial: pages, maximum: pages, shared: true });
  return {
    memory,
    vectors: new Int8Array(memory.buffer, 0, chunkCount * dimensions),
    present: new Uint8Array(new SharedArrayBuffer(chunkCount)),
  };
}

/** Writes one row; whoever searches at the same time sees it whole or not at all. */
export function putVector({ vectors, present }: VectorSegment, own: number, vector: Int8Array): void {
  vectors.set(vector, own * dimensions);
  Atomics.store(present, own, 1);
}

type ScoreRows = (row: number, rows: number, query: number, out: number) => void;

/** Searches the vectors of one opened index. Keeps scratch space, so each thread has its own. */
export class VectorSearch {
  readonly #index: InvertedIndex;
  readonly #segments: readonly VectorSegment[];
  readonly #scorers: readonly ScoreRows[];
  readonly #query: Int8Array;
  readonly #scores: Int32Array;

  /** `segments` in the order of the index's own, each with as many rows as that has chunks. */
  constructor(index: InvertedIndex, segments: readonly VectorSegment[]) {
    checkShape(index, segments);
    this.#index = index;
    this.#segments = segments;
    const scratch = new Memory({ initial: Math.ceil((dimensions + 4 * index.chunkCount) / pageBytes) });
    this.#query = new Int8Array(scratch.buffer, 0, dimensions);
    this.#scores = new Int32Array(scratch.buffer, dimensions, index.chunkCount);
    const module = new Module(assembleDotProductModule());
    this.#scorers = segments.map(({ memory }) => {
      const { score } = new Instance(module, { memory: { vectors: memory, scratch } }).exports;
      if (typeof score !== 'function') throw new TypeError('the module has no function score');
      return (row, rows, query, out) => score(row, rows, query, out);
    });
  }

  /** The `count` chunks of allowed documents nearest to a query, best first, ties by chunk number. */
  top(query: Int8Array, count: number, allowed?: Uint8Array): ScoredChunk[] {
    this.#query.set(query);
    for (const [at, { present }] of this.#segments.entries()) {
      const firstChunk = this.#index.segments[at]?.firstChunk ?? 0;
      if (present.length === 0) continue;
      this.#scorers[at]?.(0, present.length, 0, dimensions + 4 * firstChunk);
      // A row that is not marked may be half written: it is no candidate.
      for (let own = present.indexOf(0); own >= 0; own = present.indexOf(0, own + 1)) {
        this.#scores[firstChunk + own] = 0;
      }
    }
    return chooseTop(this.#index, this.#scores, count, allowed);
  }

  /** The nearest of other documents to the query of the last `top`. */
  topAmong(count: number, allowed: Uint8Array): ScoredChunk[] {
    return chooseTop(this.#index, this.#scores, count, allowed);
  }

  /** The score of any chunk for the query of the last `top`; undefined where it has no vector. */
  scoreOf(chunk: number): number | undefined {
    const segment = this.#index.segments.findLastIndex(({ firstChunk }) => firstChunk <= chunk);
    const own = chunk - (this.#index.segments[segment]?.firstChunk ?? 0);
    return this.#segments[segment]?.present[own] === 1 ? this.#scores[chunk] : undefined;
  }
}

function checkShape(index: InvertedIndex, segments: readonly VectorSegment[]): void {
  const wanted = index.segments.map(({ arrays }) => arrays.chunkLength.length).join(', ');
  const given = segments.map(({ present }) => present.length).join(', ');
  if (wanted !== given) {
    throw new RangeError(`the index has segments of ${wanted} chunks, the vectors segments of ${given}`);
  }
}
