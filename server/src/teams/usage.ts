import type { TeamStore, UsageEntry } from './team-store.ts';

/** Notes one successful call; resolves when the ledger holds it durably. */
export type Meter = (call: {
  readonly teamId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly credits: number;
}) => Promise<void>;

/**
 * Calls that arrive while the ledger is being written are added up and written together by the next
 * transaction, so an exact and durable ledger costs one commit for all who are waiting.
 */
export function createMeter(store: Pick<TeamStore, 'addUsage'>, nowSeconds: () => number): Meter {
  let gathering = new Map<string, UsageEntry>();
  let next: PromiseWithResolvers<void> | undefined;
  let underWay = false;

  async function writeAll(): Promise<void> {
    underWay = true;
    while (next) {
      const written = next;
      const entries = [...gathering.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
      gathering = new Map();
      next = undefined;
      try {
        await store.addUsage(entries, nowSeconds());
        written.resolve();
      } catch (error) {
        written.reject(error);
      }
    }
    underWay = false;
  }

  return ({ teamId, keyId, operation, credits }) => {
    const day = utcDay(nowSeconds());
    const name = `${teamId} ${day} ${keyId} ${operation}`;
    const known = gathering.get(name);
    gathering.set(name, {
      teamId,
      day,
      keyId,
      operation,
      calls: (known?.calls ?? 0) + 1,
      credits: (known?.credits ?? 0) + credits,
    });
    next ??= Promise.withResolvers();
    const { promise } = next;
    if (!underWay) void writeAll();
    return promise;
  };
}

/** `2026-01-31` */
export function utcDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The first day of the month a time lies in: budgets are counted from there. */
export function firstOfMonth(seconds: number): string {
  return `${utcDay(seconds).slice(0, 7)}-01`;
}

export function secondsToNextMonth(seconds: number): number {
  const now = new Date(seconds * 1000);
  return Math.ceil(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000 - seconds);
}
