import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Encoder, passageHash } from '../server/src/search/encoder.ts';
import {
  knownVectorRecord,
  knownVectorsHeader,
  openKnownVectors,
} from '../server/src/search/known-vectors.ts';
import { allocateVectors, putVector, type VectorSegment } from '../server/src/search/vector-index.ts';

/** A chunk as the models read it: under its line of context. */
export interface Passage {
  readonly line: string;
  readonly text: string;
}

/** After so many the file is written to, so that a run that is stopped loses little. */
const recordsAtOnce = 50;

/**
 * The vectors of passages, row for row. Those in the folder's files are taken, the others embedded and added to a file
 * there; with `knownOnly` they are left out.
 */
export async function vectorsOf(
  passages: readonly Passage[],
  encoder: Encoder,
  folder: string,
  knownOnly: boolean,
): Promise<{ readonly vectors: VectorSegment; readonly missing: number }> {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((name) => name.endsWith('.bin'));
  const known = openKnownVectors(
    files.map((name) => readFileSync(join(folder, name))),
    encoder.version,
  );
  const vectors = allocateVectors(passages.length);
  const unknown: number[] = [];
  for (const [own, { line, text }] of passages.entries()) {
    const vector = known.knownVector(passageHash(line, text));
    if (vector) putVector(vectors, own, vector);
    else if (text.trim() !== '') unknown.push(own);
  }
  if (knownOnly || unknown.length === 0) return { vectors, missing: unknown.length };
  const file = join(folder, `embedded-${encoder.version}.bin`);
  if (!existsSync(file)) writeFileSync(file, knownVectorsHeader(encoder.version));
  let records: Uint8Array[] = [];
  for (const [done, own] of unknown.entries()) {
    const { line = '', text = '' } = passages[own] ?? {};
    const vector = await encoder.embedPassage(line, text);
    putVector(vectors, own, vector);
    records.push(knownVectorRecord(passageHash(line, text), vector));
    if (records.length === recordsAtOnce || done === unknown.length - 1) {
      appendFileSync(file, Buffer.concat(records));
      records = [];
      process.stderr.write(`\r${done + 1}/${unknown.length} passages embedded `);
    }
  }
  process.stderr.write('\n');
  return { vectors, missing: 0 };
}
