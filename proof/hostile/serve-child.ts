import { readFileSync, rmSync } from 'node:fs';
import { scopes } from '@pandect/contract';
import { readConfig } from '../../server/src/config.ts';
import { newUlid } from '../../server/src/new-ulid.ts';
import { nowSeconds, openStores } from '../../server/src/services.ts';
import { createKey } from '../../server/src/teams/create-key.ts';
import { quickSettings, startPandect, temporaryFolder } from '../processes.ts';

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
  const folder = temporaryFolder('hostile');
  const environment: Record<string, string> = {
    ...quickSettings,
    PANDECT_DATA_DIR: folder,
    PANDECT_LOG_LEVEL: 'info',
    PANDECT_SHUTDOWN_SECONDS: '5',
    ...given,
  };
  const serve = startPandect(['serve'], environment, { keepLog: true });
  const { child, err: log } = serve;
  // Whatever ends the proof ends what it started.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const stop = async () => {
    const stuck = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await serve.stop();
    clearTimeout(stuck);
    process.off('exit', endWithUs);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await serve.ready;
    const url = serve.url();
    const key = await makeKey(environment, { team: 'default', scopes: allScopes });
    return {
      url,
      port: Number(new URL(url).port),
      key,
      environment,
      log,
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

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
