import { describe, expect, it } from 'vitest';
import { isDeeper } from './json-depth.ts';

describe('isDeeper', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

  it('counts levels, not brackets', () => {
    expect(isDeeper(nested(100), 100)).toBe(false);
    expect(isDeeper(nested(102), 100)).toBe(true);
    expect(isDeeper(JSON.stringify(Array.from({ length: 500 }, () => [{}])), 3)).toBe(false);
  });

  it('passes over brackets in strings', () => {
    expect(isDeeper(JSON.stringify({ text: '['.repeat(500) }), 100)).toBe(false);
    expect(isDeeper(JSON.stringify({ text: `\\"${'{'.repeat(500)}` }), 100)).toBe(false);
    expect(isDeeper(`["\\\\",${'['.repeat(500)}`, 100)).toBe(true);
  });

  it('ends a broken text', () => expect(isDeeper(`"${'['.repeat(500)}\\`, 100)).toBe(false));
});
