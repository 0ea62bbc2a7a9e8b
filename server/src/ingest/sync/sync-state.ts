import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asRecord } from './plan.ts';

/** One file on disk, by its path below the manifest's folder. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What is known of one address of a manifest since it was last fetched. */
export interface SyncEntry {
  readonly url: string;
  readonly files: readonly KeptFile[];
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly editionDate: string | undefined;
  /** RFC 3339; when the bytes last came over the wire. */
  readonly fetchedAt: string;
}

export type SyncState = ReadonlyMap<string, SyncEntry>;

/** A dot file: an import of the folder passes over it. */
const stateName = '.sync-state.json';

/** The state is a memory, not a record: one that cannot be read costs a download, so `damaged` is only told. */
export function readSyncState(folder: string): { entries: Map<string, SyncEntry>; damaged: boolean } {
  let text: string;
  try {
    text = readFileSync(join(folder, stateName), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { entries: new Map(), damaged: false };
    }
    throw error;
  }
  const entries = new Map<string, SyncEntry>();
  try {
    const kept = asRecord(asRecord(JSON.parse(text))?.entries);
    for (const [key, value] of Object.entries(kept ?? {})) {
      const entry = readEntry(value);
      if (entry) entries.set(key, entry);
    }
    return { entries, damaged: kept === undefined };
  } catch {
    return { entries, damaged: true };
  }
}

export function writeSyncState(folder: string, entries: SyncState): void {
  const text = `${JSON.stringify({ version: 1, entries: Object.fromEntries(entries) }, null, 1)}\n`;
  writeAtomically(join(folder, stateName), Buffer.from(text));
}

/** Whole or not at all, however the process ends: written beside, flushed, and renamed. */
export function writeAtomically(path: string, bytes: Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const beside = join(folder, `.${path.slice(folder.length + 1)}.part`);
  writeFileSync(beside, bytes, { flush: true });
  renameSync(beside, path);
}

function readEntry(value: unknown): SyncEntry | undefined {
  const row = asRecord(value);
  if (!row || typeof row.url !== 'string' || typeof row.fetchedAt !== 'string') return undefined;
  const files: KeptFile[] = [];
  for (const one of Array.isArray(row.files) ? row.files : []) {
    const { path, bytes, sha256 } = asRecord(one) ?? {};
    if (typeof path !== 'string' || typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
    files.push({ path, bytes, sha256 });
  }
  return {
    url: row.url,
    files,
    etag: textOrNone(row.etag),
    lastModified: textOrNone(row.lastModified),
    editionDate: textOrNone(row.editionDate),
    fetchedAt: row.fetchedAt,
  };
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
