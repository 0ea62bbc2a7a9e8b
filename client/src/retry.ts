import { ConnectionError, PandectError } from './pandect-error.ts';

export interface RetryPolicy {
  /** Further attempts after the first. */
  readonly retries: number;
  /** A wait longer than this is not worth it: the error is thrown at once. */
  readonly longestWaitMs: number;
}

/** 429 and the like pass; 408, 502 and 504 come from proxies in between. */
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const firstWaitMs = 500;

/** Runs `attempt` until it succeeds, fails for good, or the retries are used up. */
export async function withRetries<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let made = 0; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (made >= policy.retries || !mayPass(error)) throw error;
      const waitMs = waitBefore(error, made);
      if (waitMs > policy.longestWaitMs) throw error;
      await sleep(waitMs, signal);
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof PandectError)) return false;
  // 409: our own first attempt is still under way, its connection lost. 422 is a key used for something else.
  const underWay = error.code === 'idempotency_conflict' && error.status === 409;
  return underWay || passingStatuses.has(error.status);
}

/** At least what the service asks for; otherwise twice as long each time, spread so that clients do not march in step. */
function waitBefore(error: unknown, made: number): number {
  const asked = error instanceof PandectError ? error.retryAfterSeconds : undefined;
  const spread = firstWaitMs * 2 ** made * (0.5 + Math.random() / 2);
  return asked === undefined ? spread : asked * 1000 + Math.random() * 250;
}

/** Rejects with the signal's reason as soon as it is given. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
