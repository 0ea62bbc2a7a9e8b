import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { StoreUnavailable } from '../store-failure.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

describe.skipIf(inject('postgresUrl') === '')('PostgreSQL that goes away', () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openPostgres(postgres.url, 4, undefined);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const write = (teamId: string) => database.write('ensureTeam', { teamId, now: 1 });
  const outcomes = (names: readonly string[]) => Promise.allSettled(names.map(write));

  it('killed: whoever waits is told it is away, the process lives on, and it is used again when it is back', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `team-${at}`);
    await outcomes(names.slice(0, 8));
    const waiting = outcomes(names);
    postgres.kill('SIGKILL');
    for (const outcome of await waiting) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable);
    }
    await expect(write('while-away')).rejects.toBeInstanceOf(StoreUnavailable);
    await postgres.startAgain();
    await expect(write('back')).resolves.toBe(true);
  });

  it('hanging: a statement is given up, and its connection with it', async () => {
    const impatient = await openPostgres(postgres.url, 1, 300);
    await expect(impatient.read('SELECT pg_sleep(2)', [])).rejects.toBeInstanceOf(StoreUnavailable);
    // With one connection in the pool this one is new.
    await expect(impatient.read('SELECT 1 AS one', [])).resolves.toEqual([{ one: 1 }]);
    await impatient.close();
  });
});
