import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreRefused } from '../store-failure.ts';

/**
 * One `serve` per SQLite folder: its rate limits are counted in memory. The lock is SQLite's own on a
 * file beside the store, so the system gives it back whenever and however the process ends.
 */
export function holdServeLock(dataDir: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const message = error instanceof Error ? error.message : String(error);
    throw new StoreRefused(
      /locked/.test(message)
        ? `another \`pandect serve\` is using ${dataDir}. Stop it, choose another PANDECT_DATA_DIR, or set DATABASE_URL to run several on PostgreSQL.`
        : `PANDECT_DATA_DIR=${dataDir} cannot be used: ${message}. Name a folder that this user may write to.`,
      { cause: error },
    );
  }
  const held = lock;
  return () => held.close();
}
