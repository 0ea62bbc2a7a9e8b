import { loadMix } from '../../bench/load-mix.ts';
import { loadMixOf } from '../../bench/load-server.ts';

/** Asks everything once, one after the other: the first answers wait for the index and the threads. */
export async function warmUp(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (const { method, path, body } of loadMix) {
    const reply = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  }
}

/** Requests of the mix a service answers in a second to clients that each wait for their answer. */
export async function measureCapacity(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly failed: number }> {
  const requests = loadMix.map(({ kind: _, ...request }) => ({ ...request, headers }));
  const { perSecond, non2xx, errors } = await loadMixOf({ url, requests, connections: 16, seconds });
  return { perSecond, failed: non2xx + errors };
}
