import type { KnownVectors } from '../search/known-vectors.ts';
import { PassageTable } from '../search/passage-table.ts';
import { keyAt } from '../search/segment-places.ts';
import { allocateVectors, putVector, type VectorSegment } from '../search/vector-index.ts';
import type { OpenedSegment } from './index-folder.ts';
import type { VectorArchive } from './vector-archive.ts';

interface Held {
  readonly vectors: VectorSegment;
  readonly keys: Uint8Array;
  readonly table: PassageTable;
}

/**
 * Keeps a row of vectors for each chunk of each segment in memory that threads share, and fills the rows as their
 * vectors become known: from the program, from the archive, from the embedding under way.
 */
export class VectorKeeper {
  readonly #archive: VectorArchive;
  readonly #shipped: Pick<KnownVectors, 'knownVector'>;
  readonly #held = new Map<string, Held>();
  #readUpTo = 0;

  /** `shipped`: vectors that come with the program. */
  constructor(archive: VectorArchive, shipped: Pick<KnownVectors, 'knownVector'>) {
    this.#archive = archive;
    this.#shipped = shipped;
  }

  /** The rows of each segment; those of new ones are filled with all that is known. */
  vectorsOf(segments: readonly OpenedSegment[]): VectorSegment[] {
    const names = new Set(segments.map(({ name }) => name));
    for (const name of this.#held.keys()) if (!names.has(name)) this.#held.delete(name);
    const fresh = segments
      .filter(({ name }) => !this.#held.has(name))
      .map(({ name, arrays, places }): [string, Held] => [
        name,
        {
          vectors: allocateVectors(arrays.chunkDocument.length),
          keys: places.chunkPassage,
          table: new PassageTable(places.chunkPassage),
        },
      ]);
    if (fresh.length > 0) {
      const held = fresh.map(([, one]) => one);
      for (const { vectors, keys } of held) {
        for (let row = 0; row < vectors.present.length; row += 1) {
          const known = this.#shipped.knownVector(Buffer.from(keyAt(keys, row)).toString('hex'));
          if (known) putVector(vectors, row, known);
        }
      }
      const end = this.#archive.read(0, (key, vector) => fill(held, key, vector));
      for (const [name, one] of fresh) this.#held.set(name, one);
      // What was appended since the last look is new to the older segments too.
      this.takeUp();
      this.#readUpTo = Math.max(this.#readUpTo, end);
    }
    return segments.flatMap(({ name }) => this.#held.get(name)?.vectors ?? []);
  }

  /** Fills in what another process has embedded since the last look. */
  takeUp(): void {
    const held = [...this.#held.values()];
    this.#readUpTo = this.#archive.read(this.#readUpTo, (key, vector) => fill(held, key, vector));
  }

  /** A vector that was just made, in every row of its passage. It is for the caller to put it into the archive. */
  put(key: Uint8Array, vector: Int8Array): void {
    fill([...this.#held.values()], key, vector);
  }
}

function fill(held: readonly Held[], key: Uint8Array, vector: Int8Array): void {
  for (const { vectors, table } of held) {
    for (const row of table.rowsOf(key)) putVector(vectors, row, vector);
  }
}
