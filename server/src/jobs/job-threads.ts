import { Piscina } from 'piscina';
import type { JobProcessor } from './run-worker.ts';

/**
 * Runs jobs in worker threads, so that no analysis holds up the event loop. The module's default export
 * takes `{ type, input }` and returns the result as JSON text.
 */
export interface JobThreads extends JobProcessor {
  /** Runs one job at once, ahead of the queue: for answers given within the request. */
  run(type: string, input: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export function createJobThreads(options: {
  readonly module: URL;
  readonly types: readonly string[];
  readonly threads: number;
  /** Read by the module as piscina's `workerData`. */
  readonly settings?: unknown;
}): JobThreads {
  const pool = new Piscina<{ type: string; input: string }, string>({
    filename: options.module.href,
    minThreads: options.threads,
    maxThreads: options.threads,
    workerData: options.settings,
  });
  const run = (type: string, input: string, signal?: AbortSignal) =>
    pool.run({ type, input }, signal ? { signal } : {});
  return {
    types: options.types,
    process: (job, signal) => run(job.type, job.input, signal),
    run,
    close: () => pool.destroy(),
  };
}
