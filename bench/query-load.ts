import { parseArgs } from 'node:util';
import { loadServer } from './load-server.ts';
import { startServe } from './serve-process.ts';

/** Between two looks at `/healthz`. */
const lookEveryMs = 10;

/**
 * `npm run bench -- query-load [--seconds 10] [--connections 50] [--data folder]`: how fast `/healthz` answers while 50
 * clients ask one question after the other, and what they get. The load generator shares this machine's cores, so the
 * same looks without load stand beside.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '50' },
      data: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const service = await startServe(values.data === undefined ? {} : { PANDECT_DATA_DIR: values.data });
  const headers = { 'x-api-key': values.key ?? service.key, 'content-type': 'application/json' };
  try {
    const body = JSON.stringify({ query: 'how long may a bank investigate an error with a debit card' });
    const url = `${service.url}/api/v1/regulations/query`;
    // The first answer waits for the index and the encoder.
    const first = await fetch(url, { method: 'POST', headers, body });
    if (first.status !== 200) throw new Error(`${first.status} ${await first.text()}`);
    await first.text();
    const idle = await watchHealth(service.url, 2);
    const load = loadServer({
      url,
      method: 'POST',
      headers,
      body,
      connections: Number(values.connections),
      duration: seconds,
    });
    const busy = await watchHealth(service.url, seconds);
    const result = await load;
    console.log(
      `${values.connections} clients: ${(result.requests.total / seconds).toFixed(0)} queries/s, p50 ${result.latency.p50} ms, ` +
        `p99 ${result.latency.p99} ms, ${result.non2xx} refused, ${result.errors} errors`,
    );
    console.log(
      `/healthz meanwhile: ${describe(busy)} (promised: p99 under 20 ms); without load: ${describe(idle)}`,
    );
  } finally {
    await service.stop();
  }
}

async function watchHealth(url: string, seconds: number): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const began = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return times.sort((a, b) => a - b);
}

function describe(times: readonly number[]): string {
  const part = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  return `p50 ${part(0.5)} ms, p99 ${part(0.99)} ms, worst ${part(1)} ms of ${times.length}`;
}
