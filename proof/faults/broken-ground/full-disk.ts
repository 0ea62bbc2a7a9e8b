import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPandect, startServe, temporaryFolder } from '../../processes.ts';
import type { Report, Size } from '../../section.ts';
import { callService, type Outcome, readAll, waitFor } from '../call-service.ts';
import {
  areDoneOrUnavailable,
  countReplies,
  isDone,
  isUnavailable,
  postEvent,
  seconds,
} from './small-calls.ts';

/** So that the disk becomes full under a write, not before the first. */
const roomLeft = 512 * 1024;

/** A small disk of its own where that may be mounted; else a limit on how long the server's files may grow. */
export async function proveFullDisk(size: Size, report: Report): Promise<void> {
  const folder = temporaryFolder('full');
  const data = join(folder, 'data');
  mkdirSync(data);
  const isMounted = mountSmallDisk(data);
  const environment = { PANDECT_DATA_DIR: data, PANDECT_STARTER_CORPUS: 'off' };
  const serve = await startServe(environment);
  const pid = serve.child.pid ?? 0;
  const url = serve.url();
  try {
    const before = await Promise.all(Array.from({ length: 20 }, () => postEvent(url, serve.key)));
    let free: () => void;
    try {
      free = isMounted ? fill(join(data, 'filler')) : limitFiles(pid, join(data, 'pandect.sqlite-wal'));
    } catch (error) {
      report.note(`Not made: a full disk. Neither a small disk nor a limit could be set: ${String(error)}`);
      return;
    }
    const during: Outcome[] = [];
    // Long texts: the last free bytes are soon used up.
    for (let round = 0; round < (size === 'full' ? 20 : 5); round++) {
      const posts = Array.from({ length: 10 }, () => postEvent(url, serve.key, 'x'.repeat(20_000)));
      during.push(...(await Promise.all(posts)));
    }
    report.check(
      `a full disk (${isMounted ? 'a small file system' : 'a limit on file size'}): writes`,
      during.some(isUnavailable) && areDoneOrUnavailable(during),
      countReplies(during),
      '201 while it fits, then a coded 503',
    );
    const health = await callService(url, 'GET', '/healthz');
    report.check('a full disk: /healthz', health.status === 200, String(health.status), '200');
    if (isMounted) await proveStartOnFullDisk(join(data, 'other'), report);
    free();
    const back = await waitFor(async () => isDone(await postEvent(url, serve.key)), 10_000);
    report.check(
      'room again: writes go on by themselves',
      back !== undefined,
      `after ${seconds(back)}`,
      'within 10 s',
    );
    const acknowledged = [...before, ...during].filter(isDone).map(({ body }) => body.ticketId);
    const there = new Set((await readAll(url, '/api/v1/tickets', serve.key)).map(({ id }) => id));
    const lost = acknowledged.filter((id) => !there.has(id)).length;
    report.check(
      'a full disk: acknowledged tickets lost',
      lost === 0,
      `${lost} of ${acknowledged.length}`,
      'none',
    );
    await serve.stop();
    const integrity = checkStore(join(data, 'pandect.sqlite'));
    report.check('a full disk: the store afterwards (integrity_check)', integrity === 'ok', integrity, 'ok');
  } finally {
    serve.child.kill('SIGKILL');
    await serve.exited;
    if (isMounted) execFileSync('umount', [data]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proveStartOnFullDisk(dataDir: string, report: Report): Promise<void> {
  const late = startPandect(['serve'], { PANDECT_DATA_DIR: dataDir, PANDECT_STARTER_CORPUS: 'off' });
  const code = await Promise.race([
    late.exited,
    late.ready.then(
      () => 0,
      () => late.exited,
    ),
  ]);
  if (code === 0) await late.stop();
  const words = late.err().trim().slice(0, 300).replaceAll(dataDir, '<folder>');
  report.check(
    'a start on a full disk',
    code !== 0 && /^pandect: /.test(words),
    `exit code ${code}, "${words}"`,
    'refused in one sentence',
  );
}

function checkStore(path: string): string {
  const store = new DatabaseSync(path, { readOnly: true });
  const [row] = store.prepare('PRAGMA integrity_check').all();
  store.close();
  return String(row?.integrity_check);
}

function mountSmallDisk(data: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', data], { stdio: 'pipe' });
    return true;
  } catch {
    return false; // not root, or not allowed here: the limit on file size is used
  }
}

/** Takes what room there is but for a little; the returned function gives it back. */
function fill(path: string): () => void {
  const file = openSync(path, 'w');
  const piece = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    if (!isFull) throw error;
    ftruncateSync(file, fstatSync(file).size - roomLeft);
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

/** Of a running process: no file may grow much past the size the write-ahead log has now. */
function limitFiles(pid: number, log: string): () => void {
  const limit = (soft: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${soft}:`]);
  limit(String(statSync(log).size + roomLeft));
  return () => limit('unlimited');
}
