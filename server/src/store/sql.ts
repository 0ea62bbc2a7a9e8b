/**
 * The small language both stores speak. Every statement is written once, in the SQL that SQLite and
 * PostgreSQL share (`?` for parameters); the few differences are members of `Dialect`.
 */

export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/**
 * A transaction is a generator that yields statements and is handed their rows. SQLite runs it without a
 * pause inside the writer thread, PostgreSQL awaits each statement: one text of the logic serves both,
 * and on SQLite many of them share one commit.
 */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

/** `const rows = yield* sql('select ...', a, b)` */
export function* sql(
  text: string,
  ...params: SqlValue[]
): Generator<Statement, readonly Row[], readonly Row[]> {
  return yield { sql: text, params };
}

/** What the two databases say differently. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Column type for bytes. */
  readonly bytes: 'BLOB' | 'BYTEA';
  /** Appended to a sub-select that picks rows to claim: rows another worker is claiming are passed over. */
  readonly skipLocked: '' | 'FOR UPDATE SKIP LOCKED';
}

export const sqliteDialect: Dialect = { name: 'sqlite', bytes: 'BLOB', skipLocked: '' };
export const postgresDialect: Dialect = {
  name: 'postgres',
  bytes: 'BYTEA',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
};

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds ${typeof value}, not text`);
  return value;
}

export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds ${typeof value}, not a number`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : number(row, column);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} holds no bytes`);
  return value;
}

/** `?, ?, ?` for a list of values. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Many values go into one statement, always this many or one: few texts to prepare, few round trips. */
const atOnce = 40;

/** Rows for many keys: `select` ends where the list of them is to stand, `... WHERE id IN`. */
export function* selectIn(select: string, keys: readonly string[]): Transaction<readonly Row[]> {
  const found: Row[] = [];
  const statement = `${select} (${placeholders(atOnce)})`;
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    const last = some.at(-1) ?? '';
    while (some.length < atOnce) some.push(last);
    for (const row of yield* sql(statement, ...some)) found.push(row);
  }
  return found;
}

/** `insert` is `INSERT INTO table (a, b)`; `rest` what may follow the values. */
export function* insertRows(
  insert: string,
  rows: readonly (readonly SqlValue[])[],
  rest = '',
): Transaction<void> {
  const one = `(${placeholders(rows[0]?.length ?? 0)})`;
  const many = `${insert} VALUES ${Array.from({ length: atOnce }, () => one).join(', ')} ${rest}`;
  let from = 0;
  for (; from + atOnce <= rows.length; from += atOnce) {
    yield* sql(many, ...rows.slice(from, from + atOnce).flat());
  }
  for (const row of rows.slice(from)) yield* sql(`${insert} VALUES ${one} ${rest}`, ...row);
}
