import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { Catalog, followCorpus } from './corpus/catalog.ts';
import type { buildApp } from './http/app.ts';
import type { Caller } from './http/caller.ts';
import type { Readiness } from './http/routes/operations.ts';
import type { JobThreads } from './jobs/job-threads.ts';
import type { RunningWorker } from './jobs/run-worker.ts';
import type { Log } from './log.ts';
import {
  ensureFirstKey,
  nowSeconds,
  openStores,
  type Stores,
  startSweeping,
  workerName,
} from './services.ts';
import { ensureStarterCorpus, loadWikis, seedNewStore } from './starter-corpus.ts';
import { holdServeLock } from './store/serve-lock.ts';
import { version } from './version.ts';

/** Where the work of jobs is: a module for the worker threads, and the job types it knows. */
export interface JobModule {
  readonly module: URL;
  readonly types: readonly string[];
}

export interface RunningService {
  readonly url: string;
  /** Set on the very first start of an installation only. */
  readonly firstKey: string | undefined;
  readonly stores: Stores;
  /** Lets requests and jobs finish, gives leases back, closes the store. */
  stop(): Promise<void>;
}

/** Starts the HTTP service and, unless told otherwise, its worker pool. */
export async function startService(
  config: Config,
  log: Log,
  jobModule: JobModule | undefined,
): Promise<RunningService> {
  const { app, readiness, ...service } = await openService(config, log, jobModule);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await service.stop();
    throw error;
  }
  readiness.state = 'ready';
  return { ...service, url: urlOf(config.host, app.server.address()) };
}

/** Who calls where nobody listens: a command of this machine, on its own data. */
export interface InProcessCaller {
  readonly secret: string;
  readonly caller: Caller;
}

export interface OpenService extends Omit<RunningService, 'url'> {
  readonly app: ReturnType<typeof buildApp>;
  readonly readiness: Readiness;
}

/**
 * The whole service but for the port. With `inProcess` it stands beside a server on the same data: it takes
 * no lock, makes no first key, counts no rates, and starts its workers when there is work for them.
 */
export async function openService(
  config: Config,
  log: Log,
  jobModule: JobModule | undefined,
  inProcess?: InProcessCaller,
): Promise<OpenService> {
  const locked = config.databaseUrl === undefined && !inProcess;
  const unlock = locked ? holdServeLock(config.dataDir) : () => {};
  try {
    if (config.starterCorpus && config.databaseUrl === undefined) await seedNewStore(config.dataDir);
    const stores = await openStores(config);
    // Loaded while the store's writer thread starts: together they are most of a cold start.
    const [{ buildApp }, { createMetrics }, { createHttpParts }] = await Promise.all([
      import('./http/app.ts'),
      import('./http/metrics.ts'),
      import('./http-parts.ts'),
    ]);
    if (config.starterCorpus) await ensureStarterCorpus(stores.corpus);
    const firstKey = inProcess ? undefined : await ensureFirstKey(stores.teams);
    const parts = await createHttpParts(stores, inProcess ? { ...config, rateLimits: {} } : config);
    const metrics = createMetrics({ runningJobs: () => stores.jobs.countRunning() });
    let pool: ReturnType<typeof startPool> | undefined;
    const workers = async () => {
      if (jobModule && config.workers > 0)
        pool ??= startPool(stores, config.workers, jobModule, log, metrics.observeJob);
      return pool;
    };
    if (!inProcess) await workers();
    const catalog = new Catalog(stores.corpus, nowSeconds);
    await catalog.refresh();
    const readiness: Readiness = { state: 'starting', lastRequestMs: 0 };
    const app = buildApp({
      ...parts,
      credentials: { ...parts.credentials, ...(inProcess && { inProcess }) },
      catalog,
      wikis: await loadWikis(),
      canScreen: jobModule?.types.includes('screen_analysis') ?? false,
      wakeWorker: () =>
        void workers().then(
          (running) => running?.worker.wake(),
          (error: unknown) => log.error({ err: error }, 'the worker threads do not start'),
        ),
      readiness,
      metrics,
      log,
      version,
      loadMcp: async (callApi) => {
        const { createMcpEndpoint } = await import('./mcp/serve-http.ts');
        const onError = (error: Error) => log.warn({ err: error }, 'mcp');
        return createMcpEndpoint({ callApi, version, onError });
      },
    });
    const stopSweeping = startSweeping(stores.database, log);
    const stopFollowing = followCorpus(catalog, stores.corpus, (error) =>
      log.warn({ err: error }, 'the store does not answer; the catalog stays as it is'),
    );

    return {
      app,
      readiness,
      firstKey,
      stores,
      async stop() {
        readiness.state = 'draining';
        stopSweeping();
        stopFollowing();
        const graceMs = inProcess ? 0 : config.shutdownSeconds * 1000;
        const running = await pool;
        const workerStopped = running?.worker.stop(graceMs);
        await quietMoment(readiness, graceMs);
        await Promise.all([app.close(), workerStopped]);
        await running?.threads.close();
        await stores.database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Threads for the work and a worker that claims it, as `serve` and `pandect worker` both have. */
export async function startPool(
  stores: Stores,
  threadCount: number,
  jobModule: JobModule,
  log: Log,
  observeJob: (type: string, outcome: string, seconds: number) => void = () => {},
): Promise<{ readonly threads: JobThreads; readonly worker: RunningWorker }> {
  const [{ createJobThreads }, { startWorker }] = await Promise.all([
    import('./jobs/job-threads.ts'),
    import('./jobs/run-worker.ts'),
  ]);
  const threads = createJobThreads({ ...jobModule, threads: threadCount });
  const worker = startWorker({
    owner: workerName(),
    store: stores.jobs,
    processor: threads,
    concurrency: threadCount,
    nowMs: Date.now,
    log: {
      jobDone: ({ error, ...done }) => {
        observeJob(done.type, done.outcome, done.ms / 1000);
        log.info({ ...done, ...(error !== undefined && { err: error }) }, 'job');
      },
      storeAway: (error) => log.warn({ err: error }, 'the store does not answer; the worker tries again'),
    },
  });
  return { threads, worker };
}

/**
 * Connections that are open or being opened when the signal comes may still carry requests: they are
 * answered, with `Connection: close`, until none has come for a moment. Only then is the port closed.
 */
async function quietMoment(readiness: Readiness, graceMs: number): Promise<void> {
  const quietMs = 200;
  const signalled = performance.now();
  for (;;) {
    const now = performance.now();
    const quietFor = now - Math.max(signalled, readiness.lastRequestMs);
    if (quietFor >= quietMs || now - signalled >= graceMs) return;
    await new Promise((resolve) => setTimeout(resolve, quietMs - quietFor));
  }
}

function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
