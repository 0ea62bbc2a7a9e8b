import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, startPandect, startServe, temporaryFolder } from '../../processes.ts';
import type { Report, Size } from '../../section.ts';
import { isReady } from './small-calls.ts';

/** Folders `serve` must not use: it says why, and ends with a code that is not 0. */

export async function proveSecondServer(report: Report): Promise<void> {
  const folder = temporaryFolder('second');
  const environment = { PANDECT_DATA_DIR: folder, PANDECT_STARTER_CORPUS: 'off' };
  const first = await startServe(environment);
  try {
    const { code, words } = await refusal(environment);
    report.check(
      'a second `serve` on one SQLite folder',
      code !== 0 && /another `pandect serve` is using/.test(words) && (await isReady(first.url())),
      `exit code ${code}, "${words.replaceAll(folder, '<folder>')}", the first goes on`,
      'refused with a way out',
    );
  } finally {
    await first.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function proveTruncatedStore(size: Size, report: Report): Promise<void> {
  const folder = temporaryFolder('truncated');
  const environment = { PANDECT_DATA_DIR: folder };
  try {
    const first = await startServe(environment);
    await first.stop();
    const store = join(folder, 'pandect.sqlite');
    const length = statSync(store).size;
    for (const share of size === 'full' ? [0.99, 0.5, 0.01] : [0.5]) {
      truncateSync(store, Math.floor(length * share));
      const { code, words } = await refusal(environment);
      report.check(
        `the SQLite file cut to ${share * 100} % of its length`,
        code !== 0 && words.includes('pandect.sqlite') && /backup/.test(words),
        `exit code ${code}, "${words.replaceAll(folder, '<folder>')}"`,
        'refused with a way out',
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function proveReadOnlyFolder(report: Report): Promise<void> {
  const what = 'a data folder that may only be read';
  const folder = temporaryFolder('read-only');
  const data = join(folder, 'data');
  mkdirSync(data);
  const environment = { PANDECT_DATA_DIR: data, PANDECT_STARTER_CORPUS: 'off' };
  let undo = () => {};
  try {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      // Permissions do not bind root; a file system mounted to be read does.
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', data], { stdio: 'pipe' });
      } catch (error) {
        report.note(`Not made: ${what}. This user is root and may not mount: ${String(error)}`);
        return;
      }
      undo = () => execFileSync('umount', [data]);
    }
    const first = await startServe(environment);
    await first.stop();
    if (isRoot) execFileSync('mount', ['-o', 'remount,ro', data], { stdio: 'pipe' });
    else {
      for (const file of readdirSync(data, { withFileTypes: true })) {
        if (file.isFile()) chmodSync(join(data, file.name), 0o400);
      }
      chmodSync(data, 0o500);
      undo = () => chmodSync(data, 0o700);
    }
    const { code, words } = await refusal(environment);
    report.check(
      what,
      code !== 0 && words.includes(data) && /may write to/.test(words),
      `exit code ${code}, "${words.replaceAll(data, '<folder>')}"`,
      'refused with a way out',
    );
  } finally {
    undo();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How a start ends that must fail. One that does not is stopped, and counts as code 0. */
async function refusal(environment: Environment): Promise<{ readonly code: number; readonly words: string }> {
  const serve = startPandect(['serve'], environment);
  const began = await serve.ready.then(
    () => true,
    () => false,
  );
  if (began) {
    await serve.stop();
    return { code: 0, words: 'it started' };
  }
  return { code: (await serve.exited) ?? -1, words: serve.err().trim().slice(0, 400) };
}
