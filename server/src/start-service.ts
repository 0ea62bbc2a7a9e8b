import { type AddressInfo, Server } from 'node:net';
import type { Config } from './config.ts';
import { loadConsole } from './console-files.ts';
import { Catalog, followCorpus } from './corpus/catalog.ts';
import type { buildApp } from './http/app.ts';
import type { Caller } from './http/caller.ts';
import type { Readiness } from './http/routes/operations.ts';
import type { RunningWorker } from './jobs/run-worker.ts';
import type { Log } from './log.ts';
import { ensureFirstKey, nowSeconds, openStores, type Stores, startSweeping } from './services.ts';
import type { RunningAnalysis } from './start-analysis.ts';
import { createRetrieval, type RunningRetrieval } from './start-retrieval.ts';
import { ensureStarterCorpus, loadWikis, seedDataFolder } from './starter-corpus.ts';
import { holdServeLock } from './store/serve-lock.ts';
import { version } from './version.ts';

export interface RunningService {
  readonly url: string;
  /** Set on the very first start of an installation only. */
  readonly firstKey: string | undefined;
  readonly stores: Stores;
  /** Lets requests and jobs finish, gives leases back, closes the store. */
  stop(): Promise<void>;
}

/**
 * Connections the system may hold for a busy moment; it may allow fewer. Node's own 511 is less than a burst of clients
 * brings: past it, connections are delayed by seconds or reset. Range 511 to 65,535.
 */
const backlog = 4096;

/** Starts the HTTP service and, unless told otherwise, its worker pool. */
export async function startService(config: Config, log: Log): Promise<RunningService> {
  const { app, readiness, startThreads, ...service } = await openService(config, log);
  try {
    await app.listen({ host: config.host, port: config.port, backlog });
  } catch (error) {
    await service.stop();
    throw error;
  }
  readiness.state = 'ready';
  startThreads();
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
  /** Those of queries and of jobs; left to the first request that needs them where nobody calls this. */
  readonly startThreads: () => void;
}

/**
 * The whole service but for the port. With `inProcess` it stands beside a server on the same data: it takes
 * no lock, makes no first key and counts no rates.
 */
export async function openService(
  config: Config,
  log: Log,
  inProcess?: InProcessCaller,
): Promise<OpenService> {
  const locked = config.databaseUrl === undefined && !inProcess;
  const unlock = locked ? holdServeLock(config.dataDir) : () => {};
  let retrieval: RunningRetrieval | undefined;
  try {
    if (config.starterCorpus) await seedDataFolder(config.dataDir, config.databaseUrl === undefined);
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
    const metrics = createMetrics({
      runningJobs: () => stores.jobs.countRunning(),
      queryLoad: () => retrieval?.load() ?? 0,
      embedding: () => retrieval?.progress() ?? { embedded: 0, total: 0 },
    });
    const catalog = new Catalog(stores.corpus, nowSeconds);
    await catalog.refresh();
    const readiness: Readiness = { state: 'starting', lastRequestMs: 0 };
    const searching = createRetrieval(config, stores.corpus, log);
    retrieval = searching;
    let analysis: Promise<RunningAnalysis> | undefined;
    // Started after the port is open, or by the first request that needs it: a start does not wait for its threads.
    const openAnalysis = () => {
      analysis ??= import('./start-analysis.ts').then(({ startAnalysis }) =>
        startAnalysis({
          threads: config.workers,
          readsMeaning: config.meaning,
          corpus: stores.corpus,
          catalog,
        }),
      );
      return analysis;
    };
    let worker: RunningWorker | undefined;
    let workerStarted: Promise<void> | undefined;
    const startJobs = () => {
      if (config.workers === 0) return;
      workerStarted ??= openAnalysis().then(async ({ processor }) => {
        const { startJobWorker } = await import('./start-analysis.ts');
        worker = startJobWorker(stores.jobs, processor, config.workers, log, metrics.observeJob);
      });
      workerStarted.catch((error: unknown) => log.error({ err: error }, 'no job can be worked on'));
    };
    const app = buildApp({
      ...parts,
      credentials: { ...parts.credentials, ...(inProcess && { inProcess }) },
      catalog,
      search: { run: searching.run, precision: config.rerank },
      wikis: await loadWikis(),
      assessRisk: async (input) => (await openAnalysis()).assessRisk(input),
      wakeWorker: () => (worker ? worker.wake() : startJobs()),
      readiness,
      metrics,
      log,
      version,
      loadConsole,
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
      startThreads() {
        searching.start();
        startJobs();
      },
      firstKey,
      stores,
      async stop() {
        readiness.state = 'draining';
        stopSweeping();
        stopFollowing();
        const graceMs = inProcess ? 0 : config.shutdownSeconds * 1000;
        await Promise.allSettled([workerStarted]);
        const workerStopped = worker?.stop(graceMs);
        await quietMoment(readiness, graceMs);
        await closePort(app.server);
        await quietMoment(readiness, Math.min(graceMs, lastCallMs));
        await Promise.all([app.close(), workerStopped]);
        await Promise.all([analysis?.then((running) => running.stop()), retrieval?.stop()]);
        await stores.database.close();
        unlock();
      },
    };
  } catch (error) {
    await retrieval?.stop();
    unlock();
    throw error;
  }
}

/** How long connections that were open when the port closed may still bring requests. */
const lastCallMs = 1000;

/**
 * Takes no more connections and leaves the open ones be: Node's own `close` would also end those whose request is on
 * its way. After a whole turn of the event loop, which accepts all that wait: whoever waits longer is reset.
 */
async function closePort(server: Server): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (server.listening) Server.prototype.close.call(server);
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
