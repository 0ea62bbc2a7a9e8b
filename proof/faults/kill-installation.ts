import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestPostgres } from '../../test/postgres.ts';
import {
  type Environment,
  makeKey,
  type PandectProcess,
  runPandect,
  startPandect,
  temporaryFolder,
} from '../processes.ts';
import { Acknowledged } from './acknowledged.ts';
import { callService, pause, waitFor } from './call-service.ts';
import { KeptProcess, type KillPlan } from './kept-process.ts';
import { type LoadTarget, runClient } from './kill-load.ts';

/** Counts the kills of all installations, by what was killed. */
export class Kills {
  readonly target: number;
  readonly byVictim = new Map<string, number>();
  #isOver = false;

  constructor(target: number) {
    this.target = target;
  }

  get done(): number {
    return [...this.byVictim.values()].reduce((sum, count) => sum + count, 0);
  }

  count(victim: string): void {
    this.byVictim.set(victim, (this.byVictim.get(victim) ?? 0) + 1);
  }

  end(): void {
    this.#isOver = true;
  }

  get isOver(): boolean {
    return this.#isOver || this.done >= this.target;
  }
}

/** One service on a store of its own, under load, its processes killed again and again. */
export interface Installation {
  readonly name: string;
  readonly notes: Acknowledged;
  readonly target: LoadTarget;
  readonly processes: readonly KeptProcess[];
  /** Kills and load go on until the kills are over; then everything is started and left alone. */
  underFire(): Promise<void>;
  /** Every process at once, the store's server too. */
  killAll(): Promise<void>;
  /** Resolves when all processes are ready; how long it took. */
  recover(): Promise<number | undefined>;
  /** Ends everything, then reads the whole store. */
  closeAndVerify(): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  dispose(): Promise<void>;
}

const clients = 6;
const clientPauseMs = 40;
/** Of the load, so that the first kill meets it. */
const headStartMs = 1000;
/** Most die while they start or shortly after; some live long enough to get work done. */
const lives: readonly (KillPlan & { readonly until: number; readonly latestMs: number })[] = [
  { until: 0.3, after: 'start', ms: 50, latestMs: 900 },
  { until: 0.75, after: 'ready', ms: 50, latestMs: 900 },
  { until: 1, after: 'ready', ms: 900, latestMs: 3000 },
];
const firstStartMs = { soonest: 50, latest: 600 };

function randomPlan(): KillPlan | undefined {
  const chance = Math.random();
  const life = lives.find(({ until }) => chance < until);
  return life && { after: life.after, ms: between(life.ms, life.latestMs) };
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

export async function openOnSqlite(name: string, kills: Kills, firstStarts: number): Promise<Installation> {
  const folder = temporaryFolder('kills');
  const environment = { PANDECT_DATA_DIR: join(folder, 'data'), PANDECT_WORKERS: '2' };
  // The first start copies the starter corpus: a kill in the middle must leave a folder that can be started.
  for (let times = 0; times < firstStarts; times++) {
    if (times > 0) rmSync(join(folder, 'data'), { recursive: true, force: true });
    const first = startPandect(['serve'], environment);
    await pause(between(firstStartMs.soonest, firstStartMs.latest));
    if (first.child.kill('SIGKILL')) kills.count('serve on SQLite, first start');
    await first.exited;
  }
  return open({
    name,
    kills,
    keyEnvironment: environment,
    parts: [{ name: 'serve on SQLite', start: () => startPandect(['serve'], environment) }],
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  });
}

export async function openOnPostgres(
  name: string,
  kills: Kills,
  postgres: TestPostgres,
  hasCorpus: boolean,
): Promise<Installation> {
  const folder = temporaryFolder('kills');
  const environment = (dataDir: string, workers: number): Environment => ({
    DATABASE_URL: postgres.url,
    PANDECT_DATA_DIR: join(folder, dataDir),
    PANDECT_WORKERS: String(workers),
    PANDECT_DATABASE_POOL: '5',
    PANDECT_STARTER_CORPUS: hasCorpus ? 'on' : 'off',
  });
  return open({
    name,
    kills,
    keyEnvironment: environment('keys', 1),
    postgres,
    parts: [
      { name: 'serve on PostgreSQL', start: () => startPandect(['serve'], environment('first', 0)) },
      { name: 'serve on PostgreSQL', start: () => startPandect(['serve'], environment('second', 1)) },
      { name: 'worker', start: () => startPandect(['worker'], environment('worker', 1)) },
    ],
    dispose: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

async function open(parts: {
  readonly name: string;
  readonly kills: Kills;
  readonly keyEnvironment: Environment;
  readonly postgres?: TestPostgres;
  readonly parts: readonly { readonly name: string; readonly start: () => PandectProcess }[];
  readonly dispose: () => Promise<void>;
}): Promise<Installation> {
  const { kills, postgres } = parts;
  let underFire = false;
  let postgresIsAway = false;
  const isKilling = () => underFire && !kills.isOver;
  const planKill = () => (isKilling() ? randomPlan() : undefined);
  const processes = parts.parts.map(
    ({ name, start }) => new KeptProcess({ name, start, planKill, onKill: () => kills.count(name) }),
  );
  for (const process of processes) process.run();
  const urls = () => processes.flatMap(({ url }) => url ?? []);

  async function recover(): Promise<number | undefined> {
    const ready = async (url: string) => (await callService(url, 'GET', '/readyz')).status === 200;
    return waitFor(async () => {
      if (postgresIsAway || !processes.every(({ isReady }) => isReady)) return false;
      return (await Promise.all(urls().map(ready))).every(Boolean);
    }, 60_000);
  }

  async function killPostgres(): Promise<void> {
    if (!postgres) return;
    postgresIsAway = true;
    postgres.kill('SIGKILL');
    kills.count('PostgreSQL');
    await pause(between(0, 200));
    await postgres.startAgain();
    postgresIsAway = false;
  }

  async function killPostgresNowAndThen(): Promise<void> {
    while (postgres && isKilling()) {
      // Seldomer than the processes: while it is away nothing else is put to the test.
      await pause(between(2000, 8000));
      if (isKilling()) await killPostgres();
    }
  }

  if ((await recover()) === undefined) throw new Error(`${parts.name} did not start`);
  const adminKey = await makeKey(parts.keyEnvironment);
  const [url = ''] = urls();
  const [plain, once] = await Promise.all([newKey(url, adminKey), newKey(url, adminKey)]);
  const target: LoadTarget = {
    urls,
    plainKey: plain.key,
    plainKeyId: plain.id,
    onceKey: once.key,
    onceKeyId: once.id,
  };
  const notes = new Acknowledged();
  const close = () => Promise.all(processes.map((process) => process.close()));

  return {
    name: parts.name,
    notes,
    target,
    processes,
    async underFire() {
      const isStopped = () => kills.isOver;
      const load = Array.from({ length: clients }, () => runClient(target, notes, isStopped, clientPauseMs));
      await pause(headStartMs);
      underFire = true;
      for (const process of processes) process.killNow();
      await Promise.all([killPostgresNowAndThen(), ...load]);
      underFire = false;
    },
    async killAll() {
      for (const process of processes) process.killNow();
      await killPostgres();
    },
    recover,
    async closeAndVerify() {
      await close();
      return runPandect(['corpus', 'verify'], parts.keyEnvironment);
    },
    async dispose() {
      await close();
      await parts.dispose();
    },
  };
}

const allScopes = ['regulations', 'wikis', 'analysis', 'jobs', 'events', 'admin'];

async function newKey(url: string, adminKey: string): Promise<{ readonly id: string; readonly key: string }> {
  const made = await callService(url, 'POST', '/api/v1/keys', { key: adminKey, body: { scopes: allScopes } });
  const { id, key } = made.body;
  if (typeof id !== 'string' || typeof key !== 'string')
    throw new Error(`no key could be made: ${made.text}`);
  return { id, key };
}
