import { FileLockBusy, holdFileLock } from './file-lock.ts';

/** The right to build the search index of a folder; undefined while another process has it. */
export function tryIndexLock(dataDir: string): (() => void) | undefined {
  return tryFileLock(dataDir, 'index.lock');
}

/** The right to make the vectors of a folder: apart from the index, which is built while they are made. */
export function tryEmbedLock(dataDir: string): (() => void) | undefined {
  return tryFileLock(dataDir, 'embed.lock');
}

function tryFileLock(dataDir: string, name: string): (() => void) | undefined {
  try {
    return holdFileLock(dataDir, name, `${name} of ${dataDir} is held by another process.`);
  } catch (error) {
    if (error instanceof FileLockBusy) return undefined;
    throw error;
  }
}
