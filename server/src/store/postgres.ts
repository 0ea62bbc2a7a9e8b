import { createHash } from 'node:crypto';
import pg from 'pg';
import { StoreRefused, StoreUnavailable } from '../store-failure.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { postgresDialect, type Row, type SqlValue, type Transaction } from './sql.ts';
import { type WriteArgs, type WriteName, type WriteResult, writes } from './writes.ts';

/** Any number all Pandect processes agree on: they migrate one at a time. */
const migrationLock = 7_263_328;
/** Serialization failure and deadlock: the same transaction may well succeed the next time. */
const retryable = new Set(['40001', '40P01']);
const maxTries = 5;
/** A statement that has no answer by then is given up: the server hangs, or the way to it is broken. Range 5 to 30 s. */
export const answerWithinMs = 10_000;

// int8 arrives as text by default; every count and time here is far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Opens the store at a `postgres://` address and brings its schema up to date under a lock. Statements of bulk work
 * may take their time: it leaves `withinMs` undefined.
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  withinMs: number | undefined,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'pandect',
  });
  // A connection that dies while idle must not end the process; the next query makes a new one.
  pool.on('error', () => {});
  // Nor one that dies while it is lent out, when the pool does not listen: its queries are told.
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new PostgresDatabase(pool, withinMs);
  try {
    await database.migrate();
  } catch (error) {
    await pool.end();
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`DATABASE_URL cannot be used: ${reason(error)}`, { cause: error });
  }
  return database;
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect;
  readonly #pool: pg.Pool;
  readonly #prepared = new Map<string, { readonly name: string; readonly text: string }>();

  readonly #withinMs: number | undefined;

  constructor(pool: pg.Pool, withinMs: number | undefined) {
    this.#pool = pool;
    this.#withinMs = withinMs;
  }

  async migrate(): Promise<void> {
    // Another process may hold the lock for as long as its migration takes.
    await this.#transact(undefined, function* () {
      yield { sql: 'SELECT pg_advisory_xact_lock(?)', params: [migrationLock] };
      yield* migrate(postgresDialect);
    });
  }

  async read(sql: string, params: readonly SqlValue[]): Promise<readonly Row[]> {
    try {
      return await this.#query(this.#pool, this.#withinMs, sql, params);
    } catch (error) {
      throw unavailable(error);
    }
  }

  readShared(sql: string, params: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.read(sql, params);
  }

  async write<N extends WriteName>(name: N, args: WriteArgs<N>): Promise<WriteResult<N>> {
    const write: (dialect: typeof postgresDialect, args: WriteArgs<N>) => Transaction<WriteResult<N>> =
      // The registry's type pairs each name with its arguments; TypeScript cannot follow that through an index.
      writes[name] as never;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transact(this.#withinMs, () => write(postgresDialect, args));
      } catch (error) {
        if (attempt < maxTries && retryable.has(sqlState(error))) continue;
        throw unavailable(error);
      }
    }
  }

  async #transact<T>(withinMs: number | undefined, begin: () => Transaction<T>): Promise<T> {
    const client = await this.#pool.connect();
    const run = (text: string) => client.query({ text, ...(withinMs && { query_timeout: withinMs }) });
    try {
      await run('BEGIN');
      const transaction = begin();
      let step = transaction.next();
      while (!step.done) {
        step = transaction.next(await this.#query(client, withinMs, step.value.sql, step.value.params));
      }
      await run('COMMIT');
      client.release();
      return step.value;
    } catch (error) {
      try {
        if (unavailable(error) instanceof StoreUnavailable) throw error;
        await run('ROLLBACK');
        client.release();
      } catch {
        client.release(true); // the connection itself is broken: the pool must not hand it out again
      }
      throw error;
    }
  }

  async #query(
    on: pg.Pool | pg.PoolClient,
    withinMs: number | undefined,
    sql: string,
    params: readonly SqlValue[],
  ): Promise<readonly Row[]> {
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      let count = 0;
      prepared = {
        name: createHash('sha1').update(sql).digest('hex'),
        text: sql.replace(/\?/g, () => `$${++count}`),
      };
      this.#prepared.set(sql, prepared);
    }
    const { rows } = await on.query<Row>({
      ...prepared,
      values: [...params],
      ...(withinMs && { query_timeout: withinMs }),
    });
    return rows;
  }

  async ping(): Promise<void> {
    await this.read('SELECT 1 AS one', []);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Connection trouble becomes 503; a fault of ours stays what it is. */
function unavailable(error: unknown): unknown {
  const state = sqlState(error);
  // Class 08 connection, 53 resources, 57 operator intervention, 58 system error, and Node's own codes.
  const away = /^(08|53|57|58)/.test(state) || /^E[A-Z]+$/.test(state) || state === '25006';
  const lost =
    error instanceof Error && /terminated|timeout|ended|not queryable/i.test(error.message) && state === '';
  return away || lost
    ? new StoreUnavailable(`PostgreSQL does not answer: ${reason(error)}`, { cause: error })
    : error;
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
