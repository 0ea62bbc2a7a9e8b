import { createRequire } from 'node:module';

/** What we use of autocannon, which ships no types. */
export interface LoadResult {
  readonly non2xx: number;
  readonly errors: number;
  readonly requests: { readonly total: number };
  readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number };
}

interface OneRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: string;
}

interface Load extends Omit<OneRequest, 'method' | 'headers'> {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of one request again and again: these in turn, on every connection. */
  readonly requests?: readonly OneRequest[];
  readonly setupClient?: (client: { setRequests(requests: readonly OneRequest[]): void }) => void;
  readonly connections: number;
  readonly duration: number;
}

interface Run extends PromiseLike<LoadResult> {
  on(
    event: 'response',
    heard: (client: unknown, status: number, bytes: number, responseMs: number) => void,
  ): void;
}

export const loadServer: (load: Load) => Run = createRequire(import.meta.url)('autocannon');

export interface MixResult {
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly non2xx: number;
  readonly errors: number;
}

/** Closed loop over a list of requests; each connection begins at another place of the list. */
export async function loadMixOf(load: {
  readonly url: string;
  readonly requests: readonly OneRequest[];
  readonly connections: number;
  readonly seconds: number;
}): Promise<MixResult> {
  const { requests } = load;
  const times: number[] = [];
  let clients = 0;
  const run = loadServer({
    url: load.url,
    requests,
    connections: load.connections,
    duration: load.seconds,
    setupClient(client) {
      const from = (clients++ * 7) % requests.length;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  run.on('response', (_client, _status, _bytes, responseMs) => times.push(responseMs));
  const result = await run;
  return {
    perSecond: result.requests.total / load.seconds,
    times,
    non2xx: result.non2xx,
    errors: result.errors,
  };
}
