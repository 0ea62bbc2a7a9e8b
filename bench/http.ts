import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFiles } from '../server/src/ingest/find-files.ts';
import { importFiles } from '../server/src/ingest/import-files.ts';
import { newUlid } from '../server/src/new-ulid.ts';
import { nowSeconds, openStores } from '../server/src/services.ts';
import { type LoadResult, loadServer } from './load-server.ts';
import { type ServeProcess, startPeer, startServe } from './serve-process.ts';

interface Case {
  readonly name: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  /** The ratio that is promised; none where the work is a durable write. */
  readonly atLeast?: number;
}

const rounds = 3;
const secondsPerRound = 4;

/**
 * Requests per second of the service and of the bare peer, in alternating rounds of one run; each side's
 * CPU per request too, as the load generator shares this machine's cores.
 */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pandect-bench-'));
  const jobId = await fillStore(dataDir);
  const service = await startServe({ PANDECT_DATA_DIR: dataDir, PANDECT_LOG_LEVEL: 'info' });
  const event = JSON.stringify({
    scenario: 'generic',
    content: { type: 'text', text: 'A customer called.' },
  });
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  const cases: Case[] = [
    { name: 'document details', path: '/api/v1/regulations/12-cfr-1005-11', atLeast: 0.6 },
    { name: 'job look-up', path: `/api/v1/jobs/${jobId}`, atLeast: 0.6 },
    { name: 'list page of 50 documents', path: '/api/v1/regulations', atLeast: 0.35 },
    { name: 'event creation', path: '/api/v1/events', method: 'POST', body: event },
  ];

  const folder = mkdtempSync(join(tmpdir(), 'pandect-bench-'));
  const bodies: Record<string, string> = {};
  for (const { path, method = 'GET', body } of cases) {
    bodies[path] = await (
      await fetch(`${service.url}${path}`, { method, headers, ...(body && { body }) })
    ).text();
  }
  const file = join(folder, 'bodies.json');
  writeFileSync(file, JSON.stringify(bodies));
  const peer = await startPeer('bare-fastify.ts', [file]);

  console.log(
    `${'case'.padEnd(28)}${'service/s'.padStart(11)}${'bare/s'.padStart(11)}${'ratio'.padStart(8)}${'promised'.padStart(10)}${'CPU us'.padStart(9)}${'bare'.padStart(7)}${'p99 ms'.padStart(8)}`,
  );
  for (const one of cases) {
    const results = { service: { rate: 0, cpuUs: 0, p99: 0 }, bare: { rate: 0, cpuUs: 0, p99: 0 } };
    await load(service, one, headers, 1);
    await load(peer, one, headers, 1);
    for (let round = 0; round < rounds; round++) {
      for (const [name, side] of [
        ['service', service],
        ['bare', peer],
      ] as const) {
        const measured = await load(side, one, headers, secondsPerRound);
        results[name].rate += measured.rate / rounds;
        results[name].cpuUs += measured.cpuUs / rounds;
        results[name].p99 = Math.max(results[name].p99, measured.p99);
      }
    }
    const { service: ours, bare } = results;
    const ratio = ours.rate / bare.rate;
    console.log(
      `${one.name.padEnd(28)}${ours.rate.toFixed(0).padStart(11)}${bare.rate.toFixed(0).padStart(11)}${ratio.toFixed(2).padStart(8)}${(one.atLeast?.toFixed(2) ?? '-').padStart(10)}${ours.cpuUs.toFixed(0).padStart(9)}${bare.cpuUs.toFixed(0).padStart(7)}${ours.p99.toFixed(1).padStart(8)}`,
    );
  }
  await Promise.all([service.stop(), peer.stop()]);
  for (const place of [folder, dataDir]) rmSync(place, { recursive: true, force: true });
}

/** The starter documents, and one finished screening job of the team that the first start makes. */
async function fillStore(dataDir: string): Promise<string> {
  const stores = await openStores({ dataDir, databaseUrl: undefined, databasePool: 1 });
  const files = findFiles([join(import.meta.dirname, '..', 'corpus')]);
  await importFiles({ files, store: stores.corpus, threads: 2, nowSeconds, onProgress: () => {} });
  const id = `job_${newUlid()}`;
  const job = {
    id,
    teamId: 'default',
    keyId: 'key_x',
    type: 'screen_analysis',
    triggerType: 'manual',
    input: '{}',
    createdAt: nowSeconds(),
  } as const;
  const result = JSON.stringify({ type: 'analysis.screen.result', riskScore: 0, findings: [] });
  await stores.jobs.addFinishedJob(job, { status: 'succeeded', result }, nowSeconds());
  await stores.database.close();
  return id;
}

async function load(
  side: Pick<ServeProcess, 'url' | 'cpuMs'>,
  { path, method = 'GET', body }: Case,
  headers: Record<string, string>,
  seconds: number,
): Promise<{ rate: number; cpuUs: number; p99: number }> {
  const before = side.cpuMs();
  const result: LoadResult = await loadServer({
    url: `${side.url}${path}`,
    method,
    headers,
    ...(body !== undefined && { body }),
    connections: 50,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} errors`);
  const total = result.requests.total;
  return { rate: total / seconds, cpuUs: ((side.cpuMs() - before) * 1000) / total, p99: result.latency.p99 };
}
