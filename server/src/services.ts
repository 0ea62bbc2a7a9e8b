import { hostname } from 'node:os';
import { defaultScopes } from '@pandect/contract';
import type { Config } from './config.ts';
import type { CorpusReader, CorpusStore } from './corpus/corpus-store.ts';
import type { TicketStore } from './events/ticket.ts';
import type { JobStore } from './jobs/job.ts';
import type { Log } from './log.ts';
import { newUlid } from './new-ulid.ts';
import type { SharedVectors } from './retrieval/shared-vectors.ts';
import { createCorpusReader, createCorpusStore } from './store/corpus-store.ts';
import type { Database } from './store/database.ts';
import { createJobStore } from './store/job-store.ts';
import { openSqlite, openSqliteReader } from './store/sqlite.ts';
import { createTeamStore } from './store/team-store.ts';
import { createTicketStore } from './store/ticket-store.ts';
import { createVectorStore } from './store/vector-store.ts';
import { createKey } from './teams/create-key.ts';
import type { TeamStore } from './teams/team-store.ts';

/** The stores of one installation, open. */
export interface Stores {
  readonly database: Database;
  readonly teams: TeamStore;
  readonly jobs: JobStore;
  readonly tickets: TicketStore;
  readonly corpus: CorpusStore;
  /** Only where several servers have one store. */
  readonly sharedVectors: SharedVectors | undefined;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Opens SQLite in the data folder, or PostgreSQL where an address is given. */
export async function openStores(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  durability: 'each' | 'end' = 'each',
): Promise<Stores> {
  const database = await openDatabase(config, durability);
  return {
    database,
    teams: createTeamStore(database),
    jobs: createJobStore(database),
    tickets: createTicketStore(database),
    corpus: createCorpusStore(database),
    sharedVectors: config.databaseUrl === undefined ? undefined : createVectorStore(database),
  };
}

/** What an index is made from. */
export interface IndexSource extends Pick<Stores, 'sharedVectors'> {
  readonly corpus: CorpusReader;
  close(): Promise<void>;
}

/** Through a connection of its own, for a thread beside those that serve. The store must be open already. */
export async function openIndexSource(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<IndexSource> {
  if (config.databaseUrl === undefined) {
    const reader = openSqliteReader(config.dataDir);
    return { corpus: createCorpusReader(reader), sharedVectors: undefined, close: () => reader.close() };
  }
  const { openPostgres } = await import('./store/postgres.ts');
  const database = await openPostgres(config.databaseUrl, 1, undefined);
  return {
    corpus: createCorpusReader(database),
    sharedVectors: createVectorStore(database),
    close: () => database.close(),
  };
}

async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  durability: 'each' | 'end',
): Promise<Database> {
  if (config.databaseUrl === undefined) return openSqlite(config.dataDir, durability);
  // Loaded only here: a SQLite installation never pays for the PostgreSQL client.
  const { answerWithinMs, openPostgres } = await import('./store/postgres.ts');
  const withinMs = durability === 'end' ? undefined : answerWithinMs;
  return openPostgres(config.databaseUrl, config.databasePool, withinMs);
}

/** On the very first start: the team `default` with one key, returned so that it can be shown once. */
export async function ensureFirstKey(teams: TeamStore): Promise<string | undefined> {
  const { made } = await teams.ensureTeam('default', nowSeconds());
  if (!made) return undefined;
  const { key } = await createKey(teams, {
    ulid: newUlid(),
    teamId: 'default',
    label: 'first key',
    scopes: [...defaultScopes, 'admin'],
    expiresAt: null,
    now: nowSeconds(),
  });
  return key;
}

/** Tells this process's leases from any other's, also after a restart. */
export function workerName(): string {
  return `${hostname()}-${process.pid}-${newUlid()}`;
}

/** The sweep of what no request can need any more; old rate windows and replies past their day. */
export function startSweeping(database: Database, log: Log): () => void {
  const sweep = () => {
    const now = nowSeconds();
    database
      .write('sweep', {
        windowsBefore: now - 7200,
        idempotencyBefore: now,
        openClaimsBefore: now - 86_400,
      })
      .catch((error: unknown) => log.warn({ err: error }, 'sweep failed; it is tried again in an hour'));
  };
  const timer = setInterval(sweep, 3_600_000);
  timer.unref();
  return () => clearInterval(timer);
}
