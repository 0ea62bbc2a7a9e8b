import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtAhead } from './built-ahead.ts';
import type { ConsoleFile, ConsoleFiles } from './http/routes/console.ts';

const root = join(import.meta.dirname, '..', '..');
const cacheDir = join(root, 'node_modules', '.cache', 'pandect');
/** What the console is built from: its own sources and the two packages it imports. */
const sourceFolders = ['console', 'client/src', 'contract/src'];

let reading: Promise<ConsoleFiles> | undefined;

/**
 * The built console, all of it in memory. Asked for with the first request of it, not at the start: where a
 * source has changed, the build takes seconds in which the API is already served.
 */
export function loadConsole(): Promise<ConsoleFiles> {
  reading ??= readConsole().catch((error: unknown) => {
    reading = undefined; // the next request tries again
    throw error;
  });
  return reading;
}

async function readConsole(): Promise<ConsoleFiles> {
  const built = await builtAhead({
    sourceDir: root,
    sources: [...sourceFolders.flatMap(sourcesIn), 'package-lock.json'],
    cacheDir,
    name: 'console.json',
    builder: '2',
    build: buildInChild,
  });
  const packed: readonly PackedFile[] = JSON.parse(Buffer.from(await built.bytes()).toString('utf8'));
  return new Map(packed.map((file) => [file.path, unpack(file)]));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.(?:tsx?|css|html|svg|json)$/.test(name) && !/\.test\.ts$|^(?:dist|node_modules)\//.test(name),
    )
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** In a process of its own: a bundler would hold up the requests, and its memory would stay. */
async function buildInChild(): Promise<Uint8Array> {
  const script = join(root, 'console', 'build.ts');
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    throw new Error('the console is not built and vite, which builds it, is not installed');
  }
  const folder = mkdtempSync(join(tmpdir(), 'pandect-console-'));
  try {
    const file = join(folder, 'console.json');
    // Whoever asks, a test run too, gets what a reader gets.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, [script, file], { cwd: root, env });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file of the console as `console/build.ts` writes it. */
export interface PackedFile {
  /** `/index.html`, `/assets/index-4f2a.js` */
  readonly path: string;
  readonly contentType: string;
  /** From the SHA-256 of the content. */
  readonly etag: string;
  /** By content coding, base64. */
  readonly forms: Readonly<Record<'identity' | 'gzip' | 'br', string>>;
}

function unpack({ contentType, etag, forms }: PackedFile): ConsoleFile {
  return {
    contentType,
    etag,
    forms: {
      identity: Buffer.from(forms.identity, 'base64'),
      gzip: Buffer.from(forms.gzip, 'base64'),
      br: Buffer.from(forms.br, 'base64'),
    },
  };
}
