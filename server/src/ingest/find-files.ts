import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly editionDate: string | undefined;
}

const isoDate = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;

/** Every file below the given files and folders, in a fixed order, with the edition date its place tells. */
export function findFiles(roots: readonly string[], editionDate?: string): FoundFile[] {
  const indexes = new Map<string, ReadonlyMap<string, string>>();
  return roots.flatMap((root) =>
    walk(root).map((path) => ({
      path,
      size: statSync(path).size,
      editionDate: editionDate ?? dateOf(path, root, indexes),
    })),
  );
}

function walk(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() || entry.isFile() ? walk(join(place, entry.name)) : []));
}

/**
 * The day whose law a file states, where its surroundings tell: a date in its name; an `index*.json` beside
 * or above it that names the file with an `edition` or `effective` date; a date, else a year, in its path.
 */
function dateOf(
  path: string,
  root: string,
  indexes: Map<string, ReadonlyMap<string, string>>,
): string | undefined {
  const inName = isoDate.exec(basename(path))?.[0];
  if (inName !== undefined) return inName;
  const top = statSync(root).isDirectory() ? root : dirname(root);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const index = indexes.get(folder) ?? readIndex(folder);
    indexes.set(folder, index);
    const listed = index.get(relative(folder, path)) ?? index.get('');
    if (listed !== undefined) return listed;
    if (folder === top || folder === dirname(folder)) break;
  }
  const place = relative(dirname(top), path);
  const year = /(?:^|[/_-])(20\d\d)(?=[/_.-])/.exec(place)?.[1];
  return isoDate.exec(place)?.[0] ?? (year === undefined ? undefined : `${year}-01-01`);
}

/** File to date; under the empty name, the date in the index's own name. */
function readIndex(folder: string): ReadonlyMap<string, string> {
  const dates = new Map<string, string>();
  for (const name of readdirSync(folder).filter((one) => /^index.*\.json$/.test(one))) {
    let rows: unknown;
    try {
      rows = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    } catch {
      continue; // not an index of ours: the files are imported without it
    }
    for (const row of Array.isArray(rows) ? rows : []) {
      const { file, edition, effective }: { file?: unknown; edition?: unknown; effective?: unknown } =
        Object(row);
      const date = [edition, effective].find((value) => typeof value === 'string' && isoDate.test(value));
      if (typeof file === 'string' && typeof date === 'string') dates.set(file, date);
    }
    const own = isoDate.exec(name)?.[0];
    if (own !== undefined) dates.set('', own);
  }
  return dates;
}
