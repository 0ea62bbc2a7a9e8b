import type { Bucket } from '@pandect/contract';

/** Calls per window, or no limit. */
export interface BucketLimit {
  readonly calls: number;
  readonly windowSeconds: number;
}
export type RateLimits = Readonly<Partial<Record<Bucket, BucketLimit>>>;

export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Takes one call from a key's bucket. At once in memory, later where the count is shared. */
export type TakeCall = (
  keyId: string,
  bucket: Bucket,
  limit: BucketLimit,
) => RateDecision | Promise<RateDecision>;

/**
 * Windows are fixed and begin at multiples of their length: the simplest rule that can be counted in one
 * row and added to by any process. A client can spend two windows' calls around a boundary; the limit is
 * there against runaway use, not to smooth traffic.
 */
function windowStart(nowSeconds: number, limit: BucketLimit): number {
  return nowSeconds - (nowSeconds % limit.windowSeconds);
}

function decide(used: number, limit: BucketLimit, start: number, nowSeconds: number): RateDecision {
  return {
    allowed: used <= limit.calls,
    remaining: Math.max(0, limit.calls - used),
    resetSeconds: Math.max(1, start + limit.windowSeconds - nowSeconds),
  };
}

/** Counts in memory: for the one process that serves a SQLite folder. */
export function countInMemory(nowSeconds: () => number): TakeCall {
  const windows = new Map<string, { start: number; used: number }>();
  let sweptAt = 0;
  return (keyId, bucket, limit) => {
    const now = nowSeconds();
    const start = windowStart(now, limit);
    if (start > sweptAt) {
      for (const [name, window] of windows) if (window.start < start - 3600) windows.delete(name);
      sweptAt = start;
    }
    const name = `${bucket} ${keyId}`;
    let window = windows.get(name);
    if (!window || window.start !== start) {
      window = { start, used: 0 };
      windows.set(name, window);
    }
    window.used++;
    return decide(window.used, limit, start, now);
  };
}

/** The shared count: adds calls to windows and returns the new totals in the same order. */
export interface RateWindowStore {
  take(
    windows: readonly {
      readonly keyId: string;
      readonly bucket: string;
      readonly start: number;
      readonly calls: number;
    }[],
  ): Promise<readonly number[]>;
}

interface SharedWindow {
  readonly keyId: string;
  readonly bucket: Bucket;
  readonly start: number;
  readonly callers: ((used: number) => void)[];
  readonly refused: ((error: unknown) => void)[];
}

/**
 * Counts in the store, for many processes. Calls that arrive while an earlier count is under way are
 * counted together by the next one: one round trip serves them all, and the total stays exact.
 */
export function countInStore(store: RateWindowStore, nowSeconds: () => number): TakeCall {
  let gathering = new Map<string, SharedWindow>();
  let underWay = false;

  async function countAll(): Promise<void> {
    underWay = true;
    while (gathering.size > 0) {
      // One order for all processes, or two could wait for each other's rows.
      const windows = [...gathering.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, window]) => window);
      gathering = new Map();
      try {
        const totals = await store.take(
          windows.map(({ keyId, bucket, start, callers }) => ({
            keyId,
            bucket,
            start,
            calls: callers.length,
          })),
        );
        for (const [i, window] of windows.entries()) {
          const before = (totals[i] ?? 0) - window.callers.length;
          for (const [n, caller] of window.callers.entries()) caller(before + n + 1);
        }
      } catch (error) {
        for (const window of windows) for (const refuse of window.refused) refuse(error);
      }
    }
    underWay = false;
  }

  return async (keyId, bucket, limit) => {
    const now = nowSeconds();
    const start = windowStart(now, limit);
    const name = `${keyId} ${bucket} ${start}`;
    let window = gathering.get(name);
    if (!window) {
      window = { keyId, bucket, start, callers: [], refused: [] };
      gathering.set(name, window);
    }
    const { callers, refused } = window;
    const used = new Promise<number>((resolve, reject) => {
      callers.push(resolve);
      refused.push(reject);
    });
    if (!underWay) void countAll();
    return decide(await used, limit, start, now);
  };
}
