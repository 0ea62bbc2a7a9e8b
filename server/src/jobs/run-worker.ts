import type { ClaimedJob, JobFailure, JobOutcome, JobStore } from './job.ts';

/** What does the work of a job; it runs off the event loop. */
export interface JobProcessor {
  readonly types: readonly string[];
  /** Returns the result as JSON text; a rejection is retried, then fails the job. */
  process(job: ClaimedJob, signal: AbortSignal): Promise<string>;
}

export interface WorkerLog {
  jobDone(done: {
    readonly jobId: string;
    readonly type: string;
    readonly attempt: number;
    readonly outcome: 'succeeded' | 'failed' | 'retried' | 'lost' | 'released';
    readonly ms: number;
    readonly error?: unknown;
  }): void;
  storeAway(error: unknown): void;
}

/** A crash is noticed when the lease runs out, so this bounds how long a killed worker's job waits. */
export const leaseMs = 10_000;
/** Three beats fit in a lease: one may be lost to a slow store. */
const heartbeatMs = 3_000;
/** Work submitted to this process wakes the worker at once; polling is for work from other processes. */
const pollMs = 500;
export const maxAttempts = 3;

/** Shown to clients when a job cannot be completed. */
export const analysisFailed: JobFailure = {
  code: 'analysis_failed',
  message: 'The analysis could not be completed. Submit the same content again; nothing was charged twice.',
};

export interface RunningWorker {
  /** Looks for work now instead of at the next poll. */
  wake(): void;
  /** Takes no more work, lets what runs finish for `graceMs`, gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

export function startWorker(parts: {
  readonly owner: string;
  readonly store: JobStore;
  readonly processor: JobProcessor;
  readonly concurrency: number;
  readonly nowMs: () => number;
  readonly log: WorkerLog;
}): RunningWorker {
  const { owner, store, processor, concurrency, nowMs, log } = parts;
  const active = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  let stopping = false;
  let alarm = Promise.withResolvers<void>();

  async function claimForever(): Promise<void> {
    while (!stopping) {
      alarm = Promise.withResolvers<void>();
      const claimed = await claim();
      for (const job of claimed) active.set(job.id, begin(job));
      const mayBeMore = claimed.length > 0 && active.size < concurrency;
      if (!mayBeMore) await Promise.race([alarm.promise, pause(pollMs)]);
    }
  }

  async function claim(): Promise<readonly ClaimedJob[]> {
    const count = concurrency - active.size;
    if (count <= 0 || processor.types.length === 0) return [];
    try {
      return await store.claimJobs({
        owner,
        types: processor.types,
        count,
        nowMs: nowMs(),
        leaseMs,
        maxAttempts,
        exhausted: analysisFailed,
      });
    } catch (error) {
      log.storeAway(error);
      return [];
    }
  }

  function begin(job: ClaimedJob) {
    const abort = new AbortController();
    const done = work(job, abort.signal).finally(() => {
      active.delete(job.id);
      alarm.resolve();
    });
    return { abort, done };
  }

  async function work(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const startedMs = nowMs();
    const report = (outcome: Parameters<WorkerLog['jobDone']>[0]['outcome'], error?: unknown) =>
      log.jobDone({
        jobId: job.id,
        type: job.type,
        attempt: job.attempt,
        outcome,
        ms: nowMs() - startedMs,
        ...(error !== undefined && { error }),
      });
    let outcome: JobOutcome;
    let failure: unknown;
    try {
      outcome = { status: 'succeeded', result: await processor.process(job, signal) };
    } catch (error) {
      if (signal.aborted) return report(stopping ? 'released' : 'lost');
      failure = error;
      outcome = { status: 'failed', error: analysisFailed };
    }
    try {
      if (outcome.status === 'failed' && job.attempt < maxAttempts) {
        await store.retryJob(owner, job.id, nowMs() + 250 * job.attempt);
        return report('retried', failure);
      }
      const mine = await store.finishJob(owner, job.id, outcome, Math.floor(nowMs() / 1000));
      report(mine ? outcome.status : 'lost', failure);
    } catch (error) {
      // The lease runs out and the job is done again: the same text gives the same result.
      log.storeAway(error);
    }
  }

  async function beat(): Promise<void> {
    const held = [...active.keys()];
    if (held.length === 0) return;
    try {
      const kept = new Set(await store.extendLeases(owner, held, nowMs() + leaseMs));
      for (const jobId of held) if (!kept.has(jobId)) active.get(jobId)?.abort.abort();
    } catch (error) {
      log.storeAway(error);
    }
  }

  const claiming = claimForever();
  const heart = setInterval(() => void beat(), heartbeatMs);

  return {
    wake: () => alarm.resolve(),
    async stop(graceMs) {
      stopping = true;
      alarm.resolve();
      await claiming;
      const all = Promise.all([...active.values()].map(({ done }) => done));
      await Promise.race([all, pause(graceMs)]);
      clearInterval(heart);
      const left = [...active.keys()];
      for (const { abort } of active.values()) abort.abort();
      if (left.length > 0) await store.releaseJobs(owner, left);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
