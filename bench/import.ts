import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { findFiles } from '../server/src/ingest/find-files.ts';

const root = join(import.meta.dirname, '..');
/** As `npm run pandect` starts it, with its compiled code kept between runs. */
const pandect = [join(root, 'bootstrap.mjs'), 'pandect'];

/**
 * `npm run bench -- import [folder]`: the whole corpus, then again; and the XML of it alone beside a bare
 * `saxes` parse of the same files on as many threads, in the same run.
 */
export async function run([folder = '../shared/corpus']: string[]): Promise<void> {
  const corpus = join(root, folder);
  if (!existsSync(corpus)) throw new Error(`there is no folder ${corpus}`);
  const threads = availableParallelism();
  const xml = findFiles([corpus]).filter(({ path }) => /\.xml(\.gz)?$/.test(path));

  const bare = await bareParse(
    xml.map(({ path }) => path),
    threads,
  );
  const xmlOnly = importInto(
    mkdtempSync(join(tmpdir(), 'pandect-import-')),
    xml.map(({ path }) => path),
  );
  const ratio = bare.seconds / xmlOnly.seconds;
  console.log(
    `XML alone, ${(bare.bytes / 1e6).toFixed(1)} MB in ${xml.length} files on ${threads} threads: bare saxes ${(bare.bytes / 1e6 / bare.seconds).toFixed(1)} MB/s, import ${(bare.bytes / 1e6 / xmlOnly.seconds).toFixed(1)} MB/s, ratio ${ratio.toFixed(2)} (promised: at least 0.30)`,
  );
  rmSync(xmlOnly.dataDir, { recursive: true });

  const dataDir = mkdtempSync(join(tmpdir(), 'pandect-import-'));
  const first = importInto(dataDir, [corpus]);
  const { added, changed, unchanged, refused } = first.report;
  console.log(
    `everything: ${added} documents added, ${changed} new revisions, ${unchanged} unchanged, ${refused.length} files refused or skipped; ${first.seconds.toFixed(1)} s, ${first.peakMb} MB at most (promised: at least 14,000 documents, under 1,000 MB)`,
  );
  const second = importInto(dataDir, [corpus]);
  console.log(
    `second import: ${second.report.added} added, ${second.report.changed} changed; ${second.seconds.toFixed(1)} s, ${(second.seconds / first.seconds).toFixed(2)} of the first (promised: under 0.25)`,
  );
  rmSync(dataDir, { recursive: true });
}

interface Report {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly unknown[];
}

function importInto(dataDir: string, places: readonly string[]) {
  const env = { ...process.env, PANDECT_DATA_DIR: dataDir };
  const started = performance.now();
  const child = spawnSync(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, 'report-memory.ts'),
      ...pandect,
      'corpus',
      'import',
      // What is compared is reading and storing; `query-speed` measures indexing.
      '--no-index',
      '--json',
      ...places,
    ],
    { env, encoding: 'utf8', maxBuffer: 1e8 },
  );
  const report: Report = JSON.parse(child.stdout);
  const peakMb = Number(/peak memory (\d+) MB/.exec(child.stderr)?.[1]);
  return { dataDir, report, peakMb, seconds: (performance.now() - started) / 1000 };
}

/** The same files, read, unpacked, decoded and parsed with empty handlers, spread over as many threads. */
async function bareParse(
  paths: readonly string[],
  threads: number,
): Promise<{ seconds: number; bytes: number }> {
  const started = performance.now();
  const shares = Array.from({ length: threads }, (_, share) =>
    paths.filter((__, i) => i % threads === share),
  );
  const bytes = await Promise.all(
    shares.map(
      (share) =>
        new Promise<number>((resolve, reject) => {
          const worker = new Worker(new URL('./bare-saxes.ts', import.meta.url), { workerData: share });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  return { seconds: (performance.now() - started) / 1000, bytes: bytes.reduce((sum, one) => sum + one, 0) };
}
