import { hash } from 'node:crypto';

/**
 * A segment on disk and in memory is one buffer: a header, then typed arrays at multiples of 8 bytes. Nothing is
 * parsed on opening, and threads share it. Numbers are little-endian, as on every machine Node 24 runs on.
 *
 *   0  8 bytes   magic `PANDSEG` and the format version
 *   8  32 bytes  SHA-256 of everything from byte 40 on
 *   40 4 bytes   count of sections, then 4 bytes unused
 *   48 per section: 8 bytes start, 8 bytes length
 */
export const formatVersion = 1;

const magic = 'PANDSEG';
const hashStart = 8;
const tableStart = 40;

/** Every section in file order; a new one is added at the end and raises the format version. */
const sections = [
  ['chunkDocument', 4],
  ['chunkLength', 4],
  ['chunkHeading', 4],
  ['forwardStart', 4],
  ['forward', 1],
  ['headingStart', 4],
  ['headingTokens', 1],
  ['postingStart', 4],
  ['postingChunk', 4],
  ['postingCount', 1],
  ['termStart', 4],
  ['termBytes', 1],
  ['surfaceTerm', 4],
  ['surfaceSecondTerm', 4],
  ['surfaceOrder', 4],
  ['surfaceStart', 4],
  ['surfaceBytes', 1],
  ['documentChunk', 4],
  ['documentKeyStart', 4],
  ['documentKeyBytes', 1],
  ['pathStart', 4],
  ['pathBytes', 1],
  ['acronymBytes', 1],
] as const;

type SectionName = (typeof sections)[number][0];
type ByteSection = Extract<(typeof sections)[number], readonly [string, 1]>[0];
export type SegmentArrays = {
  readonly [Name in SectionName]: Name extends ByteSection ? Uint8Array : Uint32Array;
};

export class SegmentError extends Error {}

/** Lays arrays out as one buffer that can be written to a file as it is. */
export function packSegment(arrays: SegmentArrays): SharedArrayBuffer {
  const dataStart = align(tableStart + 8 + sections.length * 16);
  let size = dataStart;
  for (const [name] of sections) size = align(size + arrays[name].byteLength);
  const buffer = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  bytes.set(Buffer.from(magic, 'latin1'));
  view.setUint8(magic.length, formatVersion);
  view.setUint32(tableStart, sections.length, true);
  let at = dataStart;
  for (const [index, [name]] of sections.entries()) {
    const array = arrays[name];
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    view.setBigUint64(tableStart + 8 + index * 16, BigInt(at), true);
    view.setBigUint64(tableStart + 16 + index * 16, BigInt(array.byteLength), true);
    at = align(at + array.byteLength);
  }
  bytes.set(bodyHash(bytes), hashStart);
  return buffer;
}

/** Views into a buffer; throws where it is not a whole segment of this version. The hash costs about 1 s per GB. */
export function unpackSegment(buffer: SharedArrayBuffer, check = true): SegmentArrays {
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  if (bytes.length < tableStart + 8 || Buffer.from(bytes.slice(0, 7)).toString('latin1') !== magic) {
    throw new SegmentError('this is not a segment of a search index');
  }
  const version = view.getUint8(magic.length);
  if (version !== formatVersion) {
    throw new SegmentError(`the segment has format ${version}; this program reads ${formatVersion}`);
  }
  if (check && !Buffer.from(bytes.slice(hashStart, tableStart)).equals(bodyHash(bytes))) {
    throw new SegmentError('the segment is damaged: its SHA-256 is another');
  }
  if (view.getUint32(tableStart, true) !== sections.length) {
    throw new SegmentError('the segment has another number of sections');
  }
  const range = (index: number): readonly [number, number] => {
    const start = Number(view.getBigUint64(tableStart + 8 + index * 16, true));
    const length = Number(view.getBigUint64(tableStart + 16 + index * 16, true));
    if (start % 8 !== 0 || start + length > bytes.length) {
      throw new SegmentError(`section ${index} of the segment leaves the file`);
    }
    return [start, length];
  };
  const wide = (name: Exclude<SectionName, ByteSection>): Uint32Array => {
    const [start, length] = range(sections.findIndex(([one]) => one === name));
    return new Uint32Array(buffer, start, length / 4);
  };
  const narrow = (name: ByteSection): Uint8Array => {
    const [start, length] = range(sections.findIndex(([one]) => one === name));
    return new Uint8Array(buffer, start, length);
  };
  return {
    chunkDocument: wide('chunkDocument'),
    chunkLength: wide('chunkLength'),
    chunkHeading: wide('chunkHeading'),
    forwardStart: wide('forwardStart'),
    forward: narrow('forward'),
    headingStart: wide('headingStart'),
    headingTokens: narrow('headingTokens'),
    postingStart: wide('postingStart'),
    postingChunk: wide('postingChunk'),
    postingCount: narrow('postingCount'),
    termStart: wide('termStart'),
    termBytes: narrow('termBytes'),
    surfaceTerm: wide('surfaceTerm'),
    surfaceSecondTerm: wide('surfaceSecondTerm'),
    surfaceOrder: wide('surfaceOrder'),
    surfaceStart: wide('surfaceStart'),
    surfaceBytes: narrow('surfaceBytes'),
    documentChunk: wide('documentChunk'),
    documentKeyStart: wide('documentKeyStart'),
    documentKeyBytes: narrow('documentKeyBytes'),
    pathStart: wide('pathStart'),
    pathBytes: narrow('pathBytes'),
    acronymBytes: narrow('acronymBytes'),
  };
}

function bodyHash(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes.subarray(tableStart), 'buffer');
}

function align(at: number): number {
  return (at + 7) & ~7;
}
