import { keyAt, keyBytes } from '../search/segment-places.ts';
import type { EmbeddableSegment } from './embedder.ts';
import type { VectorArchive, VectorRecord } from './vector-archive.ts';
import type { VectorKeeper } from './vector-keeper.ts';

/** Vectors by passage hash that the servers of one store make for each other: a new node embeds nothing anew. */
export interface SharedVectors {
  find(encoderVersion: string, keys: readonly Uint8Array[]): Promise<readonly VectorRecord[]>;
  /** One that is there already stays. */
  add(encoderVersion: string, records: readonly VectorRecord[]): Promise<void>;
}

/** Keys asked for, and records written to the archive, at a time. Range 100 to 10,000. */
const askedAtOnce = 2000;

/** Takes over all that others have made of what is missing here. Says how many rows that filled. */
export async function takeShared(parts: {
  readonly segments: readonly EmbeddableSegment[];
  readonly shared: SharedVectors;
  readonly archive: VectorArchive;
  readonly keeper: VectorKeeper;
}): Promise<number> {
  const { archive, keeper, shared } = parts;
  const missing = missingKeys(parts.segments);
  let taken = 0;
  for (let from = 0; from < missing.length; from += askedAtOnce) {
    const found = await shared.find(archive.encoderVersion, missing.slice(from, from + askedAtOnce));
    if (found.length === 0) continue;
    archive.append(found);
    for (const { key, vector } of found) keeper.put(key, vector);
    taken += found.length;
  }
  return taken;
}

/** Of the living documents, each once. */
function missingKeys(segments: readonly EmbeddableSegment[]): Uint8Array[] {
  const keys = new Map<string, Uint8Array>();
  for (const { segment, vectors, live } of segments) {
    const { chunkPassage } = segment.places;
    for (let row = 0; row < chunkPassage.length / keyBytes; row += 1) {
      if (vectors.present[row] === 1 || live[segment.arrays.chunkDocument[row] ?? 0] !== 1) continue;
      const key = keyAt(chunkPassage, row);
      keys.set(Buffer.from(key).toString('hex'), key);
    }
  }
  return [...keys.values()];
}
