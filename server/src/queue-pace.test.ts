import { describe, expect, it } from 'vitest';
import { QueuePace } from './queue-pace.ts';

/** One that has given so many answers, each so many milliseconds after the last, while others waited. */
function paceOf(...runs: readonly (readonly [answers: number, msEach: number])[]): QueuePace {
  const pace = new QueuePace();
  let now = 0;
  pace.moved(9, now);
  for (const [answers, msEach] of runs) {
    for (let at = 0; at < answers; at++) {
      now += msEach;
      pace.moved(9, now);
    }
  }
  return pace;
}

describe('the pace of a queue', () => {
  it('lets 256 wait where nothing is known, and where answers come fast', () => {
    for (const pace of [new QueuePace(), paceOf([100, 10])]) {
      expect([255, 256].map((queued) => pace.isTooLong(queued))).toEqual([false, true]);
    }
  });

  it('lets in only who would wait five seconds at most', () => {
    const pace = paceOf([100, 50]);
    expect([100, 101].map((queued) => pace.isTooLong(queued))).toEqual([false, true]);
  });

  it('always lets a few wait, however slow an answer was', () => {
    const pace = paceOf([1, 20_000]);
    expect([31, 32].map((queued) => pace.isTooLong(queued))).toEqual([false, true]);
  });

  it('follows a service that becomes slower, and one that recovers', () => {
    expect(paceOf([100, 10], [30, 100]).isTooLong(60)).toBe(true);
    expect(paceOf([100, 10], [30, 100], [40, 10]).isTooLong(60)).toBe(false);
  });

  it('does not count the time in which nothing waited', () => {
    const pace = new QueuePace();
    pace.moved(1, 0);
    pace.moved(0, 10);
    pace.moved(1, 60_000);
    pace.moved(0, 60_010);
    expect(pace.isTooLong(255)).toBe(false);
  });
});
