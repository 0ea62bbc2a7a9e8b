import { describe, expect, it } from 'vitest';
import { newUlid } from './new-ulid.ts';

describe('newUlid', () => {
  it('is well formed, unique and ordered by time', async () => {
    const made = Array.from({ length: 5000 }, newUlid);
    for (const id of made) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(new Set(made).size).toBe(5000);
    await new Promise((resolve) => setTimeout(resolve, 3));
    expect(newUlid() > (made[0] ?? '')).toBe(true);
  });

  it('uses every character of the alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 4000; i++)
      for (const char of newUlid().slice(10)) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 64,000 draws: 2,000 expected each, standard deviation 44.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
  });
});
