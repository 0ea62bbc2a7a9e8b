import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillVectors } from './fill-vectors.ts';
import { makeDocuments } from './make-documents.ts';
import { percentile } from './percentile.ts';
import { startServe } from './serve-process.ts';
import { readSectionQuestions } from './us-corpus.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '..', 'shared');
const pandect = join(root, 'server', 'src', 'cli', 'pandect.ts');

/**
 * `npm run bench -- query-http [--chunks 100000] [--queries 300] [--keep folder]`: a real `serve` over the whole corpus
 * and one client that asks one question after the other: the whole query, words and meaning, over HTTP. Chunks beyond
 * the corpus are recombined from its words. Vectors are random ones: what a search costs does not depend on them, and
 * embedding 100,000 passages would take an hour.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      chunks: { type: 'string', default: '100000' },
      queries: { type: 'string', default: '300' },
      keep: { type: 'string' },
    },
  });
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'pandect-query-'));
  try {
    const places = [join(root, 'corpus'), join(shared, 'corpus')];
    if (!existsSync(join(folder, 'pandect.sqlite'))) {
      for await (const line of fillFolder(folder, Number(values.chunks), places)) console.log(line);
    }
    const questions = readSectionQuestions(join(shared, 'bench'), 'queries-us-train.jsonl')
      .filter((_, at) => at % 7 === 0)
      .slice(0, Number(values.queries))
      .map(({ query }) => query);
    const one = await measureQueries(folder, questions);
    console.log(
      `${one.chunks} chunks, ${one.embedded} with vectors; first answer ${one.openMs.toFixed(0)} ms after listening; ` +
        `${questions.length} queries over HTTP, one client: p50 ${one.p50.toFixed(1)} ms, p95 ${one.p95.toFixed(1)} ms, ` +
        `${one.cpuMs.toFixed(1)} ms of CPU each (all threads); memory ${one.memoryMb} MB, at most ${one.peakMb} MB ` +
        `(promised: p95 under 40 ms at 100,000 chunks; under 120 ms and 1,500 MB at 500,000)`,
    );
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports the places, makes documents until there are as many chunks, indexes them and gives each a vector. */
export async function* fillFolder(
  folder: string,
  wanted: number,
  places: readonly string[],
): AsyncGenerator<string> {
  yield command(folder, 'corpus', 'import', '--no-index', ...places);
  yield makeDocuments(folder, wanted);
  yield command(folder, 'corpus', 'index');
  yield `${await fillVectors(folder)} random vectors`;
}

/** Runs a command on the folder and gives the last line it prints. */
function command(folder: string, ...given: string[]): string {
  const env = { ...process.env, PANDECT_DATA_DIR: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [pandect, ...given], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`pandect ${given.join(' ')}: ${stderr}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

export interface QueryFigures {
  readonly chunks: number;
  readonly embedded: number;
  readonly openMs: number;
  readonly p50: number;
  readonly p95: number;
  /** Of each query, all threads. */
  readonly cpuMs: number;
  readonly memoryMb: number;
  readonly peakMb: number;
}

/** A real `serve` on the folder, asked one question after the other. */
export async function measureQueries(folder: string, questions: readonly string[]): Promise<QueryFigures> {
  const key = command(folder, 'keys', 'create', '--team', 'bench');
  const service = await startServe({ PANDECT_DATA_DIR: folder });
  try {
    const listening = performance.now();
    const ask = async (query: string) => {
      const began = performance.now();
      const reply = await fetch(`${service.url}/api/v1/regulations/query`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
      return performance.now() - began;
    };
    // A very busy machine may take longer to open the index than a query waits for it.
    while (!(await ask('first').catch(() => undefined)))
      await new Promise((resolve) => setTimeout(resolve, 500));
    const openMs = performance.now() - listening;
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const query of questions.slice(0, 20)) await ask(query);
    const cpuBefore = service.cpuMs();
    const times: number[] = [];
    for (const query of questions) times.push(await ask(query));
    return {
      chunks: Number(/^pandect_index_chunks (\d+)/m.exec(metrics)?.[1]),
      embedded: Number(/^pandect_index_chunks_embedded (\d+)/m.exec(metrics)?.[1]),
      openMs,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      cpuMs: (service.cpuMs() - cpuBefore) / questions.length,
      memoryMb: service.memoryMb(),
      peakMb: service.peakMb(),
    };
  } finally {
    await service.stop();
  }
}
