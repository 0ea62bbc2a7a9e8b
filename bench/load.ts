import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/postgres.ts';
import { loadMix } from './load-mix.ts';
import { loadMixOf, type MixResult } from './load-server.ts';
import { percentile } from './percentile.ts';
import { startPeer, startServe } from './serve-process.ts';

export interface LoadFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
  readonly answered: number;
}

export interface LoadComparison {
  readonly store: 'SQLite' | 'PostgreSQL';
  readonly service: LoadFigures;
  readonly bare: LoadFigures;
}

/** In turns, so that what else the machine does meets both sides; one where there is no time for two. */
const roundsOf = (seconds: number) => (seconds >= 4 ? 2 : 1);

/**
 * `npm run bench -- load [--seconds 10] [--connections 20]`: the realistic mix against the whole service with the
 * starter corpus, on both stores, and against a bare Fastify that returns the same bytes, in turns of one run.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '20' },
    },
  });
  console.log('60 % query, 20 % content, 10 % details and lists, 10 % risk');
  const sizes = { seconds: Number(values.seconds), connections: Number(values.connections) };
  for await (const { store, service, bare } of compareLoads(sizes)) {
    console.log(
      `${store}: ${describeFigures(service)}; bare Fastify ${describeFigures(bare)}; ` +
        `ratio ${(service.perSecond / bare.perSecond).toFixed(3)} of the requests, ${(service.p95 / bare.p95).toFixed(1)} times its p95`,
    );
  }
}

export function describeFigures({ perSecond, p50, p95, p99, failed }: LoadFigures): string {
  const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return `${perSecond.toFixed(0)} requests/s, ${times}${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** SQLite, then PostgreSQL. */
export async function* compareLoads(sizes: {
  readonly seconds: number;
  readonly connections: number;
  readonly environment?: Record<string, string>;
}): AsyncGenerator<LoadComparison> {
  yield await compare('SQLite', sizes.environment ?? {}, sizes);
  const postgres = await startPostgres();
  try {
    yield await compare('PostgreSQL', { DATABASE_URL: postgres.url, ...sizes.environment }, sizes);
  } finally {
    await postgres.stop();
  }
}

async function compare(
  store: LoadComparison['store'],
  environment: Record<string, string>,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
): Promise<LoadComparison> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-bench-'));
  const service = await startServe(environment);
  try {
    const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
    const requests = loadMix.map(({ kind: _, ...request }) => ({ ...request, headers }));
    const bodies = join(folder, 'bodies.json');
    writeFileSync(bodies, JSON.stringify(await fetchBodies(service.url, headers)));
    const peer = await startPeer('bare-fastify.ts', [bodies]);
    try {
      const sides = { service: [] as MixResult[], bare: [] as MixResult[] };
      const rounds = roundsOf(seconds);
      for (const { url } of [service, peer]) await loadMixOf({ url, requests, connections, seconds: 1 });
      for (let round = 0; round < rounds; round++) {
        const load = { requests, connections, seconds: Math.max(1, Math.round(seconds / rounds)) };
        sides.service.push(await loadMixOf({ ...load, url: service.url }));
        sides.bare.push(await loadMixOf({ ...load, url: peer.url }));
      }
      return { store, service: sumUp(sides.service), bare: sumUp(sides.bare) };
    } finally {
      await peer.stop();
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the service says to each request of the mix; of a path that is asked differently, the last. */
async function fetchBodies(url: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {};
  for (const { method, path, body } of loadMix) {
    const reply = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    bodies[path] = text;
  }
  return bodies;
}

function sumUp(results: readonly MixResult[]): LoadFigures {
  const times = results.flatMap((result) => result.times);
  return {
    perSecond: results.reduce((sum, result) => sum + result.perSecond, 0) / results.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    failed: results.reduce((sum, result) => sum + result.non2xx + result.errors, 0),
    answered: times.length,
  };
}
