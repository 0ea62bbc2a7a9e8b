import { loadMix } from '../../bench/load-mix.ts';
import { loadMixOf } from '../../bench/load-server.ts';
import { type ServeProcess, startServe } from '../../bench/serve-process.ts';
import type { Size } from '../section.ts';
import type { CleanUp } from './clean-up.ts';

type Headers = Readonly<Record<string, string>>;

/** A service at work, and what it can do. */
export interface WarmService {
  readonly service: ServeProcess;
  readonly headers: Headers;
  /** Requests of the mix it answers in a second to 16 clients that each wait for their answer. */
  readonly capacity: number;
  /** How many of those it failed. */
  readonly failed: number;
}

/** One `serve` that has answered everything once; the small size does without the models, which take long to start. */
export async function startWarm(size: Size, cleanUp: CleanUp): Promise<WarmService> {
  const isFull = size === 'full';
  const service = await startServe(isFull ? {} : { PANDECT_VECTORS: 'off', PANDECT_MEANING: 'off' });
  cleanUp.add(() => service.stop());
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  await warmUp(service.url, headers);
  const requests = loadMix.map(({ kind: _, ...request }) => ({ ...request, headers }));
  const load = { url: service.url, requests, connections: 16, seconds: isFull ? 5 : 1 };
  const { perSecond, non2xx, errors } = await loadMixOf(load);
  return { service, headers, capacity: perSecond, failed: non2xx + errors };
}

/** Asks everything once, one after the other: the first answers wait for the index and the threads. */
async function warmUp(url: string, headers: Headers): Promise<void> {
  for (const { method, path, body } of loadMix) {
    const reply = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  }
}
