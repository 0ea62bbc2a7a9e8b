import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const service = await startServe({ PANDECT_LOG_LEVEL: 'info' });
  const event = JSON.stringify({
    scenario: 'generic',
    content: { type: 'text', text: 'A customer called.' },
  });
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  for (let i = 0; i < 300; i++) {
    await fetch(`${service.url}/api/v1/events`, { method: 'POST', headers, body: event });
  }
  const created = await fetch(`${service.url}/api/v1/events`, { method: 'POST', headers, body: event });
  const { ticketId }: { ticketId: string } = JSON.parse(await created.text());
  const cases: Case[] = [
    { name: 'ticket look-up', path: `/api/v1/tickets/${ticketId}`, atLeast: 0.6 },
    { name: 'list page of 50 tickets', path: '/api/v1/tickets', atLeast: 0.35 },
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
  rmSync(folder, { recursive: true, force: true });
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
