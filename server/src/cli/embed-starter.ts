import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { openEncoder } from '../search/encoder.ts';
import { knownVectorRecord, knownVectorsHeader, openKnownVectors } from '../search/known-vectors.ts';
import { encoderDir, readStarterPassages, starterVectorsFile } from '../starter-vectors.ts';
import { createProgressLine } from './progress-line.ts';

/** Writes the vectors of the starter corpus anew: those that are known are kept, what is gone is dropped. */
export async function embedStarterCommand(): Promise<void> {
  const encoder = await openEncoder(encoderDir);
  const kept = existsSync(starterVectorsFile) ? [readFileSync(starterVectorsFile)] : [];
  const known = openKnownVectors(kept, encoder.version);
  const passages = await readStarterPassages();
  const line = createProgressLine(process.stderr);
  const records: Uint8Array[] = [];
  let embedded = 0;
  for (const { hash, line: context, text } of passages) {
    let vector = known.knownVector(hash);
    if (!vector) {
      vector = await encoder.embedPassage(context, text);
      embedded += 1;
      if (embedded % 20 === 0) line.show(`${embedded} passages embedded`);
    }
    records.push(knownVectorRecord(hash, vector));
  }
  line.end();
  // Renamed into place: a stop in between leaves the file that was there.
  writeFileSync(
    `${starterVectorsFile}.new`,
    Buffer.concat([knownVectorsHeader(encoder.version), ...records]),
  );
  renameSync(`${starterVectorsFile}.new`, starterVectorsFile);
  console.log(`${starterVectorsFile}: ${passages.length} passages, ${embedded} of them embedded now`);
}
