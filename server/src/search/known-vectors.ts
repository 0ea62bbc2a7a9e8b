import { dimensions } from './encoder.ts';

/**
 * Vectors by what they were made from, so that no passage is embedded twice: those of the starter corpus come with
 * the program, those of other imports may be kept in files of the same form. A file is one line of 64 bytes that
 * names the encoder's version, then records: 16 bytes of the passage's hash, 256 of its vector.
 */
export interface KnownVectors {
  readonly size: number;
  /** The vector of the passage with this hash (`passageHash`), if it is known. */
  knownVector(passageHash: string): Int8Array | undefined;
}

const headerBytes = 64;
const hashBytes = 16;
const recordBytes = hashBytes + dimensions;

/** Nothing is known of files another encoder made. A file cut short in the middle of a record loses that record. */
export function openKnownVectors(files: readonly Uint8Array[], version: string): KnownVectors {
  const places = new Map<string, Int8Array>();
  for (const file of files) {
    if (Buffer.from(file.subarray(0, headerBytes)).toString('latin1') !== header(version)) continue;
    for (let at = headerBytes; at + recordBytes <= file.length; at += recordBytes) {
      const hash = Buffer.from(file.buffer, file.byteOffset + at, hashBytes).toString('hex');
      places.set(hash, new Int8Array(file.buffer, file.byteOffset + at + hashBytes, dimensions));
    }
  }
  return { size: places.size, knownVector: (hash) => places.get(hash) };
}

/** The bytes a file begins with. */
export function knownVectorsHeader(version: string): Uint8Array {
  return Buffer.from(header(version), 'latin1');
}

export function knownVectorRecord(passageHash: string, vector: Int8Array): Uint8Array {
  return Buffer.concat([
    Buffer.from(passageHash, 'hex'),
    Buffer.from(vector.buffer, vector.byteOffset, vector.length),
  ]);
}

function header(version: string): string {
  return `${`pandect vectors ${version}`.padEnd(headerBytes - 1)}\n`;
}
