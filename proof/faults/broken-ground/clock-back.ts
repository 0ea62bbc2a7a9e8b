import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPandect, startServe, temporaryFolder } from '../../processes.ts';
import type { Report } from '../../section.ts';
import { callService, pause, waitFor } from '../call-service.ts';
import { event, getJob, isDone, postEvent, postScreening, seconds } from './small-calls.ts';

const hourMs = 3_600_000;
const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href;

/** An hour back, while it runs and across a kill: nothing may wait for the hour to pass again. */
export async function proveClockBack(report: Report): Promise<void> {
  const folder = temporaryFolder('clock');
  const clock = join(folder, 'clock');
  const environment = {
    PANDECT_DATA_DIR: join(folder, 'data'),
    PANDECT_STARTER_CORPUS: 'off',
    PANDECT_RATE_LIMITS: 'query=300/min',
    PROOF_CLOCK_FILE: clock,
  };
  const options = { nodeArgs: ['--import', preload] };
  const setClock = (offsetMs: number) => writeFileSync(clock, String(offsetMs));
  setClock(0);
  const first = await startServe(environment, options);
  const { key } = first;
  let running: { readonly child: typeof first.child } = first;
  try {
    const url = first.url();
    const once = { key, body: event(), idempotencyKey: 'once' };
    const made = await callService(url, 'POST', '/api/v1/events', once);
    await Promise.all([postEvent(url, key), postEvent(url, key)]);
    const page = await callService(url, 'GET', '/api/v1/tickets?limit=1', { key });
    const before = await Promise.all(Array.from({ length: 10 }, () => postScreening(url, key)));
    setClock(-hourMs);
    await pause(200);
    const settled = await settle(
      url,
      key,
      before.map(({ body }) => String(body.id)),
    );
    report.check(
      'clock an hour back: jobs under way',
      settled !== undefined,
      `final after ${seconds(settled)}`,
      'within 30 s',
    );
    const after = await postScreening(url, key);
    const settledNew = await settle(url, key, [String(after.body.id)]);
    report.check(
      'clock an hour back: a new job',
      settledNew !== undefined,
      `final after ${seconds(settledNew)}`,
      'within 30 s',
    );
    const again = await callService(url, 'POST', '/api/v1/events', once);
    report.check(
      'clock an hour back: a repeat with its Idempotency-Key',
      again.replayed && again.text === made.text,
      again.replayed ? 'the first reply again' : `${again.status} ${again.text}`,
      'the first reply again',
    );
    const next = cursorOf(page.body);
    const second = await callService(url, 'GET', `/api/v1/tickets?limit=1&cursor=${next}`, { key });
    report.check(
      'clock an hour back: a cursor from before',
      second.status === 200,
      String(second.status),
      '200',
    );
    const newKey = await callService(url, 'POST', '/api/v1/keys', { key, body: { label: 'after' } });
    const used = await postEvent(url, String(newKey.body.key));
    report.check('clock an hour back: a new key, used at once', isDone(used), String(used.status), '201');

    setClock(0);
    await pause(200);
    const held = await Promise.all(Array.from({ length: 30 }, () => postScreening(url, key)));
    first.child.kill('SIGKILL');
    await first.exited;
    setClock(-hourMs);
    const restarted = startPandect(['serve'], environment, options);
    running = restarted;
    await restarted.ready;
    const recovered = await settle(
      restarted.url(),
      key,
      held.filter(isDone).map(({ body }) => String(body.id)),
    );
    report.check(
      'killed, and started with the clock an hour back: jobs whose lease lies an hour ahead',
      recovered !== undefined,
      `final after ${seconds(recovered)}`,
      'within 30 s',
    );
    await restarted.stop();
    report.note(
      'The clock is shifted inside the process (Date), not that of the machine; file times stay true.',
    );
  } finally {
    running.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function settle(url: string, key: string, ids: readonly string[]): Promise<number | undefined> {
  return waitFor(
    async () => {
      const jobs = await Promise.all(ids.map((id) => getJob(url, key, id)));
      return jobs.every(({ status, body }) => status === 200 && body.status !== 'running');
    },
    30_000,
    200,
  );
}

function cursorOf({ pagination }: Readonly<Record<string, unknown>>): string {
  return typeof pagination === 'object' && pagination !== null && 'nextCursor' in pagination
    ? encodeURIComponent(String(pagination.nextCursor))
    : '';
}
