import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanUp } from './clean-up.ts';

const pandect = join(import.meta.dirname, '..', '..', 'server', 'src', 'cli', 'pandect.ts');

/** An empty folder that is removed at the end. */
export function temporaryFolder(cleanUp: CleanUp): string {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-proof-'));
  cleanUp.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command to its end and gives what it printed; a failure is thrown with its words. */
export async function runPandect(
  environment: Readonly<Record<string, string>>,
  ...given: readonly string[]
): Promise<string> {
  const child = spawn(process.execPath, [pandect, ...given], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (piece) => {
    stdout += piece;
  });
  child.stderr.on('data', (piece) => {
    stderr += piece;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`pandect ${given.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.trim();
}

/** A real `pandect worker`; stopped at the end. */
export async function startWorkerProcess(
  cleanUp: CleanUp,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(process.execPath, [pandect, 'worker'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  cleanUp.add(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
      if (output.includes('worker is ready')) resolve();
    });
    void exited.then((code) =>
      reject(new Error(`the worker ended with code ${code} before it was ready: ${output}`)),
    );
  });
}

/** Looks until it is so; the milliseconds it took, or undefined where it was not so in time. */
export async function timeUntil(
  isSo: () => Promise<boolean>,
  withinMs: number,
  everyMs = 25,
): Promise<number | undefined> {
  const began = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - began;
    if (performance.now() - began > withinMs) return undefined;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
