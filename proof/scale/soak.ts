import { loadMix } from '../../bench/load-mix.ts';
import { pacedLoad } from '../../bench/paced-load.ts';
import { percentile } from '../../bench/percentile.ts';
import type { Section } from '../section.ts';
import { withCleanUp } from './clean-up.ts';
import { type MemorySample, slopePerMinute, watchMemory } from './memory-watch.ts';
import { startWarm } from './warm-up.ts';

/** Of the capacity. */
const share = 0.3;
/** Of the time: caches fill and the heap finds its size. */
const warmUpShare = 0.2;
/** A leak of 1 kB a request would show as far more than this. */
const maxSlopeMb = 2;

export const soak: Section = {
  name: 'soak',
  title: 'Ten minutes of the mix at a moderate rate',
  run: (size, report) =>
    withCleanUp(async (cleanUp) => {
      const isFull = size === 'full';
      const { service, headers, capacity } = await startWarm(size, cleanUp);
      const perSecond = capacity * share;
      const seconds = isFull ? 600 : 5;
      const memory = watchMemory(service, isFull ? 1000 : 100);
      const result = await pacedLoad({
        url: service.url,
        headers,
        calls: loadMix,
        perSecond,
        seconds,
        connections: 200,
      });
      const samples = memory();
      const times = result.accepted.map(({ ms }) => ms);
      const failed = result.sent - result.accepted.length + result.notSent;
      report.check(
        `${seconds} s at ${perSecond.toFixed(0)} requests/s, ${(share * 100).toFixed(0)} % of the capacity`,
        failed === 0,
        `${result.accepted.length} answered, ${failed} failed; p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
        'none fails',
      );
      const warm = samples.filter(({ atMs }) => atMs >= seconds * 1000 * warmUpShare);
      const third = Math.floor(warm.length / 3);
      const first = medianMb(warm.slice(0, third));
      const last = medianMb(warm.slice(-third));
      const slope = slopePerMinute(warm);
      const figure = `${slope.toFixed(2)} MB per minute; median of the first third ${first} MB, of the last ${last} MB`;
      if (isFull)
        report.check(
          'memory after the warm-up',
          slope <= maxSlopeMb,
          figure,
          `at most ${maxSlopeMb} MB per minute`,
        );
      else {
        report.tell('memory after the warm-up', figure);
        report.note('Some seconds say nothing of a leak: the slope is promised of the full size only.');
      }
    }),
};

function medianMb(samples: readonly MemorySample[]): number {
  return percentile(
    samples.map(({ mb }) => mb),
    0.5,
  );
}
