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

interface Places {
  readonly shared: SharedVectors;
  readonly archive: VectorArchive;
  readonly keeper: VectorKeeper;
}

/** Takes over what others have made of these passages, into the archive and every row. */
export async function takeOver(
  keys: readonly Uint8Array[],
  { shared, archive, keeper }: Places,
): Promise<readonly VectorRecord[]> {
  const found = await shared.find(archive.encoderVersion, keys);
  if (found.length > 0) archive.append(found);
  for (const { key, vector } of found) keeper.put(key, vector);
  return found;
}

/** Takes over all that others have made of what is missing here. Says how many passages that were. */
export async function takeShared(
  places: Places & { readonly segments: readonly EmbeddableSegment[] },
): Promise<number> {
  const missing = missingKeys(places.segments);
  let taken = 0;
  for (let from = 0; from < missing.length; from += askedAtOnce) {
    taken += (await takeOver(missing.slice(from, from + askedAtOnce), places)).length;
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
