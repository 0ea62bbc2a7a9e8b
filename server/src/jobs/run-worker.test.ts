import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../test/postgres.ts';
import { openStores, type Stores } from '../services.ts';
import { createJobThreads, type JobThreads } from './job-threads.ts';
import {
  analysisFailed,
  type JobProcessor,
  leaseMs,
  type RunningWorker,
  startWorker,
  type WorkerLog,
} from './run-worker.ts';

const kinds = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

describe.each(kinds)('worker on %s', (kind) => {
  let folder: string;
  let stores: Stores;
  let threads: JobThreads;
  const workers: RunningWorker[] = [];
  const done: Parameters<WorkerLog['jobDone']>[0][] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-worker-'));
    const databaseUrl =
      kind === 'postgres'
        ? await createDatabase(inject('postgresUrl'), `w_${ulid().toLowerCase()}`)
        : undefined;
    stores = await openStores({ dataDir: folder, databaseUrl, databasePool: 5 });
    threads = createJobThreads({
      module: new URL('../../../test/fixtures/job-work.ts', import.meta.url),
      threads: 2,
    });
    done.length = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
    await threads.close();
    await stores.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const submit = async (text: string) => {
    const id = `job_${ulid()}`;
    await stores.jobs.addJob({
      id,
      teamId: 'default',
      keyId: 'key_x',
      type: 'screen_analysis',
      triggerType: 'manual',
      input: JSON.stringify({ text }),
      createdAt: Math.floor(Date.now() / 1000),
    });
    return id;
  };
  const inThreads: JobProcessor = {
    types: ['screen_analysis'],
    process: (job, signal) => threads.run(job.type, job.input, signal),
  };
  const start = (owner: string, processor = inThreads) => {
    const worker = startWorker({
      owner,
      store: stores.jobs,
      processor,
      concurrency: 2,
      nowMs: Date.now,
      log: { jobDone: (report) => done.push(report), storeAway: () => {} },
    });
    workers.push(worker);
    return worker;
  };
  const statusOf = async (id: string) => (await stores.jobs.findJob('default', id))?.status;
  const claim = (owner: string, nowMs: number, maxAttempts = 3) =>
    stores.jobs.claimJobs({
      owner,
      types: ['screen_analysis'],
      count: 10,
      nowMs,
      leaseMs,
      maxAttempts,
      exhausted: analysisFailed,
    });

  it('finishes what is submitted, several at a time, without holding up the event loop', async () => {
    start('a');
    const ids = await Promise.all(Array.from({ length: 6 }, () => submit('spin 150')));
    let longestGap = 0;
    let last = performance.now();
    const ticking = setInterval(() => {
      longestGap = Math.max(longestGap, performance.now() - last);
      last = performance.now();
    }, 5);
    await expect
      .poll(async () => (await Promise.all(ids.map(statusOf))).join(), { timeout: 10_000 })
      .toBe(Array(6).fill('succeeded').join());
    clearInterval(ticking);
    expect(longestGap).toBeLessThan(140);
  });

  it('tries a failing job three times, then fails it with words that help', async () => {
    start('a');
    const id = await submit('fail');
    await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('failed');
    expect((await stores.jobs.findJob('default', id))?.error).toEqual(analysisFailed);
    expect(done.map((report) => report.outcome)).toEqual(['retried', 'retried', 'failed']);
  });

  it('two workers never do the same job', async () => {
    start('a');
    start('b');
    const ids = await Promise.all(Array.from({ length: 30 }, () => submit('quick')));
    await expect
      .poll(async () => (await Promise.all(ids.map(statusOf))).every((s) => s === 'succeeded'), {
        timeout: 10_000,
      })
      .toBe(true);
    expect(done.map((report) => report.jobId).sort()).toEqual([...ids].sort());
  });

  it('a lease that runs out is claimed again, and the late owner can no longer finish', async () => {
    const id = await submit('quick');
    const now = Date.now();
    expect(await claim('dead', now)).toMatchObject([{ id, attempt: 1 }]);
    expect(await claim('alive', now + leaseMs - 1)).toEqual([]);
    expect(await claim('alive', now + leaseMs)).toMatchObject([{ id, attempt: 2 }]);
    const late = { status: 'succeeded', result: '"late"' } as const;
    expect(await stores.jobs.finishJob('dead', id, late, 1)).toBe(false);
    const good = { status: 'succeeded', result: '"good"' } as const;
    expect(await stores.jobs.finishJob('alive', id, good, 2)).toBe(true);
    expect(await stores.jobs.finishJob('alive', id, late, 3)).toBe(false);
    expect((await stores.jobs.findJob('default', id))?.result).toBe('"good"');
  });

  it('a job whose workers keep dying is failed after its last attempt', async () => {
    const id = await submit('quick');
    let now = Date.now();
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await claim('dead', now)).toHaveLength(1);
      now += leaseMs;
    }
    expect(await claim('alive', now)).toEqual([]);
    expect(await statusOf(id)).toBe('failed');
  });

  it('a clock that jumped back does not hold a lease for an hour', async () => {
    const id = await submit('quick');
    const now = Date.now();
    await claim('before', now + 3_600_000);
    expect(await claim('after', now)).toMatchObject([{ id }]);
  });

  it('stopping gives unfinished work back at once, its attempt not counted', async () => {
    const begun = Promise.withResolvers<void>();
    const endless = {
      types: ['screen_analysis'],
      process: () => {
        begun.resolve();
        return new Promise<string>(() => {});
      },
    };
    const worker = start('a', endless);
    const id = await submit('endless');
    worker.wake();
    await begun.promise;
    await worker.stop(100);
    workers.length = 0;
    expect(await claim('next', Date.now())).toMatchObject([{ id, attempt: 1 }]);
  });
});
