import { createHash } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 2026-01-01T00:00:00Z as the ten time characters of a ULID: the same for every document. */
const timePart = encodeTime(Date.UTC(2026, 0, 1));

/**
 * The id of a document, drawn from its externalId: the same on every machine and after every re-import,
 * with nothing to look up or to lose. 80 bits of SHA-256 stand where a ULID has its randomness; among a
 * million documents two would meet with a chance below one in a trillion.
 */
export function documentId(externalId: string): string {
  const digest = createHash('sha256').update(externalId).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let random = '';
  for (let i = 0; i < 16; i++) {
    random = crockford.charAt(Number(bits & 31n)) + random;
    bits >>= 5n;
  }
  return `cmdoc_${timePart}${random}`;
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = crockford.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
