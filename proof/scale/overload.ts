import { loadMix } from '../../bench/load-mix.ts';
import { type PacedResult, pacedLoad } from '../../bench/paced-load.ts';
import { percentile } from '../../bench/percentile.ts';
import type { Section } from '../section.ts';
import { withCleanUp } from './clean-up.ts';
import { watchMemory } from './memory-watch.ts';
import { startWarm } from './warm-up.ts';

/** Times the capacity. */
const excess = 10;
/** As the proxies before a service would keep them. */
const connections = 1000;
/** Of the capacity: what the service answers at leisure. */
const lightShare = 0.25;
/** What the queues and buffers of refused work may take beside the process at work. */
const maxGrowthMb = 400;
/** What would wait more than half as long is refused; the rest is for the requests before it. */
const maxAcceptedMs = 10_000;
const maxRecoveryMs = 20_000;

export const overload: Section = {
  name: 'overload',
  title: 'Ten times more than it can do',
  run: (size, report) =>
    withCleanUp(async (cleanUp) => {
      const isFull = size === 'full';
      const { service, headers, capacity, failed } = await startWarm(size, cleanUp);
      report.check(
        'capacity: 16 clients, each with its next request after the last answer',
        failed === 0,
        `${capacity.toFixed(0)} requests/s, ${failed} failed`,
        'none fails',
      );

      const paced = { url: service.url, headers, calls: loadMix, connections };
      const light = { ...paced, perSecond: capacity * lightShare, seconds: isFull ? 5 : 1 };
      const before = await pacedLoad(light);
      const normalP95 = p95Of(before);
      const restMb = service.memoryMb();
      const memory = watchMemory(service, 250);
      const seconds = isFull ? 20 : 4;
      const flood = pacedLoad({ ...paced, perSecond: capacity * excess, seconds });
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      // From the moment the flood ends, while what it left is still being answered.
      const bound = normalP95 * 3 + 50;
      const recoveredMs = await recovery(light, bound);
      const flooded = await flood;
      const peakMb = Math.max(...memory().map(({ mb }) => mb));

      const offered = (flooded.sent + flooded.notSent) / flooded.seconds;
      report.tell(
        `arrivals at ${excess} times the capacity for ${seconds} s`,
        `${offered.toFixed(0)} requests/s due, ${flooded.sent} sent, ${flooded.accepted.length} accepted (${(flooded.accepted.length / flooded.seconds).toFixed(0)}/s), ${flooded.refusedMs.length} refused`,
      );
      report.note(`${connections} connections, opened before; the client shares the cores with the service.`);
      if (flooded.notSent > 0)
        report.note(
          `${flooded.notSent} arrivals of the overload were due while every connection had an unanswered request; they were not sent.`,
        );
      const statuses = [...flooded.statuses].filter(([status]) => status >= 400);
      const strange = statuses.filter(([status]) => status !== 503 && status !== 429);
      const broken = [...flooded.errors].map(([error, count]) => `${count} ${error}`);
      report.check(
        'what is too much is refused',
        flooded.refusedMs.length > 0 &&
          strange.length === 0 &&
          flooded.refusedWithoutRetryAfter === 0 &&
          broken.length === 0,
        `${statuses.map(([status, count]) => `${count} times ${status}`).join(', ')}; ${flooded.refusedWithoutRetryAfter} without Retry-After; connections broken: ${broken.join(', ') || 'none'}`,
        '503 or 429 with Retry-After, and nothing else',
      );
      report.tell(
        'how fast a refusal comes',
        `p50 ${percentile(flooded.refusedMs, 0.5).toFixed(0)} ms, p99 ${percentile(flooded.refusedMs, 0.99).toFixed(0)} ms`,
      );
      const times = flooded.accepted.map(({ ms }) => ms);
      const p99 = percentile(times, 0.99);
      report.check(
        'accepted requests during the overload',
        times.length > 0 && p99 <= maxAcceptedMs,
        `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
        `p99 within ${maxAcceptedMs / 1000} s`,
      );
      report.check(
        'memory',
        peakMb <= restMb + maxGrowthMb,
        `${restMb} MB before, at most ${peakMb} MB`,
        `at most ${maxGrowthMb} MB more`,
      );
      report.check(
        'back to normal after the overload',
        recoveredMs !== undefined,
        recoveredMs === undefined
          ? `not within ${maxRecoveryMs / 1000} s`
          : `p95 under ${bound.toFixed(0)} ms again and nothing refused ${(recoveredMs / 1000).toFixed(0)} s after its end (${normalP95.toFixed(0)} ms before)`,
        `within ${maxRecoveryMs / 1000} s, nothing restarted`,
      );
    }),
};

function p95Of({ accepted }: PacedResult): number {
  return percentile(
    accepted.map(({ ms }) => ms),
    0.95,
  );
}

/** Asks at leisure, second by second, until one of them is as it was; undefined where none is. */
async function recovery(
  light: Parameters<typeof pacedLoad>[0],
  boundMs: number,
): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < maxRecoveryMs) {
    const startedMs = performance.now() - began;
    const result = await pacedLoad({ ...light, seconds: 1 });
    const isWhole = result.accepted.length === result.sent && result.sent > 0;
    if (isWhole && p95Of(result) <= boundMs) return startedMs;
  }
  return undefined;
}
