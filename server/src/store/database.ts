import type { Dialect, Row, SqlValue } from './sql.ts';
import type { WriteArgs, WriteName, WriteResult } from './writes.ts';

/** One database behind the stores: SQLite in a folder, or PostgreSQL. */
export interface Database {
  readonly dialect: Dialect;
  /** Reads committed rows. SQLite answers at once, PostgreSQL with a promise: always `await` it. */
  read(sql: string, params: readonly SqlValue[]): readonly Row[] | Promise<readonly Row[]>;
  /**
   * The same, for what many requests ask at once (whose key is this?): where reads share a snapshot, the
   * same question within it is answered once.
   */
  readShared(sql: string, params: readonly SqlValue[]): readonly Row[] | Promise<readonly Row[]>;
  /**
   * Runs a transaction of `writes.ts`; what it returns is durable when the promise resolves. Memory that is
   * `given` may be taken away from the caller instead of copied.
   */
  write<N extends WriteName>(
    name: N,
    args: WriteArgs<N>,
    given?: readonly ArrayBuffer[],
  ): Promise<WriteResult<N>>;
  /** Throws StoreUnavailable when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
