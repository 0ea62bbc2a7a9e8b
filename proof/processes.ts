import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const entry = join(root, 'server/src/cli/pandect.ts');
/** Compiled code is kept between runs, as `npm start` keeps it. */
const compileCache = join(root, 'node_modules', '.cache', 'compiled');
/** Kept of what a process wrote to standard error, unless all of it is wanted. */
const keptChars = 8000;

export type Environment = Readonly<Record<string, string>>;

/** Fast to start and without limits; a section adds its store. */
export const quickSettings: Environment = {
  HOST: '127.0.0.1',
  PORT: '0',
  PANDECT_VECTORS: 'off',
  PANDECT_MEANING: 'off',
  PANDECT_RATE_LIMITS: 'off',
  PANDECT_QUERY_THREADS: '1',
  PANDECT_WORKERS: '1',
  PANDECT_LOG_LEVEL: 'error',
};

export interface PandectProcess {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when it says it is ready; rejects when it ends before that. */
  readonly ready: Promise<void>;
  /** Where it listens, once it is ready. */
  readonly url: () => string;
  /** Its exit code; null where a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Asks it to end and waits until it has. */
  readonly stop: () => Promise<void>;
}

/** Starts `pandect <args>` as a process of its own. `wrap` is a command line to put before it. */
export function startPandect(
  args: readonly string[],
  environment: Environment,
  options: {
    readonly nodeArgs?: readonly string[];
    readonly wrap?: readonly string[];
    readonly keepLog?: boolean;
  } = {},
): PandectProcess {
  const line = [...(options.wrap ?? []), process.execPath, ...(options.nodeArgs ?? []), entry, ...args];
  const [command = process.execPath, ...rest] = line;
  const child = spawn(command, rest, {
    cwd: root,
    env: pandectEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stderr?.on('data', (piece) => {
    err += piece;
    if (!options.keepLog) err = err.slice(-keptChars);
  });
  const ended = Promise.withResolvers<number | null>();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // who waits for it hears of it; nobody has to
  child.stdout?.on('data', (piece) => {
    out += piece;
    if (out.includes('is ready')) ready.resolve();
  });
  child.once('error', (error) => {
    ready.reject(error);
    ended.resolve(-1);
  });
  child.once('close', (code) => {
    ready.reject(new Error(`pandect ${args.join(' ')} ended with code ${code} before it was ready: ${err}`));
    ended.resolve(code);
  });
  return {
    child,
    out: () => out,
    err: () => err,
    ready: ready.promise,
    url: () => /http:\S+(?=\/docs)/.exec(out)?.[0] ?? '',
    exited: ended.promise,
    async stop() {
      child.kill('SIGTERM');
      await ended.promise;
    },
  };
}

/** A `serve` on a new store, ready, with the first key it shows. */
export async function startServe(
  environment: Environment,
  options: { readonly nodeArgs?: readonly string[] } = {},
): Promise<PandectProcess & { readonly key: string }> {
  const serve = startPandect(['serve'], environment, options);
  await serve.ready;
  // The key is printed in the same turn as the address; the pipe may deliver it a moment later.
  for (let tries = 0; tries < 100 && !firstKey.test(serve.out()); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { ...serve, key: firstKey.exec(serve.out())?.[0] ?? '' };
}

const firstKey = /pdct_\w{38}/;

/** Runs `pandect <args>` to its end. */
export function runPandect(
  args: readonly string[],
  environment: Environment,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry, ...args],
      { cwd: root, env: pandectEnvironment(environment), maxBuffer: 1 << 26 },
      (error, out, err) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
        resolve({ code, out, err });
      },
    );
  });
}

/** A key with every scope, made beside whatever runs on the same store. */
export async function makeKey(environment: Environment, team = 'default'): Promise<string> {
  const scopes = 'regulations,wikis,analysis,jobs,events,admin';
  const made = await runPandect(['keys', 'create', '--team', team, '--scopes', scopes], environment);
  if (made.code !== 0) throw new Error(`no key could be made: ${made.err}`);
  return made.out.trim();
}

export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `pandect-proof-${name}-`));
}

/** Of the caller's own environment only what a process needs to run: no setting of the service leaks in. */
function pandectEnvironment(environment: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return {
    ...(PATH && { PATH }),
    ...(HOME && { HOME }),
    ...(TMPDIR && { TMPDIR }),
    ...(LANG && { LANG }),
    NODE_COMPILE_CACHE: compileCache,
    ...quickSettings,
    ...environment,
  };
}
