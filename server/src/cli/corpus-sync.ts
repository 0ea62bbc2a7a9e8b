import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { FoundFile } from '../ingest/find-files.ts';
import { type ImportReport, importFiles } from '../ingest/import-files.ts';
import { type Manifest, parseManifest } from '../ingest/sync/manifest.ts';
import { ManifestError } from '../ingest/sync/manifest-fields.ts';
import { createPoliteFetch } from '../ingest/sync/polite-fetch.ts';
import { createSendRequest } from '../ingest/sync/send-request.ts';
import type { Mirrors } from '../ingest/sync/site-address.ts';
import { type SyncItem, syncSource } from '../ingest/sync/sync-source.ts';
import { nowSeconds, openStores } from '../services.ts';
import { holdFileLock } from '../store/file-lock.ts';
import { holdImportLock } from '../store/import-lock.ts';
import { version } from '../version.ts';
import { nearestWord } from './nearest-word.ts';
import { createProgressLine } from './progress-line.ts';
import { UsageError } from './usage-error.ts';

type Environment = NodeJS.ProcessEnv;
type Failure = Extract<SyncItem, { outcome: 'failed' }>;

interface SourceReport {
  readonly name: string;
  fetched: number;
  notModified: number;
  readonly wouldFetch: { readonly key: string; readonly url: string }[];
  readonly failed: Omit<Failure, 'outcome'>[];
  readonly notes: string[];
  readonly files: FoundFile[];
  imported: ImportReport | undefined;
}

/** Fetches what the manifests name from the official sites, and imports what is new. */
export async function syncCommand(
  environment: Environment,
  names: readonly string[],
  options: { json: boolean; dryRun: boolean },
): Promise<void> {
  const config = readConfig(environment);
  const mirrors = readMirrors(environment.PANDECT_SYNC_BASE?.trim() ?? '');
  const manifests = chooseManifests(readManifests(environment.PANDECT_SYNC_SOURCES?.trim() ?? ''), names);
  // Downloads take their time and must not hold up other imports, so they have a lock of their own.
  const busy = 'another sync is running on this data folder. Wait for it to end, then run this again.';
  const release = options.dryRun ? () => {} : holdFileLock(config.dataDir, 'sync.lock', busy);
  const started = performance.now();
  const reports: SourceReport[] = [];
  try {
    for (const manifest of manifests) {
      const report = await download(manifest, config, mirrors, options.dryRun);
      reports.push(report);
      if (report.files.length > 0 && !options.dryRun) report.imported = await importAll(config, report.files);
      if (!options.json) printReport(report, options.dryRun);
    }
  } finally {
    release();
  }
  if (reports.some(({ imported }) => imported !== undefined)) {
    const outcome = await (await import('./corpus-index.ts')).indexAfterImport(config);
    if (!options.json) console.log(outcome);
  }
  if (options.json) {
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const sources = reports.map(({ files, ...report }) => ({ ...report, files: files.length }));
    console.log(JSON.stringify({ dryRun: options.dryRun, sources, seconds }, null, 2));
  }
  const wrong = reports.some(
    ({ failed, imported }) => failed.length > 0 || (imported?.refused.length ?? 0) > 0,
  );
  if (wrong) process.exitCode = 1;
}

async function download(
  manifest: Manifest,
  config: Config,
  mirrors: Mirrors,
  dryRun: boolean,
): Promise<SourceReport> {
  const line = createProgressLine(process.stderr);
  const fetch = createPoliteFetch({
    hosts: manifest.hosts,
    pauseMs: manifest.pauseMs,
    maxBytes: manifest.maxBytes,
    timeoutMs: manifest.timeoutMs,
    send: createSendRequest(),
    nowMs: Date.now,
    sleep: async (ms) => {
      await sleep(ms);
    },
    random: Math.random,
    userAgent: `Pandect/${version} (corpus sync)`,
    mirrors,
  });
  const report: SourceReport = {
    name: manifest.name,
    fetched: 0,
    notModified: 0,
    wouldFetch: [],
    failed: [],
    notes: [],
    files: [],
    imported: undefined,
  };
  for await (const item of syncSource({
    manifest,
    folder: join(config.dataDir, 'sources', manifest.name),
    fetch,
    nowMs: Date.now,
    dryRun,
    onProgress: ({ done, total, bytesFetched, key }) =>
      line.show(`${manifest.name}: ${done}/${total}  ${(bytesFetched / 1e6).toFixed(1)} MB fetched  ${key}`),
  })) {
    addItem(report, item);
  }
  line.end();
  return report;
}

function addItem(report: SourceReport, item: SyncItem): void {
  switch (item.outcome) {
    case 'fetched':
    case 'not-modified':
      if (item.outcome === 'fetched') report.fetched++;
      else report.notModified++;
      // Those not modified too: a run killed after the download has not imported them.
      report.files.push(
        ...item.files.map(({ path, bytes, editionDate }) => ({ path, size: bytes, editionDate })),
      );
      return;
    case 'would-fetch':
      report.wouldFetch.push({ key: item.key, url: item.url });
      return;
    case 'failed':
      report.failed.push({ key: item.key, code: item.code, reason: item.reason });
      return;
    case 'note':
      report.notes.push(item.reason);
  }
}

async function importAll(config: Config, files: readonly FoundFile[]): Promise<ImportReport> {
  const release = await holdImportLock(config);
  try {
    const stores = await openStores(config);
    const line = createProgressLine(process.stderr);
    try {
      return await importFiles({
        files,
        store: stores.corpus,
        threads: availableParallelism(),
        nowSeconds,
        onProgress: ({ filesDone, filesTotal, documents }) =>
          line.show(`importing ${filesDone}/${filesTotal} files  ${documents} documents`),
      });
    } finally {
      line.end();
      await stores.database.close();
    }
  } finally {
    await release();
  }
}

function printReport(report: SourceReport, dryRun: boolean): void {
  const { name, fetched, notModified, wouldFetch, failed, notes, imported } = report;
  for (const { key, url } of wouldFetch) console.log(`would fetch  ${key}  ${url}`);
  for (const { key, reason } of failed) console.log(`failed  ${name} ${key}: ${reason}`);
  for (const { path, reason } of imported?.refused ?? []) console.log(`refused  ${path}: ${reason}`);
  for (const note of notes) console.log(`note  ${name}: ${note}`);
  const first = dryRun ? `${wouldFetch.length} to fetch` : `${fetched} fetched`;
  console.log(`${name}: ${first}, ${notModified} not modified, ${failed.length} failed`);
  if (imported) {
    const { added, changed, unchanged, refused, filesKnown, files } = imported;
    console.log(
      `${name}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} files refused, ${filesKnown} of ${files} files known already`,
    );
  }
}

/** From the folder `sources` of this program, or one of the operator's own. */
function readManifests(ownFolder: string): Manifest[] {
  const folder = ownFolder || fileURLToPath(new URL('../../../sources', import.meta.url));
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => parseManifest(join(folder, name), readFileSync(join(folder, name), 'utf8')));
  } catch (error) {
    if (error instanceof ManifestError) throw new UsageError(error.message);
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(`the manifests in ${folder} cannot be read: ${error.message}`);
    }
    throw error;
  }
}

function chooseManifests(all: readonly Manifest[], names: readonly string[]): readonly Manifest[] {
  const known = all.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = nearestWord(name, known);
    throw new UsageError(
      `there is no manifest ${JSON.stringify(name)}${nearest ? `; did you mean ${nearest}?` : '.'} There are ${known.join(', ')}.`,
    );
  }
  return all.filter(({ name, byDefault }) => (names.length === 0 ? byDefault : names.includes(name)));
}

/** `https://www.ecfr.gov=http://127.0.0.1:1234,...`: a base inside the house in place of an official site. */
export function readMirrors(value: string): Mirrors {
  const mirrors = new Map<string, URL>();
  for (const entry of value.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, origin = '', base = ''] =
      /^(https:\/\/[a-z0-9.-]{1,253})=(https?:\/\/[^\s]{1,500})$/.exec(entry) ?? [];
    const url = URL.canParse(base) ? new URL(base) : undefined;
    if (!url || `${url.search}${url.hash}${url.username}${url.password}` !== '') {
      throw new ConfigError(
        'PANDECT_SYNC_BASE',
        entry,
        'write https://<official host>=<http or https address without ? # or user>, with commas between',
      );
    }
    if (mirrors.has(origin)) throw new ConfigError('PANDECT_SYNC_BASE', entry, `${origin} is named twice`);
    mirrors.set(origin, url);
  }
  return mirrors;
}
