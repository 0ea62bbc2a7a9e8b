import { readConfig } from '../config.ts';
import { Catalog, followCorpus } from '../corpus/catalog.ts';
import { createLog } from '../log.ts';
import { nowSeconds, openStores } from '../services.ts';
import { analysisJobTypes, startAnalysis, startJobWorker } from '../start-analysis.ts';
import { UsageError } from './usage-error.ts';

/** `pandect worker`: the worker pool without the HTTP service. */
export async function work(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  if (config.workers === 0)
    throw new UsageError('PANDECT_WORKERS=0 leaves a worker nothing to work with. Set 1 or more.');
  const log = createLog(config.logLevel, 2);
  const stores = await openStores(config);
  const catalog = new Catalog(stores.corpus, nowSeconds);
  await catalog.refresh();
  const stopFollowing = followCorpus(catalog, stores.corpus, (error) =>
    log.warn({ err: error }, 'the store does not answer; the catalog stays as it is'),
  );
  const analysis = startAnalysis({
    threads: config.workers,
    readsMeaning: config.meaning,
    corpus: stores.corpus,
    catalog,
  });
  const worker = startJobWorker(stores.jobs, analysis.processor, config.workers, log);
  console.log(`Pandect worker is ready: ${config.workers} threads, ${analysisJobTypes.join(', ')}.`);

  const stop = async (signal: string) => {
    log.info({ signal }, 'draining');
    await worker.stop(config.shutdownSeconds * 1000);
    stopFollowing();
    await analysis.stop();
    await stores.database.close();
    log.flush();
    process.exit(0);
  };
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));
}
