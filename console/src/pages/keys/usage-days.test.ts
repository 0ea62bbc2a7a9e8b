import { describe, expect, it } from 'vitest';
import { dayBefore, roundTop, usageDays } from './usage-days.ts';

describe('usageDays', () => {
  it('adds up keys and operations and keeps the days without calls', () => {
    const row = { keyId: 'k', operation: 'o' };
    const rows = [
      { ...row, day: '2026-02-27', calls: 2, credits: 2 },
      { ...row, day: '2026-02-27', calls: 1, credits: 10, operation: 'p' },
      { ...row, day: '2026-03-01', calls: 4, credits: 0 },
    ];
    expect(usageDays(rows, '2026-02-27', '2026-03-01')).toEqual([
      { day: '2026-02-27', calls: 3, credits: 12 },
      { day: '2026-02-28', calls: 0, credits: 0 },
      { day: '2026-03-01', calls: 4, credits: 0 },
    ]);
    expect(dayBefore('2026-03-01', 2)).toBe('2026-02-27');
  });

  it.each([
    [0, 5],
    [7, 10],
    [101, 200],
    [430, 500],
    [1000, 1000],
  ])('%i fits under %i', (highest, top) => expect(roundTop(highest)).toBe(top));
});
