import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServeProcess {
  readonly url: string;
  readonly key: string;
  readonly readyMs: number;
  /** CPU the process has used so far, all threads. */
  cpuMs(): number;
  /** Memory of the process now, and the most it has had. */
  memoryMb(): number;
  peakMb(): number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** A real `serve` on a folder of its own, as an operator would run it. */
export async function startServe(environment: Record<string, string> = {}): Promise<ServeProcess> {
  const folder = environment.PANDECT_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'pandect-bench-'));
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'bootstrap.mjs'), 'start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', PANDECT_DATA_DIR: folder, PANDECT_RATE_LIMITS: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = await untilPrinted(child, '/docs');
  const readyMs = performance.now() - started;
  return {
    url: /http:\S+(?=\/docs)/.exec(output)?.[0] ?? '',
    key: /pdct_\w{38}/.exec(output)?.[0] ?? '',
    readyMs,
    cpuMs: () => cpuOf(child.pid ?? 0),
    memoryMb: () => memoryOf(child.pid ?? 0, 'VmRSS'),
    peakMb: () => memoryOf(child.pid ?? 0, 'VmHWM'),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      if (!environment.PANDECT_DATA_DIR) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Any other server script, for the peers; it prints its address when it listens. */
export async function startPeer(
  file: string,
  args: readonly string[],
): Promise<Pick<ServeProcess, 'url' | 'cpuMs' | 'stop'>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await untilPrinted(child, '\n');
  return {
    url: output.trim(),
    cpuMs: () => cpuOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGKILL');
    },
  };
}

function untilPrinted(child: ChildProcess, mark: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (piece) => {
      output += piece;
      if (output.includes(mark)) setTimeout(() => resolve(output), 30);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code} before it was ready`)));
  });
}

/** User and system time from /proc, in ticks of 10 ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
}
