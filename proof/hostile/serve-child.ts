import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scopes } from '@pandect/contract';
import { readConfig } from '../../server/src/config.ts';
import { newUlid } from '../../server/src/new-ulid.ts';
import { nowSeconds, openStores } from '../../server/src/services.ts';
import { createKey } from '../../server/src/teams/create-key.ts';

const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'server/src/cli/pandect.ts');

/** A real `serve` in a process of its own, on a folder of its own. */
export interface ServeChild {
  readonly url: string;
  readonly port: number;
  /** A key of the team `default` with every scope. */
  readonly key: string;
  readonly environment: Record<string, string>;
  /** What it has written to its log so far. */
  log(): string;
  /** Whether it runs still. */
  isAlive(): boolean;
  memoryMb(): number;
  stop(): Promise<void>;
}

/** Without models, which these sections do not ask about, and without rate limits unless told. */
export async function startServeChild(given: Record<string, string> = {}): Promise<ServeChild> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-proof-'));
  const environment: Record<string, string> = {
    PORT: '0',
    PANDECT_DATA_DIR: folder,
    PANDECT_VECTORS: 'off',
    PANDECT_MEANING: 'off',
    PANDECT_RATE_LIMITS: 'off',
    PANDECT_SHUTDOWN_SECONDS: '5',
    ...given,
  };
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (piece) => {
    log += piece;
  });
  // Whatever ends the proof ends what it started.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const stuck = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await exited;
    clearTimeout(stuck);
    process.off('exit', endWithUs);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const printed = await untilPrinted(child, /\/docs\n/, () => log);
    const url = /http:\S+(?=\/docs)/.exec(printed)?.[0] ?? '';
    const key = await makeKey(environment, { team: 'default', scopes: allScopes });
    return {
      url,
      port: Number(new URL(url).port),
      key,
      environment,
      log: () => log,
      isAlive: () => child.exitCode === null && child.signalCode === null,
      memoryMb: () => memoryOf(child.pid ?? 0),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const allScopes = scopes.join();

/** Makes a key in the store of a service that runs, as `pandect keys create` does, and its team where there is none. */
export async function makeKey(
  environment: Record<string, string>,
  { team, scopes: wanted }: { readonly team: string; readonly scopes: string },
): Promise<string> {
  const { teams, database } = await openStores(readConfig(environment));
  try {
    await teams.ensureTeam(team, nowSeconds());
    const granted = scopes.filter((scope) => wanted.split(',').includes(scope));
    const about = { ulid: newUlid(), teamId: team, label: 'proof', scopes: granted };
    const { key } = await createKey(teams, { ...about, expiresAt: null, now: nowSeconds() });
    return key;
  } finally {
    await database.close();
  }
}

/** A command in a process of its own; an exit code other than 0 throws. */
export function runPandect(
  environment: Record<string, string>,
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const env = { ...process.env, ...environment };
  return promisify(execFile)(process.execPath, [program, ...args], { env, maxBuffer: 64 * 1024 * 1024 });
}

function untilPrinted(child: ChildProcess, mark: RegExp, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (piece) => {
      output += piece;
      if (mark.test(output)) resolve(output);
    });
    child.once('exit', (code) =>
      reject(new Error(`the server ended with code ${code} before it was ready: ${log().slice(-500)}`)),
    );
  });
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
