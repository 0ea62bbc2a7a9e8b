import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

/** Lines are gathered up to this size: a write for each would cost more than the request it tells of. */
const gatheredBytes = 8 * 1024;
const flushEveryMs = 500;

/** The JSON log on standard error; errors are written at once, the rest within half a second. */
export function openLog(config: Pick<Config, 'logLevel'>): {
  readonly log: Logger;
  readonly flush: () => void;
} {
  const destination = pino.destination({ fd: 2, sync: false, minLength: gatheredBytes });
  const log = pino(
    {
      level: config.logLevel,
      hooks: {
        logMethod(args, method, level) {
          method.apply(this, args);
          if (level >= 40) destination.flush();
        },
      },
    },
    destination,
  );
  setInterval(() => destination.flush(), flushEveryMs).unref();
  return { log, flush: () => destination.flushSync() };
}
