import { hash } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 2026-01-01T00:00:00Z as the ten time characters of a ULID: the same for every document. */
const timePart = encodeBase32(Date.UTC(2026, 0, 1), 10);

/**
 * The id of a document, drawn from its externalId: the same on every machine and after every re-import,
 * with nothing to look up or to lose. 80 bits of SHA-256 stand where a ULID has its randomness; among a
 * million documents two would meet with a chance below one in a trillion.
 */
export function documentId(externalId: string): string {
  const digest = hash('sha256', externalId, 'buffer');
  // Two halves of 40 bits: a number holds each exactly.
  return `cmdoc_${timePart}${encodeBase32(digest.readUIntBE(0, 5), 8)}${encodeBase32(digest.readUIntBE(5, 5), 8)}`;
}

function encodeBase32(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = crockford.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
