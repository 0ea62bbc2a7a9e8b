import { FileLockBusy, holdFileLock } from './file-lock.ts';

/** The right to build the search index of a folder; undefined while another process has it. */
export function tryIndexLock(dataDir: string): (() => void) | undefined {
  try {
    return holdFileLock(dataDir, 'index.lock', `the index of ${dataDir} is being built by another process.`);
  } catch (error) {
    if (error instanceof FileLockBusy) return undefined;
    throw error;
  }
}
