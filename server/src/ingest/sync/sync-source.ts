import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceError } from '../reader.ts';
import { maxSourceBytes } from '../unpack.ts';
import { cutUslm } from './cut-uslm.ts';
import { FetchFailure } from './fetch-failure.ts';
import type { FilesManifest, Manifest } from './manifest.ts';
import { ListingError, type Plan, type PlannedFile } from './plan.ts';
import { planEcfr, planGovinfo } from './plan-ecfr.ts';
import { planFederalRegister } from './plan-federal-register.ts';
import { planUscode } from './plan-uscode.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import {
  type KeptFile,
  readSyncState,
  type SyncEntry,
  writeAtomically,
  writeSyncState,
} from './sync-state.ts';
import { unzip } from './unzip.ts';

/** A file of the manifest as it now stands on disk. */
export interface SyncedFile {
  readonly path: string;
  readonly bytes: number;
  readonly editionDate: string | undefined;
}

export type SyncItem =
  /** New bytes came and are kept. */
  | { readonly outcome: 'fetched'; readonly key: string; readonly files: readonly SyncedFile[] }
  /** The site has nothing newer than what is kept. */
  | { readonly outcome: 'not-modified'; readonly key: string; readonly files: readonly SyncedFile[] }
  /** In a dry run only. */
  | { readonly outcome: 'would-fetch'; readonly key: string; readonly url: string }
  | { readonly outcome: 'failed'; readonly key: string; readonly code: string; readonly reason: string }
  | { readonly outcome: 'note'; readonly reason: string };

export interface SyncProgress {
  readonly done: number;
  readonly total: number;
  readonly bytesFetched: number;
  /** What is fetched now. */
  readonly key: string;
}

/** A site that is away for this many files in a row is left alone until the next run. */
const maxFailuresInARow = 3;

/**
 * Brings the files of a manifest up to date in its folder, and tells of each how it went. Every file is whole
 * and noted in the state before the next is asked for: killed at any moment, the next run goes on from there.
 */
export async function* syncSource(parts: {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly fetch: PoliteFetch;
  readonly nowMs: () => number;
  readonly dryRun: boolean;
  readonly onProgress: (progress: SyncProgress) => void;
}): AsyncGenerator<SyncItem> {
  const { manifest, folder, fetch, nowMs, dryRun, onProgress } = parts;
  let plan: Plan;
  try {
    plan = await planSource(manifest, fetch);
  } catch (error) {
    yield failed(manifest.name, error);
    return;
  }
  for (const { key, reason } of plan.faults) yield { outcome: 'failed', key, code: 'not_listed', reason };
  for (const reason of plan.notes) yield { outcome: 'note', reason };
  const { entries, damaged } = readSyncState(folder);
  if (damaged)
    yield { outcome: 'note', reason: 'the state of the last run cannot be read; everything is fetched' };

  let bytesFetched = 0;
  let failuresInARow = 0;
  for (const [index, file] of plan.files.entries()) {
    onProgress({ done: index, total: plan.files.length, bytesFetched, key: file.key });
    const known = intactEntry(folder, entries.get(file.key));
    if (known?.url === file.url && file.settled) {
      yield { outcome: 'not-modified', key: file.key, files: filesOf(folder, known) };
      continue;
    }
    if (dryRun) {
      yield { outcome: 'would-fetch', key: file.key, url: file.url };
      continue;
    }
    try {
      // An ETag speaks of one address only.
      const { etag, lastModified } = known?.url === file.url ? known : {};
      const fetched = await fetch({ url: file.url, format: file.format, etag, lastModified });
      failuresInARow = 0;
      if (fetched.outcome === 'not-modified') {
        yield { outcome: 'not-modified', key: file.key, files: known ? filesOf(folder, known) : [] };
        continue;
      }
      bytesFetched += fetched.bytes.length;
      const files = keepFiles(folder, file, fetched.bytes);
      const entry: SyncEntry = {
        url: file.url,
        files,
        etag: fetched.etag,
        lastModified: fetched.lastModified,
        editionDate: file.editionDate,
        fetchedAt: new Date(nowMs()).toISOString(),
      };
      entries.set(file.key, entry);
      writeSyncState(folder, entries);
      const same = known !== undefined && sameBytes(known.files, files);
      yield { outcome: same ? 'not-modified' : 'fetched', key: file.key, files: filesOf(folder, entry) };
    } catch (error) {
      yield failed(file.key, error);
      failuresInARow = error instanceof FetchFailure && error.passing ? failuresInARow + 1 : 0;
      const left = plan.files.length - index - 1;
      if (failuresInARow >= maxFailuresInARow && left > 0) {
        const reason = `${manifest.site} failed ${failuresInARow} times in a row; ${left} more are left for the next run`;
        yield { outcome: 'failed', key: manifest.name, code: 'left_for_later', reason };
        return;
      }
    }
  }
  onProgress({ done: plan.files.length, total: plan.files.length, bytesFetched, key: manifest.name });
}

async function planSource(manifest: Manifest, fetch: PoliteFetch): Promise<Plan> {
  switch (manifest.kind) {
    case 'ecfr':
      return planEcfr(manifest, fetch);
    case 'govinfo-ecfr':
      return planGovinfo(manifest);
    case 'federal-register':
      return planFederalRegister(manifest, fetch);
    case 'uscode':
      return planUscode(manifest, fetch);
    case 'files':
      return planFiles(manifest);
  }
}

function planFiles({ site, files }: FilesManifest): Plan {
  const planned = files.map(({ path, file, editionDate }): PlannedFile => {
    const format = file.endsWith('.pdf') ? 'pdf' : file.endsWith('.html') ? 'html' : 'xml';
    return { key: file, url: `${site}${path}`, path: file, format, editionDate, settled: false };
  });
  return { files: planned, faults: [], notes: [] };
}

/** What went wrong with one file is told; what is wrong with this program or the disk is thrown. */
function failed(key: string, error: unknown): SyncItem {
  if (error instanceof FetchFailure || error instanceof SourceError) {
    return { outcome: 'failed', key, code: error.code, reason: error.message };
  }
  if (error instanceof ListingError)
    return { outcome: 'failed', key, code: 'listing', reason: error.message };
  throw error;
}

function keepFiles(folder: string, file: PlannedFile, bytes: Uint8Array): KeptFile[] {
  const texts = file.format === 'zip' ? titlesOfCode(file, bytes) : [{ path: file.path, bytes }];
  if (texts.length === 0) throw new SourceError('malformed', `${file.url} holds no title of the Code`);
  return texts.map((text) => {
    writeAtomically(join(folder, text.path), text.bytes);
    return { path: text.path, bytes: text.bytes.length, sha256: sha256(text.bytes) };
  });
}

function titlesOfCode({ path, chapters }: PlannedFile, zip: Uint8Array) {
  const entries = unzip(zip, (name) => /^usc\d\d[a-z]?\.xml$/i.test(name), maxSourceBytes);
  return entries.map(({ name, bytes }) => ({
    path: `${path}/${name.toLowerCase()}`,
    bytes: chapters ? cutUslm(bytes, chapters) : bytes,
  }));
}

/** The entry, if its files still stand on disk as they were put there. */
function intactEntry(folder: string, entry: SyncEntry | undefined): SyncEntry | undefined {
  if (!entry || entry.files.length === 0) return undefined;
  const intact = entry.files.every(({ path, sha256: expected }) => {
    try {
      return sha256(readFileSync(join(folder, path))) === expected;
    } catch {
      return false; // gone or unreadable: it is fetched again
    }
  });
  return intact ? entry : undefined;
}

function filesOf(folder: string, { files, editionDate }: SyncEntry): SyncedFile[] {
  return files.map(({ path, bytes }) => ({ path: join(folder, path), bytes, editionDate }));
}

function sameBytes(before: readonly KeptFile[], after: readonly KeptFile[]): boolean {
  return (
    before.length === after.length && after.every((file, index) => file.sha256 === before[index]?.sha256)
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
