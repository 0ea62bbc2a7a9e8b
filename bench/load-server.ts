import { createRequire } from 'node:module';

/** What we use of autocannon, which ships no types. */
export interface LoadResult {
  readonly non2xx: number;
  readonly errors: number;
  readonly requests: { readonly total: number };
  readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number };
}

interface Load {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly duration: number;
}

export const loadServer: (load: Load) => Promise<LoadResult> = createRequire(import.meta.url)('autocannon');
