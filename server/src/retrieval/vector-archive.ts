import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { dimensions } from '../search/encoder.ts';
import { keyBytes } from '../search/segment-places.ts';

/** 16 bytes of the passage's hash, 256 of its vector, 4 of a checksum over both. */
const checkedBytes = keyBytes + dimensions;
const recordBytes = checkedBytes + 4;
/** Records read at a time. */
const blockRecords = 8192;
const namePrefix = 'vectors-';

/** A vector and what it was made from. */
export interface VectorRecord {
  /** The passage's hash, 16 bytes. */
  readonly key: Uint8Array;
  readonly vector: Int8Array;
}

/**
 * Every vector this folder ever had, by what it was made from, in one file that only grows: whatever is merged,
 * removed or imported again, no passage is embedded twice. One file for each version of the encoder; one process
 * appends at a time, any number read.
 */
export class VectorArchive {
  readonly encoderVersion: string;
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, encoderVersion: string) {
    this.encoderVersion = encoderVersion;
    this.#folder = folder;
    this.#name = `${namePrefix}${encoderVersion}`;
  }

  /** Length of the file; 0 where there is none. */
  get bytes(): number {
    try {
      return statSync(this.#path).size;
    } catch {
      return 0; // none yet
    }
  }

  /**
   * Hands over every sound record from a place on, and says where it ended: at the last whole record. A record whose
   * checksum is wrong is passed over; its passage is embedded again.
   */
  read(from: number, each: (key: Uint8Array, vector: Int8Array) => void): number {
    let at = from;
    if (this.bytes < from + recordBytes) return at;
    const file = openSync(this.#path, 'r');
    try {
      const end = fstatSync(file).size;
      const block = Buffer.alloc(Math.min(blockRecords, Math.floor((end - at) / recordBytes)) * recordBytes);
      while (at + recordBytes <= end) {
        const got = readSync(file, block, 0, block.length, at);
        const whole = got - (got % recordBytes);
        if (whole === 0) break;
        for (let record = 0; record < whole; record += recordBytes) {
          const checked = block.subarray(record, record + checkedBytes);
          if (crc32(checked) !== block.readUInt32LE(record + checkedBytes)) continue;
          each(
            checked.subarray(0, keyBytes),
            new Int8Array(block.buffer, block.byteOffset + record + keyBytes, dimensions),
          );
        }
        at += whole;
      }
    } finally {
      closeSync(file);
    }
    return at;
  }

  /** For the one who appends, before it begins: cuts off what a kill left half written, removes other versions. */
  prepare(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (this.bytes === 0) writeFileSync(this.#path, '');
    else truncateSync(this.#path, this.bytes - (this.bytes % recordBytes));
    for (const file of readdirSync(this.#folder)) {
      if (file.startsWith(namePrefix) && file !== this.#name) rmSync(join(this.#folder, file));
    }
  }

  append(records: readonly VectorRecord[]): void {
    const bytes = Buffer.alloc(records.length * recordBytes);
    for (const [at, { key, vector }] of records.entries()) {
      const start = at * recordBytes;
      bytes.set(key, start);
      bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), start + keyBytes);
      bytes.writeUInt32LE(crc32(bytes.subarray(start, start + checkedBytes)), start + checkedBytes);
    }
    appendFileSync(this.#path, bytes);
  }

  get #path(): string {
    return join(this.#folder, this.#name);
  }
}
