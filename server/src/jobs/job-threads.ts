import { Piscina } from 'piscina';

/**
 * Runs the work of jobs in threads, so that no analysis holds up the event loop. The module's default export takes
 * `{ type, input }` and returns the result as JSON text.
 */
export interface JobThreads {
  run(type: string, input: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export function createJobThreads(options: {
  readonly module: URL;
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
  return {
    run: (type, input, signal) => pool.run({ type, input }, signal ? { signal } : {}),
    close: () => pool.destroy(),
  };
}
