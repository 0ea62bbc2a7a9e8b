import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'pdct_';
const secretChars = 32;
const checksumChars = 6;
const form = /^pdct_[0-9A-Za-z]{38}$/;

/** A new key: 32 random base62 characters (190 bits) and a checksum, so that scanners can tell a leaked one. */
export function makeApiKey(random: (size: number) => Uint8Array = randomBytes): string {
  let secret = '';
  while (secret.length < secretChars) {
    for (const byte of random(48)) {
      // 248 = 4 * 62: bytes above it would make some characters likelier than others.
      if (byte < 248 && secret.length < secretChars) secret += alphabet.charAt(byte % 62);
    }
  }
  return `${prefix}${secret}${checksum(secret)}`;
}

/** Whether the text could be a key at all: a typo is refused without a look-up. */
export function isApiKeyForm(key: string): boolean {
  if (!form.test(key)) return false;
  const secret = key.slice(prefix.length, prefix.length + secretChars);
  return key.slice(prefix.length + secretChars) === checksum(secret);
}

/** The only form in which a key is stored. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** CRC-32 in base62, most significant first; 62^6 > 2^32, so six characters always hold it. */
function checksum(secret: string): string {
  let rest = crc32(secret);
  let out = '';
  for (let i = 0; i < checksumChars; i++) {
    out = alphabet.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
