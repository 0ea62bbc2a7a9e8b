import { GrowingBytes, GrowingWords } from './growing-array.ts';

/** Strings as one run of UTF-8 bytes and where each begins; `starts` has one more entry than there are strings. */
export interface StringTable {
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

export function packStrings(strings: Iterable<string>): StringTable {
  const starts = new GrowingWords();
  const bytes = new GrowingBytes();
  for (const one of strings) {
    starts.push(bytes.length);
    bytes.pushAll(Buffer.from(one, 'utf8'));
  }
  starts.push(bytes.length);
  return { starts: starts.view(), bytes: bytes.view() };
}

export function readString({ starts, bytes }: StringTable, index: number): string {
  // The bytes may be shared between threads; a decoder wants its own copy.
  return Buffer.from(bytes.slice(starts[index] ?? 0, starts[index + 1] ?? 0)).toString('utf8');
}

/** Byte order of UTF-8, the order tables are sorted in. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Index of a string in a sorted table, or of its entry in `order` where the table is sorted by that; -1 for none. */
export function findString(table: StringTable, wanted: string, order?: Uint32Array): number {
  const bytes = Buffer.from(wanted, 'utf8');
  let low = 0;
  let high = (order?.length ?? table.starts.length - 1) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const index = order ? (order[middle] ?? 0) : middle;
    const difference = compareAt(table, index, bytes);
    if (difference === 0) return index;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function compareAt({ starts, bytes }: StringTable, index: number, wanted: Uint8Array): number {
  const start = starts[index] ?? 0;
  const length = (starts[index + 1] ?? 0) - start;
  const shared = Math.min(length, wanted.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - wanted.length;
}
