import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** Inside the installation, so that `@pandect/client` is found the way a user's program finds it. */
const folder = join(import.meta.dirname, '..', 'node_modules', '.cache');

export interface Printed {
  readonly out: string;
  readonly err: string;
}

/** Runs an example of the documentation as a program of its own. */
export async function runTypeScript(code: string, environment: Record<string, string>): Promise<Printed> {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'example-'));
  try {
    const file = join(own, 'example.mjs');
    writeFileSync(file, stripTypeScriptTypes(code));
    return await run(process.execPath, ['--no-warnings', file], environment);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

export function runShell(code: string, environment: Record<string, string>): Promise<Printed> {
  return run('bash', ['--norc', '-c', code], environment);
}

function run(
  command: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Printed> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...environment };
    execFile(command, args, { env }, (_error, out, err) => resolve({ out, err }));
  });
}
