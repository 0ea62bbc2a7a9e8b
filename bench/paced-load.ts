import { Agent } from 'node:http';
import { errorCode, type HttpCall, sendOnce } from './http-client.ts';

const tickMs = 4;

export interface PacedResult {
  readonly seconds: number;
  readonly sent: number;
  /** Arrivals that were due while every connection had an unanswered request. */
  readonly notSent: number;
  /** When each accepted request was sent (ms from the start) and how long it took. */
  readonly accepted: readonly { readonly atMs: number; readonly ms: number }[];
  readonly refusedMs: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly refusedWithoutRetryAfter: number;
  readonly errors: ReadonlyMap<string, number>;
}

/**
 * Open loop: requests arrive at the rate, whether or not earlier ones were answered. Connections are opened before, as
 * those of a proxy are: all the waiting is the service's. Returns when the last request has been answered.
 */
export async function pacedLoad(options: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly calls: readonly HttpCall[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly connections: number;
}): Promise<PacedResult> {
  const { connections } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  const opening = { method: 'GET', path: '/healthz' };
  await Promise.all(
    Array.from({ length: connections }, () => sendOnce(agent, options.url, options.headers, opening)),
  );
  const accepted: { atMs: number; ms: number }[] = [];
  const refusedMs: number[] = [];
  const statuses = new Map<number, number>();
  const errors = new Map<string, number>();
  const unanswered = new Set<Promise<void>>();
  let refusedWithoutRetryAfter = 0;
  let sent = 0;
  let notSent = 0;

  async function sendNext(atMs: number, call: HttpCall): Promise<void> {
    try {
      const { status, ms, retryAfter } = await sendOnce(agent, options.url, options.headers, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 400) accepted.push({ atMs, ms });
      else {
        refusedMs.push(ms);
        if (retryAfter === undefined) refusedWithoutRetryAfter += 1;
      }
    } catch (error) {
      const code = errorCode(error);
      errors.set(code, (errors.get(code) ?? 0) + 1);
    }
  }

  const started = performance.now();
  for (;;) {
    const elapsed = performance.now() - started;
    if (elapsed >= options.seconds * 1000) break;
    const due = Math.floor((elapsed / 1000) * options.perSecond);
    while (sent + notSent < due) {
      const call = options.calls[(sent + notSent) % options.calls.length];
      if (!call || unanswered.size >= connections) {
        notSent += 1;
        continue;
      }
      sent += 1;
      const one = sendNext(elapsed, call).finally(() => unanswered.delete(one));
      unanswered.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(unanswered);
  agent.destroy();
  return { seconds, sent, notSent, accepted, refusedMs, statuses, refusedWithoutRetryAfter, errors };
}
