import { describe, expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'letter.txt');

describe('readTextFile', () => {
  it('gives the text of a plain file', async () => {
    expect(await readTextFile(file(new TextEncoder().encode('Dear § customer')))).toBe('Dear § customer');
  });

  it.each([
    ['bytes that are no UTF-8', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe]), /plain UTF-8/],
    ['zero bytes', new Uint8Array([0x50, 0x4b, 0x00, 0x00]), /plain text/],
    ['more than a text may have', new Uint8Array(400_001), /100,000 characters/],
  ])('refuses %s, naming the file', async (_, bytes, reason) => {
    await expect(readTextFile(file(bytes))).rejects.toThrow(reason);
    await expect(readTextFile(file(bytes))).rejects.toThrow('letter.txt');
  });
});
