import { StoreRefused } from '../store-failure.ts';
import { type Dialect, number, sql, type Transaction } from './sql.ts';

/**
 * The schema, one entry per version, never edited once released. Times are whole seconds since 1970
 * (the precision clients see and lists are ordered by); names ending in `_ms` are milliseconds.
 */
const migrations: readonly ((dialect: Dialect) => readonly string[])[] = [
  () => [
    `CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
    `CREATE TABLE teams (
      id TEXT PRIMARY KEY,
      auto_screen INTEGER NOT NULL,
      monthly_credits BIGINT,
      created_at BIGINT NOT NULL)`,
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      team_id TEXT NOT NULL REFERENCES teams (id),
      hash TEXT NOT NULL UNIQUE,
      label TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT,
      last_used_at BIGINT,
      revoked_at BIGINT)`,
    `CREATE INDEX api_keys_by_team ON api_keys (team_id, created_at)`,
    `CREATE TABLE usage (
      team_id TEXT NOT NULL,
      day TEXT NOT NULL,
      key_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      calls BIGINT NOT NULL,
      credits BIGINT NOT NULL,
      PRIMARY KEY (team_id, day, key_id, operation))`,
    `CREATE TABLE rate_windows (
      key_id TEXT NOT NULL,
      bucket TEXT NOT NULL,
      window_start BIGINT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (key_id, bucket, window_start))`,
    `CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      team_id TEXT NOT NULL,
      key_id TEXT NOT NULL,
      type TEXT NOT NULL,
      trigger_type TEXT NOT NULL,
      status TEXT NOT NULL,
      input TEXT NOT NULL,
      result TEXT,
      error_code TEXT,
      error_message TEXT,
      attempts INTEGER NOT NULL,
      lease_owner TEXT,
      lease_until_ms BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL)`,
    `CREATE INDEX jobs_by_team ON jobs (team_id, created_at DESC, id)`,
    `CREATE INDEX jobs_running ON jobs (created_at, id) WHERE status = 'running'`,
    `CREATE TABLE tickets (
      id TEXT PRIMARY KEY,
      team_id TEXT NOT NULL,
      scenario TEXT NOT NULL,
      status TEXT NOT NULL,
      external_ref TEXT,
      content TEXT NOT NULL,
      screening_job_id TEXT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      UNIQUE (team_id, external_ref))`,
    `CREATE INDEX tickets_by_team ON tickets (team_id, created_at DESC, id)`,
    `CREATE TABLE ticket_changes (
      ticket_id TEXT NOT NULL REFERENCES tickets (id),
      seq INTEGER NOT NULL,
      from_status TEXT,
      to_status TEXT NOT NULL,
      at BIGINT NOT NULL,
      actor TEXT NOT NULL,
      reason TEXT,
      PRIMARY KEY (ticket_id, seq))`,
    `CREATE TABLE idempotency (
      team_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      status INTEGER,
      reply TEXT,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (team_id, operation, idempotency_key))`,
    `CREATE INDEX idempotency_by_expiry ON idempotency (expires_at)`,
  ],
  // The corpus. A file goes in whole, in one transaction. `currents` is the history of what was current from
  // which generation on: cursors read the catalog as of theirs.
  (dialect) => [
    `CREATE TABLE documents (id TEXT PRIMARY KEY, external_id TEXT NOT NULL UNIQUE)`,
    `CREATE TABLE imports (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      format TEXT NOT NULL,
      file_sha256 TEXT NOT NULL,
      readers TEXT NOT NULL,
      finished_at BIGINT NOT NULL)`,
    `CREATE INDEX imports_by_file ON imports (file_sha256)`,
    `CREATE TABLE revisions (
      id TEXT PRIMARY KEY,
      document_id TEXT NOT NULL REFERENCES documents (id),
      revision INTEGER NOT NULL,
      import_id TEXT NOT NULL REFERENCES imports (id),
      edition TEXT NOT NULL,
      edition_date TEXT NOT NULL,
      imported_at BIGINT NOT NULL,
      text_sha256 TEXT NOT NULL,
      derived_sha256 TEXT NOT NULL,
      source_key TEXT NOT NULL,
      total_bytes BIGINT NOT NULL,
      facts TEXT NOT NULL,
      UNIQUE (document_id, revision))`,
    // The text in pieces, and after it, in the last ones, the document's structure: most have one row in all.
    `CREATE TABLE body_pieces (
      revision_id TEXT NOT NULL REFERENCES revisions (id),
      seq INTEGER NOT NULL,
      bytes ${dialect.bytes} NOT NULL,
      PRIMARY KEY (revision_id, seq))`,
    `CREATE TABLE currents (
      document_id TEXT NOT NULL REFERENCES documents (id),
      generation BIGINT NOT NULL,
      revision_id TEXT,
      updated_at BIGINT NOT NULL,
      superseded_generation BIGINT,
      superseded_at BIGINT,
      PRIMARY KEY (document_id, generation))`,
    `CREATE INDEX currents_by_generation ON currents (generation)`,
    `CREATE TABLE corpus_state (one INTEGER PRIMARY KEY, generation BIGINT NOT NULL)`,
    `INSERT INTO corpus_state (one, generation) VALUES (1, 0)`,
  ],
  // Vectors that the servers of one PostgreSQL make for each other; on SQLite there is one server, and its folder.
  (dialect) => [`CREATE TABLE passage_vectors (id TEXT PRIMARY KEY, vector ${dialect.bytes} NOT NULL)`],
];

export const schemaVersion = migrations.length;

/** Brings the schema up to this program's version; runs under the store's own lock, all or nothing. */
export function* migrate(dialect: Dialect): Transaction<void> {
  yield* sql('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const [row] = yield* sql('SELECT version FROM schema_version');
  const found = row ? number(row, 'version') : 0;
  if (found > schemaVersion) {
    throw new StoreRefused(
      `the data was written by a newer Pandect (schema ${found}; this program knows up to ${schemaVersion}): run that version or a later one`,
    );
  }
  for (const migration of migrations.slice(found)) {
    for (const statement of migration(dialect)) yield* sql(statement);
  }
  if (!row) yield* sql('INSERT INTO schema_version (version) VALUES (?)', schemaVersion);
  else if (found < schemaVersion) yield* sql('UPDATE schema_version SET version = ?', schemaVersion);
}
