import { rmSync } from 'node:fs';
import type { TestPostgres } from '../../../test/postgres.ts';
import { startServe, temporaryFolder } from '../../processes.ts';
import type { Report, Size } from '../../section.ts';
import { callService, type Outcome, pause, waitFor } from '../call-service.ts';
import { startSlowProxy } from './slow-proxy.ts';
import {
  areDoneOrUnavailable,
  countReplies,
  getJob,
  isDone,
  isReady,
  isUnavailable,
  postEvent,
  postScreening,
  seconds,
} from './small-calls.ts';

const healthWithinMs = 500;
const sizes = {
  full: { awayMs: 20_000, queryMs: 500, requests: 60, hangMs: 20_000 },
  smoke: { awayMs: 2000, queryMs: 100, requests: 20, hangMs: 2500 },
} as const;

/** PostgreSQL away, slow, and hanging, under one `serve` that is never started again. */
export async function proveStoreTrouble(size: Size, report: Report, postgres: TestPostgres): Promise<void> {
  const folder = temporaryFolder('away');
  const address = new URL(postgres.url);
  const proxy = await startSlowProxy(address.hostname, Number(address.port));
  address.port = String(proxy.port);
  const serve = await startServe({
    DATABASE_URL: address.href,
    PANDECT_DATA_DIR: folder,
    PANDECT_STARTER_CORPUS: 'off',
  });
  try {
    const url = serve.url();
    const ground: Ground = { url, key: serve.key, report };
    const { awayMs, queryMs, requests, hangMs } = sizes[size];
    await proveAway(ground, postgres, awayMs);
    await proveSlow(ground, proxy.delay, queryMs, requests);
    await proveHanging(ground, proxy.delay, hangMs);
    report.check(
      'PostgreSQL away, slow and hanging: the server itself',
      serve.child.exitCode === null && serve.child.signalCode === null,
      serve.child.exitCode === null ? 'the same process throughout' : `ended: ${serve.err().slice(0, 300)}`,
      'never ends',
    );
  } finally {
    proxy.delay(0);
    serve.child.kill('SIGKILL');
    await serve.exited;
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ground {
  readonly url: string;
  readonly key: string;
  readonly report: Report;
}

async function proveAway(ground: Ground, postgres: TestPostgres, awayMs: number): Promise<void> {
  const { url, key, report } = ground;
  const what = `PostgreSQL killed and away for ${seconds(awayMs)}`;
  const { body } = await postScreening(url, key);
  postgres.kill('SIGKILL');
  const until = performance.now() + awayMs;
  const told = await waitFor(async () => (await readiness(url)) === 'store_away', 5000);
  report.check(
    `${what}: /readyz says store_away`,
    told !== undefined,
    `after ${seconds(told)}`,
    'within 5 s',
  );
  const outcomes: Outcome[] = [];
  const health: Outcome[] = [];
  while (performance.now() < until) {
    outcomes.push(await postEvent(url, key));
    health.push(await callService(url, 'GET', '/healthz'));
    await pause(100);
  }
  report.check(
    `${what}: requests`,
    outcomes.length > 0 && outcomes.every(isUnavailable),
    countReplies(outcomes),
    'a coded 503 with Retry-After',
  );
  checkHealth(report, what, health);
  await postgres.startAgain();
  await checkRecovery(ground, what);
  const final = await waitFor(
    async () => (await getJob(url, key, String(body.id))).body.status === 'succeeded',
    30_000,
  );
  report.check(
    `${what}: a job from before`,
    final !== undefined,
    `done ${seconds(final)} after it was back`,
    'within 30 s',
  );
}

async function proveSlow(
  ground: Ground,
  delay: (ms: number | 'hold') => void,
  queryMs: number,
  requests: number,
): Promise<void> {
  const { url, key, report } = ground;
  const what = `${queryMs} ms for each query`;
  delay(queryMs);
  const alone = await postEvent(url, key);
  report.check(
    `${what}: one request`,
    isDone(alone),
    `${alone.status} after ${seconds(alone.ms)}`,
    'answered',
  );
  const health: Outcome[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      health.push(await callService(url, 'GET', '/healthz'));
      await pause(50);
    }
  })();
  const outcomes = await Promise.all(Array.from({ length: requests }, () => postEvent(url, key)));
  isOver = true;
  await watching;
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  report.check(
    `${what}: ${requests} requests at once`,
    areDoneOrUnavailable(outcomes),
    `${countReplies(outcomes)}; the slowest after ${seconds(slowest)}`,
    'done, or a coded 503',
  );
  checkHealth(report, what, health);
  delay(0);
  await checkRecovery(ground, what);
}

async function proveHanging(
  ground: Ground,
  delay: (ms: number | 'hold') => void,
  hangMs: number,
): Promise<void> {
  const { url, key, report } = ground;
  const what = `PostgreSQL hanging for ${seconds(hangMs)} (connections open, no answers)`;
  await Promise.all(Array.from({ length: 5 }, () => postEvent(url, key)));
  delay('hold');
  const until = performance.now() + hangMs;
  const underWay = Array.from({ length: 20 }, () => postEvent(url, key));
  const told = await waitFor(async () => (await readiness(url)) === 'store_away', 5000);
  report.check(
    `${what}: /readyz says store_away`,
    told !== undefined,
    `after ${seconds(told)}`,
    'within 5 s',
  );
  const health: Outcome[] = [];
  while (performance.now() < until) {
    health.push(await callService(url, 'GET', '/healthz'));
    await pause(100);
  }
  checkHealth(report, what, health);
  delay(0);
  const outcomes = await Promise.all(underWay);
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  report.check(
    `${what}: requests`,
    areDoneOrUnavailable(outcomes),
    `${countReplies(outcomes)}; the slowest after ${seconds(slowest)}`,
    'done, or a coded 503',
  );
  await checkRecovery(ground, what);
}

async function readiness(url: string): Promise<unknown> {
  return (await callService(url, 'GET', '/readyz', { timeoutMs: 5000 })).body.status;
}

function checkHealth(report: Report, what: string, health: readonly Outcome[]): void {
  const slowest = Math.max(0, ...health.map(({ ms }) => ms));
  report.check(
    `${what}: /healthz`,
    health.length > 0 && health.every(({ status }) => status === 200) && slowest < healthWithinMs,
    `${health.length} asked, the slowest ${slowest.toFixed(0)} ms`,
    `200 within ${healthWithinMs} ms`,
  );
}

async function checkRecovery({ url, key, report }: Ground, what: string): Promise<void> {
  const ready = await waitFor(() => isReady(url), 15_000);
  const works = await waitFor(async () => isDone(await postEvent(url, key)), 15_000);
  report.check(
    `${what}: recovers by itself`,
    ready !== undefined && works !== undefined,
    `ready after ${seconds(ready)}, a request done ${seconds(works)} later`,
    'within 15 s',
  );
}
