import { hash } from 'node:crypto';

/**
 * Typed arrays as one buffer, on disk and in memory alike: nothing is parsed on opening, and threads share it.
 * Numbers are little-endian, as on every machine Node 24 runs on; arrays begin at multiples of 8 bytes.
 *
 *   0  8 bytes   magic of seven letters and the format version
 *   8  32 bytes  SHA-256 of everything from byte 40 on
 *   40 4 bytes   count of sections, then 4 bytes unused
 *   48 per section: 8 bytes start, 8 bytes length
 */
const hashStart = 8;
const tableStart = 40;

/** What a file claims to be. A new section is added at the end and raises the version. */
export interface PackedFormat {
  /** Seven letters. */
  readonly magic: string;
  readonly version: number;
  readonly sectionCount: number;
}

/** A file of an index that cannot be used: another format, or damaged. It is made anew from the store. */
export class PackedFileError extends Error {}

/** Lays arrays out as one buffer that can be written to a file as it is. */
export function packArrays(
  { magic, version }: PackedFormat,
  arrays: readonly (Uint8Array | Uint32Array)[],
): SharedArrayBuffer {
  const dataStart = align(tableStart + 8 + arrays.length * 16);
  const size = arrays.reduce((end, array) => align(end + array.byteLength), dataStart);
  const buffer = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  bytes.set(Buffer.from(magic, 'latin1'));
  view.setUint8(magic.length, version);
  view.setUint32(tableStart, arrays.length, true);
  let at = dataStart;
  for (const [index, array] of arrays.entries()) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    view.setBigUint64(tableStart + 8 + index * 16, BigInt(at), true);
    view.setBigUint64(tableStart + 16 + index * 16, BigInt(array.byteLength), true);
    at = align(at + array.byteLength);
  }
  bytes.set(bodyHash(bytes), hashStart);
  return buffer;
}

/** Views by number of the section: one byte a number, or four. */
export interface PackedViews {
  readonly narrow: (section: number) => Uint8Array;
  readonly wide: (section: number) => Uint32Array;
}

/** Views into a buffer; throws where it is not a whole file of this format. The hash costs about 1 s per GB. */
export function unpackArrays(format: PackedFormat, buffer: SharedArrayBuffer, check = true): PackedViews {
  const { magic } = format;
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  if (
    bytes.length < tableStart + 8 ||
    Buffer.from(bytes.slice(0, magic.length)).toString('latin1') !== magic
  ) {
    throw new PackedFileError(`this is not a file of a search index of the kind ${magic}`);
  }
  const version = view.getUint8(magic.length);
  if (version !== format.version) {
    throw new PackedFileError(
      `the ${magic} file has format ${version}; this program reads ${format.version}`,
    );
  }
  if (check && !Buffer.from(bytes.slice(hashStart, tableStart)).equals(bodyHash(bytes))) {
    throw new PackedFileError(`the ${magic} file is damaged: its SHA-256 is another`);
  }
  if (view.getUint32(tableStart, true) !== format.sectionCount) {
    throw new PackedFileError(`the ${magic} file has another number of sections`);
  }
  const range = (section: number): readonly [start: number, length: number] => {
    const start = Number(view.getBigUint64(tableStart + 8 + section * 16, true));
    const length = Number(view.getBigUint64(tableStart + 16 + section * 16, true));
    if (section < 0 || section >= format.sectionCount || start % 8 !== 0 || start + length > bytes.length) {
      throw new PackedFileError(`section ${section} of the ${magic} file leaves the file`);
    }
    return [start, length];
  };
  return {
    narrow(section) {
      const [start, length] = range(section);
      return new Uint8Array(buffer, start, length);
    },
    wide(section) {
      const [start, length] = range(section);
      return new Uint32Array(buffer, start, length / 4);
    },
  };
}

function bodyHash(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes.subarray(tableStart), 'buffer');
}

function align(at: number): number {
  return (at + 7) & ~7;
}
