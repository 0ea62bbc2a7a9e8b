import type { TeamStore, UsageEntry } from './team-store.ts';

/** Notes one successful call; resolves when the ledger holds it durably. */
export type Meter = (call: {
  readonly teamId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly credits: number;
}) => Promise<void>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** `lastUsedAt` is for people: noting it once a minute is enough. */
const lastUsedEverySeconds = 60;

/**
 * Calls that arrive together are added up and written together, so an exact and durable ledger costs one
 * commit for all who are waiting. `writers` transactions may be under way at once: one on PostgreSQL, where
 * they would wait for each other's rows; several on SQLite, whose writer thread puts them into one commit.
 */
export function createMeter(
  store: Pick<TeamStore, 'addUsage'>,
  nowSeconds: () => number,
  writers: number,
): Meter {
  let gathering = new Map<string, Mutable<UsageEntry>>();
  let next: PromiseWithResolvers<void> | undefined;
  let underWay = 0;
  const notedAt = new Map<string, number>();
  const today = createToday(nowSeconds);

  async function writeAll(): Promise<void> {
    underWay++;
    while (next) {
      const written = next;
      const entries = [...gathering.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
      gathering = new Map();
      next = undefined;
      try {
        await store.addUsage(entries, keysToNote(entries), nowSeconds());
        written.resolve();
      } catch (error) {
        written.reject(error);
      }
    }
    underWay--;
  }

  function keysToNote(entries: readonly UsageEntry[]): string[] {
    const now = nowSeconds();
    const due = new Set(
      entries
        .map(({ keyId }) => keyId)
        .filter((keyId) => Math.abs(now - (notedAt.get(keyId) ?? 0)) >= lastUsedEverySeconds),
    );
    for (const keyId of due) notedAt.set(keyId, now);
    return [...due].sort();
  }

  return ({ teamId, keyId, operation, credits }) => {
    const day = today();
    const name = `${teamId} ${day} ${keyId} ${operation}`;
    let sum = gathering.get(name);
    if (!sum) {
      sum = { teamId, day, keyId, operation, calls: 0, credits: 0 };
      gathering.set(name, sum);
    }
    sum.calls++;
    sum.credits += credits;
    if (!next) {
      next = Promise.withResolvers();
      // Whatever else arrives in this turn of the event loop goes along.
      if (underWay < writers) setImmediate(() => void writeAll());
    }
    return next.promise;
  };
}

/** The day it is, worked out once for each day: every call asks. */
function createToday(nowSeconds: () => number): () => string {
  let dayNumber = Number.NaN;
  let day = '';
  return () => {
    const now = nowSeconds();
    const number = Math.floor(now / 86_400);
    if (number !== dayNumber) {
      dayNumber = number;
      day = utcDay(now);
    }
    return day;
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
