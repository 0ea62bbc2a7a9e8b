import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { readConfig } from '../config.ts';
import { findDocumentFault, type PreparedDocument } from '../corpus/prepared-document.ts';
import { deserialiseDocument } from '../corpus/serialised-document.ts';
import { findFiles } from '../ingest/find-files.ts';
import { type ImportReport, importFiles } from '../ingest/import-files.ts';
import { writePack } from '../ingest/pack.ts';
import { nowSeconds, openStores, type Stores } from '../services.ts';
import { holdImportLock } from '../store/import-lock.ts';
import { createProgressLine } from './progress-line.ts';
import { UsageError } from './usage-error.ts';

type Environment = NodeJS.ProcessEnv;

async function withStores<T>(
  environment: Environment,
  work: (stores: Stores) => Promise<T>,
  durability: 'each' | 'end' = 'each',
): Promise<T> {
  const stores = await openStores(readConfig(environment), durability);
  try {
    return await work(stores);
  } finally {
    await stores.database.close();
  }
}

export async function importCommand(
  environment: Environment,
  places: readonly string[],
  options: { editionDate?: string; threads?: string; index: boolean; json: boolean },
): Promise<void> {
  for (const place of places) {
    if (!existsSync(place)) throw new UsageError(`there is no file or folder ${place}.`);
  }
  if (options.editionDate !== undefined && !/^\d{4}-\d\d-\d\d$/.test(options.editionDate)) {
    throw new UsageError(
      `--edition-date ${JSON.stringify(options.editionDate)} is not a day: write yyyy-mm-dd.`,
    );
  }
  const threads = options.threads === undefined ? availableParallelism() : Number(options.threads);
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) {
    throw new UsageError(`--threads ${JSON.stringify(options.threads)} must be a whole number from 1 to 64.`);
  }
  const config = readConfig(environment);
  const release = await holdImportLock(config);
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  let report: ImportReport;
  try {
    // Told of only when the store is closed: until then its commits need not reach the disk one by one.
    report = await withStores(environment, (stores) => importPlaces(stores, places, options, threads), 'end');
  } finally {
    await release();
  }
  printReport(report, secondsSoFar(), options.json);
  if (!options.index) return;
  const { indexAfterImport } = await import('./corpus-index.ts');
  const outcome = await indexAfterImport(config);
  if (!options.json) console.log(outcome);
}

/**
 * One processor is left to the thread that stores and to V8's own, which compile and collect: on two processors a
 * second reading thread costs more than it brings.
 */

async function importPlaces(
  { corpus }: Stores,
  places: readonly string[],
  options: { editionDate?: string },
  threads: number,
): Promise<ImportReport> {
  const files = findFiles(places, options.editionDate);
  const line = createProgressLine(process.stderr);
  const started = performance.now();
  const report = await importFiles({
    files,
    store: corpus,
    threads,
    nowSeconds,
    onProgress: ({ filesDone, filesTotal, documents, bytesDone, bytesTotal }) => {
      const seconds = (performance.now() - started) / 1000;
      const left = bytesDone === 0 ? 0 : (seconds / bytesDone) * (bytesTotal - bytesDone);
      line.show(
        `${filesDone}/${filesTotal} files  ${documents} documents  ${(bytesDone / 1e6 / seconds).toFixed(1)} MB/s  ${left.toFixed(0)} s left`,
      );
    },
  });
  line.end();
  return report;
}

function printReport(report: ImportReport, seconds: number, asJson: boolean): void {
  const skipped = report.refused.filter(({ code }) => code === 'unrecognised_format');
  const refused = report.refused.filter(({ code }) => code !== 'unrecognised_format');
  if (refused.length > 0) process.exitCode = 1;
  if (asJson) {
    console.log(JSON.stringify({ ...report, seconds: Math.round(seconds * 10) / 10 }, null, 2));
    return;
  }
  for (const { path, reason } of refused) console.log(`refused  ${path}: ${reason}`);
  if (skipped.length > 0) {
    console.log(`skipped  ${skipped.length} files in no known format, such as ${skipped[0]?.path}`);
  }
  console.log(
    `${report.added} added, ${report.changed} changed, ${report.unchanged} unchanged, ${refused.length} files refused, ${report.filesKnown} of ${report.files} files known already; ${seconds.toFixed(1)} s`,
  );
}

export async function statusCommand(environment: Environment, options: { json: boolean }): Promise<void> {
  const config = readConfig(environment);
  await withStores(environment, async ({ corpus }) => {
    const status = await corpus.status();
    const index = await readIndexStatus(config.dataDir, corpus, config.vectors);
    if (options.json) {
      console.log(JSON.stringify({ ...status, index }, null, 2));
      return;
    }
    console.log(
      `${status.documents} documents, ${status.revisions} revisions, ${(status.textBytes / 1e6).toFixed(1)} MB of text, generation ${status.generation}`,
    );
    console.log(
      `  index     generation ${index.generation}, ${index.chunks} chunks${config.vectors ? `, ${index.embedded} of them embedded` : ''}`,
    );
    for (const [name, counts] of [
      ['edition', status.byEdition],
      ['category', status.byCategory],
    ] as const) {
      for (const [value, count] of Object.entries(counts).sort())
        console.log(`  ${name.padEnd(9)} ${value.padEnd(20)} ${count}`);
    }
  });
}

/** What the index of this folder holds, without changing it. */
async function readIndexStatus(dataDir: string, corpus: Stores['corpus'], vectors: boolean) {
  const { openIndexService } = await import('../index-service.ts');
  let chunks = 0;
  const service = await openIndexService({
    dataDir,
    corpus,
    vectors,
    onState: ({ index }) => {
      chunks = index.liveChunkCount;
    },
  });
  service.takeUp();
  return { generation: service.generation, chunks, embedded: service.progress().embedded };
}

/** Re-reads everything: hashes, offsets, tables of contents, chunks. */
export async function verifyCommand(environment: Environment): Promise<void> {
  await withStores(environment, async ({ corpus }) => {
    const line = createProgressLine(process.stderr);
    let checked = 0;
    let faults = 0;
    for await (const { externalId, revision, document } of everyRevision(corpus)) {
      checked++;
      const fault = document ? findDocumentFault(document) : 'its text is gone';
      if (fault) {
        faults++;
        console.log(`FAULT ${externalId} revision ${revision}: ${fault}`);
      }
      if (checked % 500 === 0) line.show(`${checked} revisions read`);
    }
    line.end();
    console.log(`${checked} revisions verified, ${faults} faults`);
    if (faults > 0) process.exitCode = 1;
  });
}

export async function removeCommand(environment: Environment, externalIds: readonly string[]): Promise<void> {
  await withStores(environment, async ({ corpus }) => {
    const removed = new Set(
      await corpus.remove(
        externalIds.map((id) => id.toLowerCase()),
        nowSeconds(),
      ),
    );
    for (const externalId of removed)
      console.log(`removed ${externalId}; importing its source again brings it back`);
    const missing = externalIds.filter((id) => !removed.has(id.toLowerCase()));
    if (missing.length > 0)
      throw new UsageError(`there is no document ${missing.join(', ')} in the catalog.`);
  });
}

export async function exportCommand(
  environment: Environment,
  file: string,
  options: { all: boolean },
): Promise<void> {
  await withStores(environment, async ({ corpus }) => {
    const documents: PreparedDocument[] = [];
    for await (const { current, document } of everyRevision(corpus)) {
      if (document && (options.all || current)) documents.push(document);
    }
    // Within one pack a document may stand once: earlier revisions go to files of their own.
    const packs = new Map<number, PreparedDocument[]>();
    const seen = new Map<string, number>();
    for (const document of documents) {
      const turn = seen.get(document.facts.externalId) ?? 0;
      seen.set(document.facts.externalId, turn + 1);
      packs.set(turn, [...(packs.get(turn) ?? []), document]);
    }
    for (const [turn, pack] of packs) {
      const name = turn === 0 ? file : file.replace(/(\.pack)?(\.gz)?$/, `-${turn + 1}$1$2`);
      writeFileSync(name, writePack(pack));
      console.log(`${name}: ${pack.length} documents`);
    }
  });
}

async function* everyRevision(corpus: Stores['corpus']) {
  let after: string | undefined;
  for (;;) {
    const rows = await corpus.allRevisions(after, 500);
    for (const row of rows) {
      const stored = await corpus.readSerialised(row.documentId, row.revision);
      yield { ...row, document: stored && deserialiseDocument(stored) };
    }
    after = rows.at(-1)?.id;
    if (after === undefined) return;
  }
}
