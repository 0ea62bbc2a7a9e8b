import { describe, expect, it } from 'vitest';
import { hashApiKey, isApiKeyForm, makeApiKey } from './api-key.ts';

describe('API keys', () => {
  it('have the published form and are all different', () => {
    const keys = Array.from({ length: 200 }, () => makeApiKey());
    for (const key of keys) expect(key).toMatch(/^pdct_[0-9A-Za-z]{38}$/);
    expect(new Set(keys).size).toBe(200);
    expect(keys.every(isApiKeyForm)).toBe(true);
  });

  it('one wrong character anywhere is told by the checksum', () => {
    const key = makeApiKey();
    for (let at = 5; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isApiKeyForm(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(false);
    }
  });

  it('uses every character of the alphabet equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      for (const char of makeApiKey().slice(5, 37)) counts.set(char, (counts.get(char) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    // 64,000 draws: 1,032 expected each, standard deviation 32.
    for (const count of counts.values()) expect(Math.abs(count - 1032)).toBeLessThan(200);
  });

  it('are stored as their SHA-256', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
