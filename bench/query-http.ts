import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillVectors } from './fill-vectors.ts';
import { makeDocuments } from './make-documents.ts';
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
    if (!existsSync(join(folder, 'pandect.sqlite'))) await fillFolder(folder, Number(values.chunks));
    await measure(folder, Number(values.queries));
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function fillFolder(folder: string, wanted: number): Promise<void> {
  console.log(
    command(folder, 'corpus', 'import', '--no-index', join(root, 'corpus'), join(shared, 'corpus')),
  );
  console.log(await makeDocuments(folder, wanted));
  console.log(command(folder, 'corpus', 'index'));
  console.log(`${await fillVectors(folder)} random vectors`);
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

async function measure(folder: string, count: number): Promise<void> {
  const questions = readSectionQuestions(join(shared, 'bench'), 'queries-us-train.jsonl')
    .filter((_, at) => at % 7 === 0)
    .slice(0, count);
  const key = command(folder, 'keys', 'create', '--team', 'bench');
  const service = await startServe({ PANDECT_DATA_DIR: folder });
  try {
    const listening = performance.now();
    const ask = async (query: string, more: object = {}) => {
      const began = performance.now();
      const reply = await fetch(`${service.url}/api/v1/regulations/query`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query, ...more }),
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
    const chunks = Number(/^pandect_index_chunks (\d+)/m.exec(metrics)?.[1]);
    const embedded = Number(/^pandect_index_chunks_embedded (\d+)/m.exec(metrics)?.[1]);
    for (const { query } of questions.slice(0, 20)) await ask(query);
    const cpuBefore = service.cpuMs();
    const times: number[] = [];
    for (const { query } of questions) times.push(await ask(query));
    const cpu = (service.cpuMs() - cpuBefore) / questions.length;
    times.sort((a, b) => a - b);
    const part = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
    console.log(
      `${chunks} chunks, ${embedded} with vectors; first answer ${openMs.toFixed(0)} ms after listening; ` +
        `${questions.length} queries over HTTP, one client: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, ` +
        `${cpu.toFixed(1)} ms of CPU each (all threads); memory ${service.memoryMb()} MB, at most ${service.peakMb()} MB ` +
        `(promised: p95 under 40 ms at 100,000 chunks; under 120 ms and 1,500 MB at 500,000)`,
    );
  } finally {
    await service.stop();
  }
}
