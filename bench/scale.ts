import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, startPostgres } from '../test/postgres.ts';
import { loadMix } from './load-mix.ts';
import { loadMixOf } from './load-server.ts';
import { makeTeams } from './make-teams.ts';
import { percentile } from './percentile.ts';
import { fillFolder, measureQueries } from './query-http.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

const times = [1, 2, 4];
const parts = ['chunks', 'teams', 'processes'] as const;
/** No models and no law: what is measured is the way through the service and the store. */
const bare = { PANDECT_VECTORS: 'off', PANDECT_MEANING: 'off', PANDECT_STARTER_CORPUS: 'off' };

/**
 * `npm run bench -- scale [--only chunks|teams|processes] [--chunks 25000] [--teams 100] [--seconds 8] [--jobs 400]`:
 * each figure at one, two and four times the size.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      chunks: { type: 'string', default: '25000' },
      teams: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '8' },
      jobs: { type: 'string', default: '400' },
    },
  });
  const wanted = parts.filter((part) => values.only === undefined || values.only === part);
  const seconds = Number(values.seconds);
  if (wanted.includes('chunks')) await growChunks(Number(values.chunks));
  if (wanted.includes('teams')) await growTeams(Number(values.teams), seconds);
  if (wanted.includes('processes')) await growProcesses(seconds, Number(values.jobs));
}

/** The starter corpus, and documents recombined from its words. */
async function growChunks(first: number): Promise<void> {
  const questions = loadMix.flatMap(({ kind, body }) => (kind === 'query' && body ? [body] : []));
  const asked = questions.map((body): string => JSON.parse(body).query);
  for (const factor of times) {
    const folder = mkdtempSync(join(tmpdir(), 'pandect-scale-'));
    try {
      const places = [join(import.meta.dirname, '..', 'corpus')];
      for await (const line of fillFolder(folder, first * factor, places)) console.error(line);
      const one = await measureQueries(folder, [...asked, ...asked, ...asked]);
      console.log(
        `${one.chunks} chunks, ${one.embedded} with vectors: p50 ${one.p50.toFixed(1)} ms, p95 ${one.p95.toFixed(1)} ms, ${one.cpuMs.toFixed(1)} ms of CPU a query; memory ${one.memoryMb} MB, at most ${one.peakMb} MB; first answer ${one.openMs.toFixed(0)} ms after listening`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** The same calls by one team and by more and more of them, each with a key of its own. */
async function growTeams(first: number, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-scale-'));
  try {
    const keys = await makeTeams(folder, first * 4);
    const service = await startServe({ ...bare, PANDECT_DATA_DIR: folder });
    try {
      for (const count of [1, ...times.map((factor) => first * factor)]) {
        const requests = keys.slice(0, count).map((key) => ({
          method: 'GET',
          path: '/api/v1/jobs',
          headers: { 'x-api-key': key },
        }));
        await loadMixOf({ url: service.url, requests, connections: 20, seconds: 1 });
        const result = await loadMixOf({ url: service.url, requests, connections: 20, seconds });
        console.log(
          `${count} teams: ${result.perSecond.toFixed(0)} job lists/s, p95 ${percentile(result.times, 0.95).toFixed(1)} ms, ${result.non2xx + result.errors} failed; memory ${service.memoryMb()} MB`,
        );
      }
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Events and screening jobs with one, two and four `serve` processes on one PostgreSQL. */
async function growProcesses(seconds: number, jobs: number): Promise<void> {
  const postgres = await startPostgres();
  try {
    for (const count of times) {
      const DATABASE_URL = await createDatabase(postgres.url, `scale_${count}`);
      const nodes: ServeProcess[] = [];
      try {
        for (let at = 0; at < count; at++)
          nodes.push(await startServe({ ...bare, DATABASE_URL, PANDECT_WORKERS: '1' }));
        const headers = { 'x-api-key': nodes[0]?.key ?? '', 'content-type': 'application/json' };
        await postEvents(nodes, headers, 1);
        const events = await postEvents(nodes, headers, seconds);
        const jobSeconds = await screenAll(nodes, headers, jobs);
        console.log(
          `${count} serve processes: ${events.perSecond.toFixed(0)} events/s, p95 ${events.p95.toFixed(1)} ms; ${(jobs / jobSeconds).toFixed(0)} screening jobs/s from submission to result`,
        );
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
    }
  } finally {
    await postgres.stop();
  }
}

async function postEvents(
  nodes: readonly ServeProcess[],
  headers: Record<string, string>,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly p95: number }> {
  const body = JSON.stringify({ scenario: 'generic', content: { type: 'text', text: 'A customer called.' } });
  const requests = [{ method: 'POST', path: '/api/v1/events', headers, body }];
  const connections = Math.ceil(32 / nodes.length);
  const results = await Promise.all(
    nodes.map(({ url }) => loadMixOf({ url, requests, connections, seconds })),
  );
  for (const { non2xx, errors } of results)
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} events failed`);
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p95: percentile(
      results.flatMap((result) => result.times),
      0.95,
    ),
  };
}

/** Seconds from the first submission until no job is running. */
async function screenAll(
  nodes: readonly ServeProcess[],
  headers: Record<string, string>,
  jobs: number,
): Promise<number> {
  const text = 'Guaranteed approval for everyone, no credit check. Act now: the offer ends today.';
  const body = JSON.stringify({ scenario: 'marketing_asset', content: { type: 'text', text } });
  const began = performance.now();
  let next = 0;
  const submit = async () => {
    while (next < jobs) {
      const url = nodes[next++ % nodes.length]?.url ?? '';
      const reply = await fetch(`${url}/api/v1/analysis/screen`, { method: 'POST', headers, body });
      if (reply.status !== 202) throw new Error(`a job was answered ${reply.status}: ${await reply.text()}`);
      await reply.text();
    }
  };
  await Promise.all(Array.from({ length: 16 }, submit));
  for (;;) {
    const metrics = await (await fetch(`${nodes[0]?.url ?? ''}/metrics`)).text();
    if (/^pandect_jobs_running 0$/m.test(metrics)) return (performance.now() - began) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
