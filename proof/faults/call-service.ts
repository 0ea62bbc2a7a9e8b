import { errorTable } from '@pandect/contract';

/** What came back over the network, or that nothing did. */
export interface Outcome {
  /** 0 where there was no whole reply: refused, reset, or too late. */
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The code of an error, as the contract lists them; `uncoded` for a reply that has none of these. */
  readonly code: string;
  readonly replayed: boolean;
  readonly retryAfter: string | null;
  readonly ms: number;
}

/** One request; never throws, because what a broken service does is the finding. */
export async function callService(
  url: string,
  method: string,
  path: string,
  request: {
    readonly key?: string | undefined;
    readonly body?: unknown;
    readonly idempotencyKey?: string | undefined;
    readonly timeoutMs?: number;
  } = {},
): Promise<Outcome> {
  const began = performance.now();
  const since = () => performance.now() - began;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(request.key !== undefined && { 'x-api-key': request.key }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(request.timeoutMs ?? 30_000),
    });
    const text = await response.text();
    const body = readObject(text);
    return {
      status: response.status,
      text,
      body,
      code: response.ok ? '' : codeOf(body),
      replayed: response.headers.get('idempotent-replayed') === 'true',
      retryAfter: response.headers.get('retry-after'),
      ms: since(),
    };
  } catch {
    return { status: 0, text: '', body: {}, code: '', replayed: false, retryAfter: null, ms: since() };
  }
}

function codeOf(body: Readonly<Record<string, unknown>>): string {
  const { error } = body;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(errorTable, code) ? code : 'uncoded';
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // not JSON: it counts as a reply without a code
  }
}

/** All rows of a list, page by page. */
export async function readAll(url: string, path: string, key: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await callService(url, 'GET', `${path}?limit=200${more}`, { key });
    const { results, pagination } = page.body;
    if (page.status !== 200 || !Array.isArray(results)) {
      throw new Error(`${path} answered ${page.status}: ${page.text}`);
    }
    rows.push(...results);
    const next =
      typeof pagination === 'object' && pagination !== null && 'nextCursor' in pagination
        ? pagination.nextCursor
        : undefined;
    cursor = typeof next === 'string' ? next : undefined;
  } while (cursor !== undefined);
  return rows;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Tries until it is true; the time it took, or undefined where it never was. */
export async function waitFor(
  isSo: () => Promise<boolean> | boolean,
  withinMs: number,
  everyMs = 50,
): Promise<number | undefined> {
  const began = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - began;
    if (performance.now() - began > withinMs) return undefined;
    await pause(everyMs);
  }
}
