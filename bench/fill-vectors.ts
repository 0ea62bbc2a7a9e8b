import { randomFillSync } from 'node:crypto';
import { modelFiles } from '../server/src/model-files.ts';
import { IndexFolder } from '../server/src/retrieval/index-folder.ts';
import { VectorArchive } from '../server/src/retrieval/vector-archive.ts';
import { dimensions, readEncoderVersion } from '../server/src/search/encoder.ts';
import { keyAt, keyBytes } from '../server/src/search/segment-places.ts';

/** Gives every chunk of an index a random vector, as if it had been embedded. Says how many. */
export async function fillVectors(dataDir: string): Promise<number> {
  const folder = IndexFolder.in(dataDir);
  const archive = new VectorArchive(folder.path, await readEncoderVersion(modelFiles.encoder));
  archive.prepare();
  let count = 0;
  for (const { name } of folder.readManifest()?.segments ?? []) {
    const { chunkPassage } = folder.readSegment(name).places;
    const rows = chunkPassage.length / keyBytes;
    for (let from = 0; from < rows; from += 1000) {
      const records = Array.from({ length: Math.min(1000, rows - from) }, (_, at) => ({
        key: keyAt(chunkPassage, from + at),
        // A quarter of the range, as the encoder's own.
        vector: randomFillSync(new Int8Array(dimensions)).map((value) => value >> 2),
      }));
      archive.append(records);
      count += records.length;
    }
  }
  return count;
}
