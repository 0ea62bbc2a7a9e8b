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
    return gunzipSync(bytes, { maxOutputLength: maxSourceBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new SourceError('too_large', `unpacks to more than ${maxSourceBytes} bytes`);
    }
    throw new SourceError('malformed', 'the gzip data is damaged or cut short');
  }
}
