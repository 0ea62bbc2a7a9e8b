import { crc32, inflateRawSync } from 'node:zlib';
import { SourceError } from '../reader.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A release of the Code holds one entry; even the archive of all titles holds under 70. */
const maxEntries = 1000;
const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const centralBytes = 46;
const localBytes = 30;
const maxCommentBytes = 0xffff;

interface CentralEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly localAt: number;
}

/**
 * The wanted files of a zip archive, in its order. By the central directory alone; stored and deflated entries
 * only; no encryption, no zip64, no parts; what unpacks to more than the cap is refused before it is held.
 * Nothing is written: an entry whose name leads out of its folder is refused all the same.
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean, maxBytes: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(bytes, view).filter(({ name }) => !name.endsWith('/') && wanted(name));
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxBytes) throw new SourceError('too_large', `the zip file unpacks to ${total} bytes`);
  return entries.map((entry) => ({ name: entry.name, bytes: unpackEntry(bytes, view, entry) }));
}

function readDirectory(bytes: Uint8Array, view: DataView): CentralEntry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const length = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count) {
    throw damaged('is one part of several');
  }
  if (count > maxEntries) throw damaged(`holds ${count} entries; at most ${maxEntries} are read`);
  if (start + length > end) throw damaged('has a directory that lies outside of it');
  const entries: CentralEntry[] = [];
  const seen = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + centralBytes > end || view.getUint32(at, true) !== centralSignature) {
      throw damaged('has a damaged directory');
    }
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder('utf-8').decode(
      bytes.subarray(at + centralBytes, at + centralBytes + nameBytes),
    );
    if (!isInside(name)) throw damaged(`holds an entry with the name ${JSON.stringify(name)}`);
    if (seen.has(name)) throw damaged(`holds ${JSON.stringify(name)} twice`);
    seen.add(name);
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw damaged(`is encrypted (${name})`);
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      sizeBytes: view.getUint32(at + 24, true),
      localAt: view.getUint32(at + 42, true),
    });
    at += centralBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The end record stands last, before a comment of at most 64 KiB that reaches to the end of the file. */
function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endBytes - maxCommentBytes);
  for (let at = view.byteLength - endBytes; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    if (at + endBytes + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw damaged('has no end: it is cut short, or not a zip file');
}

function unpackEntry(bytes: Uint8Array, view: DataView, entry: CentralEntry): Uint8Array {
  const { name, localAt, packedBytes, sizeBytes } = entry;
  // 0xffffffff points to a zip64 record, and lies outside of any file read here.
  if (localAt + localBytes > view.byteLength || view.getUint32(localAt, true) !== localSignature) {
    throw damaged(`has no entry where its directory says (${name})`);
  }
  const start =
    localAt + localBytes + view.getUint16(localAt + 26, true) + view.getUint16(localAt + 28, true);
  if (start + packedBytes > view.byteLength) throw damaged(`is cut short within ${name}`);
  const packed = bytes.subarray(start, start + packedBytes);
  const unpacked = entry.method === 0 ? packed : entry.method === 8 ? inflate(packed, entry) : undefined;
  if (!unpacked) throw damaged(`packs ${name} by method ${entry.method}; stored and deflated are read`);
  if (unpacked.byteLength !== sizeBytes || crc32(unpacked) !== entry.crc) {
    throw damaged(`holds a damaged ${name}: its size or checksum is wrong`);
  }
  return unpacked;
}

function inflate(packed: Uint8Array, { name, sizeBytes }: CentralEntry): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, sizeBytes) });
  } catch (error) {
    throw damaged(`holds a damaged ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isInside(name: string): boolean {
  if (name === '' || name.length > 255 || /[\\:]/.test(name) || name.startsWith('/')) return false;
  for (const character of name) if (character < ' ' || character === '\u007f') return false;
  return !name.split('/').includes('..');
}

function damaged(what: string): SourceError {
  return new SourceError('malformed', `the zip file ${what}`);
}
