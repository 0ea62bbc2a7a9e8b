import { readConfig } from '../config.ts';
import { loadConsole } from '../console-files.ts';
import { createLog } from '../log.ts';
import { startService } from '../start-service.ts';
import { UsageError } from './usage-error.ts';

/** Long enough for the first requests of programs that wait for the port. */
const consoleDelayMs = 1500;

/** `pandect serve`: what a person wants to see goes to standard output, the JSON log to standard error. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config.logLevel, 2);
  const service = await startService(config, log).catch((error: unknown) => {
    throw listenProblem(error, config.host, config.port) ?? error;
  });

  console.log(`Pandect is ready.\n  console    ${service.url}/\n  reference  ${service.url}/docs`);
  if (service.firstKey !== undefined) {
    console.log(
      `\nThis is a new installation. Its first API key, for the team "default", is shown only now:\n  ${service.firstKey}`,
    );
  }
  log.info({ url: service.url, store: service.stores.database.dialect.name }, 'ready');

  // A moment after the start, unless a reader comes first: where a source has changed, this builds the console.
  setTimeout(() => {
    loadConsole().catch((error: unknown) =>
      log.warn({ err: error }, 'the console could not be made ready; the API is served without it'),
    );
  }, consoleDelayMs).unref();

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1); // a second signal means now
    stopping = true;
    log.info({ signal }, 'draining');
    service.stop().then(
      () => {
        log.info({}, 'stopped');
        log.flush();
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        log.flush();
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function listenProblem(error: unknown, host: string, port: number): UsageError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new UsageError(`PORT=${port} on ${host} is taken by another program. Set PORT to a free one.`);
  if (code === 'EACCES')
    return new UsageError(`PORT=${port} may not be opened by this user. Set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`HOST=${host} is not an address of this machine. Try 127.0.0.1 or 0.0.0.0.`);
  }
  return undefined;
}
