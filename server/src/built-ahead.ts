import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something made from a folder of sources ahead of time, so that a start need not read a thousand files. */
export interface BuiltAhead {
  /** Changes when a source, or what we make of the sources, changes. */
  readonly version: string;
  readonly bytes: () => Promise<Uint8Array>;
}

interface Stamp {
  /** Names, sizes and times of the sources: while these are the same, their contents are not read. */
  readonly signature: string;
  readonly version: string;
  readonly sha256: string;
}

/**
 * Gives what was built from the Markdown files of a folder, or from the files named. It is checked by hash, and built anew when a
 * source has changed, when the file is damaged, or when there is none. A cache that cannot be written costs
 * the building time at every start, nothing else.
 */
export async function builtAhead(parts: {
  readonly sourceDir: string;
  /** Relative to `sourceDir`, in a fixed order; its Markdown files where none are named. */
  readonly sources?: readonly string[];
  readonly cacheDir: string;
  readonly name: string;
  /** The version of `build`. */
  readonly builder: string;
  readonly build: (sourceDir: string, names: readonly string[]) => Promise<Uint8Array>;
}): Promise<BuiltAhead> {
  const { sourceDir, cacheDir, name, builder } = parts;
  const files = (parts.sources ?? markdownIn(sourceDir)).map((one) => {
    const { size, mtimeMs } = statSync(join(sourceDir, one));
    return { name: one, size, mtimeMs };
  });
  const names = files.map((file) => file.name);
  const build = () => parts.build(sourceDir, names);
  const signature = sign([builder, ...files.map((file) => `${file.name} ${file.size} ${file.mtimeMs}`)]);
  const stamp = readStamp(cacheDir, name);
  if (stamp?.signature === signature) {
    return { version: stamp.version, bytes: async () => readKept(cacheDir, name, stamp) ?? (await build()) };
  }
  const version = sign([
    builder,
    ...names.map((one) => `${one}\n${readFileSync(join(sourceDir, one), 'utf8')}`),
  ]);
  const kept = stamp?.version === version ? readKept(cacheDir, name, stamp) : undefined;
  const bytes = kept ?? (await build());
  tryToKeep(cacheDir, name, bytes, { signature, version });
  return { version, bytes: async () => bytes };
}

function markdownIn(sourceDir: string): readonly string[] {
  return readdirSync(sourceDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.endsWith('README.md'))
    .sort();
}

function readStamp(cacheDir: string, name: string): Stamp | undefined {
  try {
    const stamp: Stamp = JSON.parse(readFileSync(join(cacheDir, `${name}.stamp`), 'utf8'));
    return stamp;
  } catch {
    return undefined; // none yet, or damaged: it is made anew
  }
}

function readKept(cacheDir: string, name: string, stamp: Stamp): Uint8Array | undefined {
  try {
    const bytes = readFileSync(join(cacheDir, name));
    return sha256(bytes) === stamp.sha256 ? bytes : undefined;
  } catch {
    return undefined; // gone: it is made anew
  }
}

function tryToKeep(cacheDir: string, name: string, bytes: Uint8Array, stamp: Omit<Stamp, 'sha256'>): void {
  try {
    mkdirSync(cacheDir, { recursive: true });
    // Renamed into place, the stamp last: a kill in between leaves a file that is built again.
    for (const [file, content] of [
      [name, bytes],
      [`${name}.stamp`, JSON.stringify({ ...stamp, sha256: sha256(bytes) })],
    ] as const) {
      const draft = join(cacheDir, `${file}.${process.pid}`);
      writeFileSync(draft, content);
      renameSync(draft, join(cacheDir, file));
    }
  } catch {
    // A read-only installation: see above.
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function sign(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} ${part}\n`);
  return hash.digest('hex');
}
