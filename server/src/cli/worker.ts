import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { openStores } from '../services.ts';
import { startPool } from '../start-service.ts';
import { jobModule } from './job-module.ts';
import { UsageError } from './usage-error.ts';

/** `pandect worker`: the worker pool without the HTTP service. */
export async function work(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  if (config.workers === 0)
    throw new UsageError('PANDECT_WORKERS=0 leaves a worker nothing to work with. Set 1 or more.');
  if (!jobModule) throw new UsageError('this installation has no analysis to run yet.');
  const log = createLog(config.logLevel, 2);
  const stores = await openStores(config);
  const { threads, worker } = await startPool(stores, config.workers, jobModule, log);
  console.log(`Pandect worker is ready: ${config.workers} threads, ${jobModule.types.join(', ')}.`);

  const stop = async (signal: string) => {
    log.info({ signal }, 'draining');
    await worker.stop(config.shutdownSeconds * 1000);
    await threads.close();
    await stores.database.close();
    log.flush();
    process.exit(0);
  };
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));
}
