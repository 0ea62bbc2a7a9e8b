import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { loadConsole } from './console-files.ts';
import { Catalog, followCorpus } from './corpus/catalog.ts';
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

/** Starts the HTTP service and, unless told otherwise, its worker pool. */
export async function startService(config: Config, log: Log): Promise<RunningService> {
  const unlock = config.databaseUrl === undefined ? holdServeLock(config.dataDir) : () => {};
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
    const firstKey = await ensureFirstKey(stores.teams);
    const parts = await createHttpParts(stores, config);
    const metrics = createMetrics({
      runningJobs: () => stores.jobs.countRunning(),
      queryLoad: () => retrieval?.load() ?? 0,
      embedding: () => retrieval?.progress() ?? { embedded: 0, total: 0 },
    });
    const catalog = new Catalog(stores.corpus, nowSeconds);
    await catalog.refresh();
    const readiness: Readiness = { state: 'starting', lastRequestMs: 0 };
    const search = createRetrieval(config, stores.corpus, log);
    retrieval = search;
    let analysis: Promise<RunningAnalysis> | undefined;
    // Started after the port is open, or by the first request that needs it: a start does not wait for its threads.
    const openAnalysis = () => {
      analysis ??= import('./start-analysis.ts').then(({ startAnalysis }) =>
        startAnalysis({ threads: config.workers, corpus: stores.corpus, catalog }),
      );
      return analysis;
    };
    let worker: RunningWorker | undefined;
    const app = buildApp({
      ...parts,
      catalog,
      search: { run: search.run, precision: config.rerank },
      wikis: await loadWikis(),
      assessRisk: async (input) => (await openAnalysis()).assessRisk(input),
      wakeWorker: () => worker?.wake(),
      readiness,
      metrics,
      log,
      version,
      loadConsole,
    });
    const stopSweeping = startSweeping(stores.database, log);
    const stopFollowing = followCorpus(catalog, stores.corpus, (error) =>
      log.warn({ err: error }, 'the store does not answer; the catalog stays as it is'),
    );
    await app.listen({ host: config.host, port: config.port });
    readiness.state = 'ready';
    search.start();
    const workerStarted =
      config.workers > 0
        ? openAnalysis().then(async ({ processor }) => {
            const { startJobWorker } = await import('./start-analysis.ts');
            worker = startJobWorker(stores.jobs, processor, config.workers, log, metrics.observeJob);
          })
        : undefined;
    workerStarted?.catch((error: unknown) => log.error({ err: error }, 'no job can be worked on'));

    return {
      url: urlOf(config.host, app.server.address()),
      firstKey,
      stores,
      async stop() {
        readiness.state = 'draining';
        stopSweeping();
        stopFollowing();
        const graceMs = config.shutdownSeconds * 1000;
        await Promise.allSettled([workerStarted]);
        const workerStopped = worker?.stop(graceMs);
        await quietMoment(readiness, graceMs);
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
