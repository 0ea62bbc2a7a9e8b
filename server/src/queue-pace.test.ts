import { describe, expect, it } from 'vitest';
import { QueuePace } from './queue-pace.ts';

describe('the pace of a queue', () => {
  it('is that of its answers while some wait', () => {
    const pace = new QueuePace();
    expect(pace.waitMs(100)).toBe(0);
    for (const [left, now] of [
      [3, 1000],
      [2, 1020],
      [1, 1040],
      [0, 1060],
    ] as const)
      pace.moved(left, now);
    expect(pace.waitMs(100)).toBeCloseTo(2000);
  });

  it('does not count the time in which nothing waited', () => {
    const pace = new QueuePace();
    pace.moved(1, 0);
    pace.moved(0, 10);
    pace.moved(1, 60_000);
    pace.moved(0, 60_010);
    expect(pace.waitMs(1)).toBeCloseTo(10);
  });

  it('follows a service that becomes slower', () => {
    const pace = new QueuePace();
    for (let at = 0; at < 100; at++) pace.moved(9, at * 10);
    for (let at = 0; at < 30; at++) pace.moved(9, 1000 + at * 100);
    expect(pace.waitMs(10)).toBeGreaterThan(900);
  });
});
