import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FetchFailure } from './fetch-failure.ts';
import type { Answer } from './send-request.ts';

/** The whole body, decoded, never holding more than the cap; refuses one that ends before it should. */
export async function readBody(answer: Answer, address: string, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new FetchFailure(
      'too_large',
      `${address} answers with more than ${maxBytes} bytes, the most that is taken`,
    );
  const declared = Number(answer.headers['content-length'] ?? Number.NaN);
  if (declared > maxBytes) {
    answer.discard();
    throw tooLarge();
  }
  let wireBytes = 0;
  async function* count(): AsyncGenerator<Uint8Array> {
    for await (const piece of answer.body) {
      wireBytes += piece.byteLength;
      // Nothing that is longer encoded than the cap can be shorter decoded, a few bytes of header apart.
      if (wireBytes > maxBytes + 1024) throw tooLarge();
      yield piece;
    }
  }
  const encoding = (answer.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (!/^(?:identity|x-gzip|gzip)$/.test(encoding)) {
    answer.discard();
    throw new FetchFailure(
      'not_what_was_asked',
      `${address} answers in the encoding ${encoding}; only gzip was asked for`,
    );
  }
  const decoded: AsyncIterable<Uint8Array> =
    encoding === 'identity' ? count() : pipeline(count(), createGunzip(), () => {});
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of decoded) {
      size += piece.byteLength;
      if (size > maxBytes) throw tooLarge();
      pieces.push(piece);
    }
  } catch (error) {
    answer.discard();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // ECONNRESET: the connection closed within the body. Z_*: the gzip data stop short or are damaged.
    if (code !== 'ECONNRESET' && !code.startsWith('Z_')) throw error;
    throw cutShort(address, wireBytes, declared, error);
  }
  if (!Number.isNaN(declared) && wireBytes !== declared) throw cutShort(address, wireBytes, declared);
  return Buffer.concat(pieces);
}

function cutShort(address: string, got: number, declared: number, cause?: unknown): FetchFailure {
  const of = Number.isNaN(declared) ? '' : ` of ${declared}`;
  return new FetchFailure('truncated', `${address} breaks off after ${got}${of} bytes`, {
    passing: true,
    cause,
  });
}
