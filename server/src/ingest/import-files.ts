import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Piscina } from 'piscina';
import type { CorpusStore, StageOutcome } from '../corpus/corpus-store.ts';
import type { SerialisedDocument } from '../corpus/serialised-document.ts';
import type { FoundFile } from './find-files.ts';
import type { FileTask, PreparedFile } from './prepare-file.ts';
import { readersVersion } from './readers-version.ts';
import { maxSourceBytes } from './unpack.ts';

/** Transactions stay short, so that a running server's own writes wait a moment at most. */
const batchDocuments = 200;
const batchBytes = 4 * 1024 * 1024;

/** As stored, that is mostly packed: ten times as much to read, and again ten times that in memory. */
const heavyBytes = 1_000_000;

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
 * Imports files: parsed in parallel in worker threads, stored one after the other. Each file becomes visible
 * at once and whole. Killed at any moment, the next run drops what was staged and goes on.
 */
export async function importFiles(parts: {
  readonly files: readonly FoundFile[];
  readonly store: CorpusStore;
  readonly threads: number;
  readonly nowSeconds: () => number;
  readonly onProgress: (progress: ImportProgress) => void;
}): Promise<ImportReport> {
  const { files, store, threads, nowSeconds, onProgress } = parts;
  const counts: Record<StageOutcome, number> = { added: 0, changed: 0, unchanged: 0 };
  const refused: { path: string; code: string; reason: string }[] = [];
  const bytesTotal = files.reduce((sum, file) => sum + file.size, 0);
  let filesDone = 0;
  let filesKnown = 0;
  let bytesDone = 0;
  let sourceBytes = 0;
  const pool = new Piscina<FileTask, PreparedFile>({
    filename: new URL('./prepare-file.ts', import.meta.url).href,
    name: 'prepareFile',
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 10_000,
  });

  async function storeFile(file: FoundFile, sha256: string, prepared: PreparedFile): Promise<void> {
    if ('refused' in prepared) {
      refused.push({ path: file.path, code: prepared.code, reason: prepared.refused });
      return;
    }
    sourceBytes += prepared.sourceBytes;
    const source = { name: file.path, format: prepared.format, sha256, readers: readersVersion };
    const count = (outcomes: readonly StageOutcome[]) => {
      for (const outcome of outcomes) counts[outcome]++;
    };
    const [first = [], ...rest] = batches(prepared.documents);
    if (rest.length === 0) {
      count(await store.importWhole(source, first, nowSeconds()));
      return;
    }
    const importId = await store.beginImport(source);
    for (const batch of [first, ...rest]) count(await store.stage(importId, batch, nowSeconds()));
    await store.publish(importId, nowSeconds());
  }

  // One file is stored at a time, in order; the threads read ahead by as many as there are of them.
  const ahead: { file: FoundFile; sha256: string; prepared: Promise<PreparedFile> }[] = [];
  const finishOldest = async () => {
    const oldest = ahead.shift();
    if (!oldest) return;
    await storeFile(oldest.file, oldest.sha256, await oldest.prepared);
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
    await store.dropUnfinished();
    // PDFs first: what their parser holds is given back before the large XML files need as much.
    for (const file of [...files.filter(isPdf), ...files.filter((one) => !isPdf(one))]) {
      const sha256 = file.size > maxSourceBytes ? '' : fileHash(file);
      if (await store.isImported(sha256, readersVersion)) {
        filesKnown++;
        report(file);
        continue;
      }
      const task = { path: file.path, editionDate: file.editionDate };
      // A PDF or a whole title takes some hundred MB to read: such files go one after the other.
      const prepared = isHeavy(file) ? lastHeavy.then(() => pool.run(task)) : pool.run(task);
      if (isHeavy(file)) lastHeavy = prepared.catch(() => {});
      prepared.catch(() => {}); // awaited in its turn
      ahead.push({ file, sha256, prepared });
      if (ahead.length > threads) await finishOldest();
    }
    while (ahead.length > 0) await finishOldest();
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

function* batches(documents: readonly SerialisedDocument[]): Generator<SerialisedDocument[]> {
  let batch: SerialisedDocument[] = [];
  let size = 0;
  for (const document of documents) {
    batch.push(document);
    size += document.bytes.length;
    if (batch.length >= batchDocuments || size >= batchBytes) {
      yield batch;
      batch = [];
      size = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
