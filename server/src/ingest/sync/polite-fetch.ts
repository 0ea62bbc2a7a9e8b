import { acceptHeaders, type BodyFormat, findBodyFault } from './body-fault.ts';
import { FetchFailure } from './fetch-failure.ts';
import { readBody } from './read-body.ts';
import type { Answer, SendRequest } from './send-request.ts';
import { followRedirect, type Mirrors, routeRequest } from './site-address.ts';

export interface FetchRequest {
  readonly url: string;
  readonly format: BodyFormat;
  /** What the last answer of this very address said; the site then answers 304 when nothing changed. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export type Fetched =
  | { readonly outcome: 'not-modified' }
  | {
      readonly outcome: 'fetched';
      readonly bytes: Buffer;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
    };

export type PoliteFetch = (request: FetchRequest) => Promise<Fetched>;

export interface PoliteFetchParts {
  readonly send: SendRequest;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to 1: spreads the tries of many installations. */
  readonly random: () => number;
  readonly userAgent: string;
  readonly hosts: readonly string[];
  readonly mirrors: Mirrors;
  readonly pauseMs: number;
  readonly maxBytes: number;
  /** For one try, from the first byte out to the last byte in. */
  readonly timeoutMs: number;
  readonly maxTries?: number;
}

/** As browsers of old: real sites need one or two. */
const maxRedirects = 5;
const defaultTries = 5;
const firstWaitMs = 1000;
const maxBackOffMs = 60_000;
/** A site that asks for more than this is left for the next run. */
const maxRetryAfterMs = 300_000;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** GET as a good guest: allowed hosts only, one request per pause and host, patience with a busy site. */
export function createPoliteFetch(parts: PoliteFetchParts): PoliteFetch {
  const { nowMs, sleep, random, maxTries = defaultTries } = parts;
  const freeAtMs = new Map<string, number>();

  async function waitForTurn(host: string): Promise<void> {
    const turn = Math.max(nowMs(), freeAtMs.get(host) ?? 0);
    freeAtMs.set(host, turn + parts.pauseMs);
    const waitMs = turn - nowMs();
    if (waitMs > 0) await sleep(waitMs);
  }

  async function tryOnce(request: FetchRequest): Promise<Fetched> {
    const signal = AbortSignal.timeout(parts.timeoutMs);
    let official = new URL(request.url);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const route = routeRequest(official, parts.hosts, parts.mirrors);
      if (!route.mirrored) await waitForTurn(official.host);
      const { sent, mayConnectTo } = route;
      try {
        const answer = await parts.send({ url: sent, headers: headersFor(request), mayConnectTo, signal });
        if (!redirectStatuses.has(answer.status)) return await readAnswer(request, answer);
        answer.discard();
        official = followRedirect(answer.headers.location ?? '', official, sent, parts.mirrors);
      } catch (error) {
        // Our own end of the time looks like a broken connection to whoever reads the body.
        const outOfTime = signal.aborted && error instanceof FetchFailure && error.code === 'truncated';
        if (error instanceof FetchFailure && !outOfTime) throw error;
        throw describe(error, official, signal);
      }
    }
    throw new FetchFailure('too_many_redirects', `${request.url} redirects more than ${maxRedirects} times`);
  }

  function headersFor({ format, etag, lastModified }: FetchRequest): Record<string, string> {
    return {
      'user-agent': parts.userAgent,
      accept: acceptHeaders[format],
      'accept-encoding': 'gzip',
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    };
  }

  async function readAnswer(request: FetchRequest, answer: Answer): Promise<Fetched> {
    const { status, headers } = answer;
    const conditional = request.etag !== undefined || request.lastModified !== undefined;
    if (status !== 200) {
      answer.discard();
      if (status === 304 && conditional) return { outcome: 'not-modified' };
      const retryAfterMs = readRetryAfter(headers['retry-after'], nowMs());
      const asks = retryAfterMs === undefined ? '' : ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s`;
      throw new FetchFailure('http_status', `${request.url} answers with status ${status}${asks}`, {
        passing: status === 408 || status === 429 || status >= 500,
        retryAfterMs,
      });
    }
    const bytes = await readBody(answer, request.url, parts.maxBytes);
    const fault = findBodyFault(request.format, bytes);
    if (fault !== undefined) throw new FetchFailure('not_what_was_asked', `${request.url}: ${fault}`);
    return { outcome: 'fetched', bytes, etag: headers.etag, lastModified: headers['last-modified'] };
  }

  function describe(error: unknown, url: URL, signal: AbortSignal): FetchFailure {
    const more = { passing: true, cause: error };
    if (signal.aborted) {
      return new FetchFailure('timed_out', `${url.href} took longer than ${parts.timeoutMs / 1000} s`, more);
    }
    const why = error instanceof Error ? error.message || String(error) : String(error);
    return new FetchFailure('unreachable', `${url.href} cannot be reached: ${why}`, more);
  }

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await tryOnce(request);
      } catch (error) {
        if (!(error instanceof FetchFailure) || !error.passing || attempt >= maxTries) throw error;
        const asked = error.retryAfterMs ?? 0;
        if (asked > maxRetryAfterMs) throw error;
        const backOffMs = Math.min(maxBackOffMs, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
        await sleep(Math.max(asked, backOffMs));
      }
    }
  };
}

/** RFC 9110, 10.2.3: seconds, or a date. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
