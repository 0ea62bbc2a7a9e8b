import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCoreLaw } from './core-law.ts';

const corpus = join(import.meta.dirname, '..', '..', '..', 'corpus');

describe('core law', () => {
  it('holds every part of the starter corpus', () => {
    const parts = readdirSync(corpus).filter((name) => name.includes('-cfr-'));
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.filter((part) => !isCoreLaw(`${part}-1`))).toEqual([]);
  });

  it.each([
    ['12-cfr-1026-24', true],
    ['12-cfr-1005-supplement-i', true],
    ['15-usc-1681m', true],
    ['12-cfr-702-4', false],
    ['16-cfr-1500-3', false],
    ['12-usc-225a', false],
    ['ffiec-bsa-aml-manual-sar', false],
  ])('%s: %s', (key, core) => {
    expect(isCoreLaw(key)).toBe(core);
  });
});
