import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Piscina } from 'piscina';
import type { CorpusStore, ImportFile, ImportOutcome } from '../corpus/corpus-store.ts';
import type { FoundFile } from './find-files.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import type { FileTask } from './prepare-file.ts';
import { readersVersion } from './readers-version.ts';
import { maxSourceBytes } from './unpack.ts';

/** As stored, that is mostly packed: ten times as much to read, and again ten times that in memory. */
const heavyBytes = 1_000_000;

/** Twice V8's own: a document's pieces are dead before they need be moved. */
const maxYoungGenerationSizeMb = 96;

/** Files share a transaction up to about this much text: each commit writes the same few pages again. */
const filesAtOnce = 25;
const bytesAtOnce = 4 * 1024 * 1024;

/**
 * What may be read ahead of the file whose turn it is to be stored: enough that no thread waits while a whole
 * title is read, little enough to hold in memory.
 */
const filesAhead = 100;
const bytesAhead = 4_000_000;

export interface ImportProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly documents: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

export interface ImportReport {
  readonly files: number;
  /** Read before, byte for byte, by these very readers. */
  readonly filesKnown: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly path: string; readonly code: string; readonly reason: string }[];
  readonly sourceBytes: number;
}

/**
 * Imports files: parsed in parallel in worker threads, stored in order. Each file becomes visible at once and
 * whole. Killed at any moment, the next run goes on behind the last commit.
 */
export async function importFiles(parts: {
  readonly files: readonly FoundFile[];
  readonly store: CorpusStore;
  readonly threads: number;
  readonly nowSeconds: () => number;
  readonly onProgress: (progress: ImportProgress) => void;
}): Promise<ImportReport> {
  const { files, store, threads, nowSeconds, onProgress } = parts;
  const counts: Record<ImportOutcome, number> = { added: 0, changed: 0, unchanged: 0 };
  const refused: { path: string; code: string; reason: string }[] = [];
  const bytesTotal = files.reduce((sum, file) => sum + file.size, 0);
  let filesDone = 0;
  let filesKnown = 0;
  let bytesDone = 0;
  let sourceBytes = 0;
  const pool = new Piscina<FileTask, PreparedBatch>({
    filename: new URL('./prepare-batch.ts', import.meta.url).href,
    name: 'prepareBatch',
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 10_000,
    resourceLimits: { maxYoungGenerationSizeMb },
  });

  let waiting: ImportFile[] = [];
  async function storeWaiting(): Promise<void> {
    if (waiting.length === 0) return;
    const outcomes = await store.importWhole(waiting, nowSeconds());
    waiting = [];
    for (const outcome of outcomes) counts[outcome]++;
  }

  async function takeUp(file: FoundFile, sha256: string, prepared: PreparedBatch): Promise<void> {
    if ('refused' in prepared) {
      refused.push({ path: file.path, code: prepared.code, reason: prepared.refused });
      return;
    }
    const { format, batch } = prepared;
    sourceBytes += prepared.sourceBytes;
    waiting.push({ name: file.path, format, sha256, readers: readersVersion, batch });
    const bytes = waiting.reduce((sum, one) => sum + one.batch.bytes.length, 0);
    if (waiting.length >= filesAtOnce || bytes >= bytesAtOnce) await storeWaiting();
  }

  // Files are stored in order: a text's number does not depend on which thread was quicker.
  const ahead: { file: FoundFile; sha256: string; prepared: Promise<PreparedBatch> }[] = [];
  let lightBytesAhead = 0;
  const finishOldest = async () => {
    const oldest = ahead.shift();
    if (!oldest) return;
    await takeUp(oldest.file, oldest.sha256, await oldest.prepared);
    if (!isHeavy(oldest.file)) lightBytesAhead -= oldest.file.size;
    report(oldest.file);
  };
  const isPdf = (file: FoundFile) => /\.pdf(\.gz)?$/i.test(file.path);
  const isHeavy = (file: FoundFile) => isPdf(file) || file.size > heavyBytes;
  let lastHeavy: Promise<unknown> = Promise.resolve();
  const report = (file: FoundFile) => {
    filesDone++;
    bytesDone += file.size;
    const documents = counts.added + counts.changed + counts.unchanged;
    onProgress({ filesDone, filesTotal: files.length, documents, bytesDone, bytesTotal });
  };

  try {
    // PDFs first: what their parser holds is given back before the large XML files need as much.
    for (const file of [...files.filter(isPdf), ...files.filter((one) => !isPdf(one))]) {
      const sha256 = file.size > maxSourceBytes ? '' : fileHash(file);
      if (await store.isImported(sha256, readersVersion)) {
        filesKnown++;
        report(file);
        continue;
      }
      const task = { path: file.path, editionDate: file.editionDate };
      // Only what is stored already counts, so it is asked for at the last moment.
      const runHeavy = async () => pool.run({ ...task, stored: await store.sourceKeys() });
      // A PDF or a whole title takes some hundred MB to read: such files go one after the other.
      const prepared = isHeavy(file) ? lastHeavy.then(runHeavy) : pool.run(task);
      if (isHeavy(file)) lastHeavy = prepared.catch(() => {});
      prepared.catch(() => {}); // awaited in its turn
      ahead.push({ file, sha256, prepared });
      if (!isHeavy(file)) lightBytesAhead += file.size;
      while (ahead.length > filesAhead || lightBytesAhead > bytesAhead) await finishOldest();
    }
    while (ahead.length > 0) await finishOldest();
    await storeWaiting();
  } finally {
    await pool.destroy();
  }
  return { files: files.length, filesKnown, ...counts, refused, sourceBytes };
}

/** The edition date is part of it: the same bytes under another date are another edition. */
function fileHash(file: FoundFile): string {
  return createHash('sha256')
    .update(readFileSync(file.path))
    .update(file.editionDate ?? '')
    .digest('hex');
}
