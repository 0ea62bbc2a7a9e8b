import { connect, type Socket } from 'node:net';
import type { Report, Size } from '../section.ts';
import { createHttpClient, type HttpClient, jsonRequest } from './http-client.ts';
import { median } from './permutation-test.ts';
import type { ServeChild } from './serve-child.ts';

const slowSockets = { full: 500, smoke: 40 } as const;
const idleSockets = { full: 10_000, smoke: 300 } as const;

/** Heads and bodies that trickle in; they take their time, so they run beside the other checks. */
export function startSlowSockets(service: ServeChild, size: Size): Promise<readonly Trickled[]> {
  const head = `POST /api/v1/events HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${service.key}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`;
  const heads = trickle(service, slowSockets[size], 'GET /healthz HTTP/1.1\r\nX-Slow: ', 20_000);
  // A whole request has 30 s, which is too long for the small run.
  if (size === 'smoke') return Promise.all([heads]);
  return Promise.all([heads, trickle(service, slowSockets[size], `${head}{"a":"`, 45_000)]);
}

export function tellSlowSockets(results: readonly Trickled[], report: Report): void {
  for (const [i, { closed, of, longestMs, allowedMs }] of results.entries()) {
    report.check(
      `slow ${i === 0 ? 'heads' : 'bodies'}, a byte a second on ${of} sockets`,
      closed === of,
      `${closed} hung up on, the last after ${(longestMs / 1000).toFixed(1)} s`,
      `all, within ${allowedMs / 1000} s`,
    );
  }
  if (results.length < 2) report.note('Slow bodies are left to the full run.');
}

/** How real requests fare beside the slow ones, and beside many connections that only stay open. */
export async function checkCrowd(service: ServeChild, size: Size, report: Report): Promise<void> {
  tellLatencies('requests beside the slow ones', await latencies(service, 2000), report);
  await holdIdle(service, idleSockets[size], report);
}

interface Trickled {
  readonly of: number;
  readonly closed: number;
  readonly longestMs: number;
  readonly allowedMs: number;
}

/** Writes a byte a second; tells how many were hung up on and after how long. */
async function trickle(service: ServeChild, of: number, part: string, allowedMs: number): Promise<Trickled> {
  const started = performance.now();
  const took = await Promise.all(
    Array.from({ length: of }, () => {
      return new Promise<number | undefined>((resolve) => {
        const socket = connect(service.port, '127.0.0.1', () => socket.write(part));
        const drip = setInterval(() => socket.write('x'), 1000);
        const end = (value: number | undefined) => {
          clearInterval(drip);
          clearTimeout(limit);
          socket.destroy();
          resolve(value);
        };
        const limit = setTimeout(() => end(undefined), allowedMs);
        socket.once('close', () => end(performance.now() - started));
        socket.once('end', () => end(performance.now() - started));
        socket.on('error', () => end(performance.now() - started));
        socket.resume();
      });
    }),
  );
  const ends = took.filter((ms) => ms !== undefined);
  return { of, closed: ends.length, longestMs: Math.max(0, ...ends), allowedMs };
}

interface Served {
  readonly ms: readonly number[];
  readonly failed: number;
}

/** Reads and writes one after another for a while. */
async function latencies(service: ServeChild, forMs: number): Promise<Served> {
  const client: HttpClient = createHttpClient(service.url, 2);
  const event = { scenario: 'generic', content: { type: 'text', text: 'x' } };
  const ms: number[] = [];
  let failed = 0;
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const started = performance.now();
    const request =
      ms.length % 2 === 0
        ? jsonRequest(service.key, 'GET', '/api/v1/tickets?limit=5')
        : jsonRequest(service.key, 'POST', '/api/v1/events', event);
    const { status } = await client.send(request);
    ms.push(performance.now() - started);
    if (status >= 300) failed++;
  }
  client.close();
  return { ms, failed };
}

function tellLatencies(what: string, { ms, failed }: Served, report: Report): void {
  const sorted = ms.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  report.check(
    what,
    failed === 0 && ms.length > 0 && p99 < 1000,
    `${ms.length} sent, ${failed} failed, median ${median(ms).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    'none fails, p99 under 1 s',
  );
}

/** Connections that asked once and stay: what many clients with a connection kept open look like. */
async function holdIdle(service: ServeChild, wanted: number, report: Report): Promise<void> {
  const before = service.memoryMb();
  const sockets: Socket[] = [];
  let refused: string | undefined;
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () =>
        socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
      );
      socket.once('data', () => {
        sockets.push(socket);
        resolve();
      });
      socket.on('error', (error) => {
        refused ??= error.message;
        resolve();
      });
    });
  while (sockets.length < wanted && refused === undefined) {
    await Promise.all(Array.from({ length: Math.min(200, wanted - sockets.length) }, open));
  }
  const served = await latencies(service, 2000);
  const held = sockets.filter((socket) => !socket.destroyed).length;
  report.check(
    'idle connections held at once',
    held >= wanted,
    `${held.toLocaleString('en')}, ${service.memoryMb() - before} MB more`,
    wanted.toLocaleString('en'),
  );
  if (refused !== undefined) report.note(`No more connections could be opened: ${refused}`);
  tellLatencies(`requests beside ${held.toLocaleString('en')} idle connections`, served, report);
  // Hanging up on thousands is work for this process too, which is not to be measured.
  await Promise.all(
    sockets.map((socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.destroy();
      return closed;
    }),
  );
  const again = await latencies(service, 500);
  tellLatencies('requests after they are gone', again, report);
}
