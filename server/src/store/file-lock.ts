import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreRefused } from '../store-failure.ts';

/** Another process holds the lock. */
export class FileLockBusy extends StoreRefused {}

/**
 * A lock on a data folder: SQLite's own, on a file beside the store, so the system gives it back whenever
 * and however the process ends. No stale lock is ever left behind.
 */
export function holdFileLock(dataDir: string, name: string, busy: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(dataDir, name), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const message = error instanceof Error ? error.message : String(error);
    if (/locked/.test(message)) throw new FileLockBusy(busy, { cause: error });
    throw new StoreRefused(
      `PANDECT_DATA_DIR=${dataDir} cannot be used: ${message}. Name a folder that this user may write to.`,
      { cause: error },
    );
  }
  const held = lock;
  return () => held.close();
}
