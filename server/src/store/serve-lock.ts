import { holdFileLock } from './file-lock.ts';

/** One `serve` per SQLite folder: its rate limits are counted in memory. */
export function holdServeLock(dataDir: string): () => void {
  return holdFileLock(
    dataDir,
    'serve.lock',
    `another \`pandect serve\` is using ${dataDir}. Stop it, choose another PANDECT_DATA_DIR, or set DATABASE_URL to run several on PostgreSQL.`,
  );
}
