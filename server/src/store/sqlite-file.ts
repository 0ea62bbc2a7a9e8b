import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row, SqlValue, Transaction } from './sql.ts';

/** Another process (the CLI beside a server) may hold the write lock for a moment; nothing holds it for long. */
const busyTimeoutMs = 10_000;

/**
 * `each`: a commit is on the disk before it is acknowledged. `end`: for bulk work that nobody is told of
 * before its end; a power cut may undo the last commits, never tear one, and closing makes all durable.
 */
export type Durability = 'each' | 'end';

/** Opens one connection with the settings every connection of a store needs. */
export function openSqliteFile(path: string, durability: Durability = 'each'): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  // WAL: readers never wait for the writer.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;');
  database.exec(
    durability === 'each'
      ? 'PRAGMA synchronous = FULL;'
      : 'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -32768;',
  );
  return database;
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** Runs one statement, prepared once per connection. */
export function runStatement(
  database: DatabaseSync,
  sql: string,
  params: readonly SqlValue[],
): readonly Row[] {
  let known = statements.get(database);
  if (!known) {
    known = new Map();
    statements.set(database, known);
  }
  let statement = known.get(sql);
  if (!statement) {
    statement = database.prepare(sql);
    known.set(sql, statement);
  }
  const values: readonly SQLInputValue[] = params;
  return statement.all(...values);
}

/** Runs a transaction's statements one after the other, without a pause between them. */
export function runTransaction<T>(database: DatabaseSync, transaction: Transaction<T>): T {
  let step = transaction.next();
  while (!step.done) {
    let rows: readonly Row[];
    try {
      rows = runStatement(database, step.value.sql, step.value.params);
    } catch (error) {
      step = transaction.throw(error);
      continue;
    }
    step = transaction.next(rows);
  }
  return step.value;
}
