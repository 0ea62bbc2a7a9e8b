import { gunzipSync } from 'node:zlib';
import { SourceError } from './reader.ts';
import { maxXmlBytes } from './xml-tree.ts';

/** No official file is larger once unpacked; a bomb is stopped here. */
export const maxSourceBytes = maxXmlBytes;

/** Takes gzip off, whatever the name says, without ever holding more than the cap. */
export function unpack(bytes: Uint8Array): Uint8Array {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxSourceBytes, chunkSize: claimedSize(bytes) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new SourceError('too_large', `unpacks to more than ${maxSourceBytes} bytes`);
    }
    throw new SourceError('malformed', 'the gzip data is damaged or cut short');
  }
}

/**
 * The size in the last four bytes of a gzip file (RFC 1952), within reason: unpacked into one piece of that size a
 * title takes two thirds of the time it takes in pieces of 16 kB. A false claim costs a few pieces more, no more.
 */
function claimedSize(bytes: Uint8Array): number {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(
    bytes.length - 4,
    true,
  );
  return Math.min(Math.max(size + 1, leastPieceBytes), mostPieceBytes);
}

const leastPieceBytes = 16 * 1024;
const mostPieceBytes = 32 * 1024 * 1024;
