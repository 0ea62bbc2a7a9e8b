import { type Operation, operations } from '@pandect/contract';
import fc from 'fast-check';
import { startPostgres } from '../../test/postgres.ts';
import type { Report, Section } from '../section.ts';
import { type RealTeam, sequences, type TeamModel } from './fuzz-models.ts';
import { FuzzTarget } from './fuzz-target.ts';
import { createHttpClient } from './http-client.ts';
import { type DrawnRequest, requestsOf } from './request-arbitraries.ts';
import { allScopes, makeKey, type ServeChild, startServeChild } from './serve-child.ts';

interface Plan {
  readonly requests: number;
  readonly lanes: number;
  readonly teams: number;
  readonly sequences: number;
}

export const plans = {
  full: {
    sqlite: { requests: 175_000, lanes: 32, teams: 4, sequences: 60 },
    postgres: { requests: 25_000, lanes: 32, teams: 3, sequences: 20 },
  },
  smoke: {
    sqlite: { requests: 1200, lanes: 16, teams: 1, sequences: 4 },
    postgres: { requests: 300, lanes: 16, teams: 1, sequences: 2 },
  },
};

/** Rare because each leaves something that later calls must carry along. */
const rare: readonly string[] = ['createKey', 'listKeys', 'createScreenAnalysisJob'];

/** So that a slow machine says how far it came instead of never ending. */
const longestMs = 8 * 60_000;

export const fuzz: Section = {
  name: 'fuzz',
  title: 'Requests drawn from the contract',
  async run(size, report) {
    const seed = Number(process.env.PANDECT_PROOF_SEED ?? Date.now() % 2 ** 31);
    report.note(`Drawn from the seed ${seed}; \`PANDECT_PROOF_SEED=${seed}\` draws the same again.`);
    await onStore('SQLite', {}, plans[size].sqlite, seed, report);
    const postgres = await startPostgres();
    try {
      const environment = {
        DATABASE_URL: postgres.url,
        // Importing it takes longer than all of the small run.
        ...(size === 'smoke' && { PANDECT_STARTER_CORPUS: 'off' }),
      };
      await onStore('PostgreSQL', environment, plans[size].postgres, seed, report);
    } finally {
      await postgres.stop();
    }
  },
};

async function onStore(
  store: string,
  environment: Record<string, string>,
  plan: Plan,
  seed: number,
  report: Report,
): Promise<void> {
  const service = await startServeChild({ PANDECT_LOG_LEVEL: 'error', ...environment });
  try {
    await drawRequests(store, service, plan, seed, report);
    await drawSequences(store, service, plan, seed, report);
    report.check(`${store}: the process is alive, ${service.memoryMb()} MB`, service.isAlive(), 'yes', 'yes');
    const errors = service
      .log()
      .split('\n')
      .filter((line) => line !== '');
    report.check(`${store}: errors in its log`, errors.length === 0, String(errors.length), '0');
    for (const line of errors.slice(0, 3)) report.note(`log: ${line.slice(0, 500)}`);
  } finally {
    await service.stop();
  }
}

async function drawRequests(
  store: string,
  service: ServeChild,
  plan: Plan,
  seed: number,
  report: Report,
): Promise<void> {
  const target = await FuzzTarget.open(service, plan.lanes);
  const requests = fc.oneof(
    ...Object.values<Operation>(operations).map((operation) => ({
      weight: rare.includes(operation.id) ? 1 : 5,
      arbitrary: requestsOf(operation),
    })),
  );
  const started = performance.now();
  const lanes = await Promise.all(
    Array.from({ length: plan.lanes }, (_, lane) =>
      fc.check(
        fc.asyncProperty(requests, (drawn: DrawnRequest) => target.tryOne(drawn)),
        {
          seed: seed + lane,
          numRuns: Math.ceil(plan.requests / plan.lanes),
          interruptAfterTimeLimit: longestMs,
        },
      ),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const sent = [...target.statuses.values()].reduce((sum, count) => sum + count, 0);
  report.check(
    `${store}: requests drawn from all ${Object.keys(operations).length} operations, ${plan.lanes} in flight, ${(sent / seconds).toFixed(0)}/s`,
    sent >= plan.requests,
    sent.toLocaleString('en'),
    `at least ${plan.requests.toLocaleString('en')}`,
  );
  report.tell(
    `${store}: answers by status`,
    [...target.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
  const failed = lanes.filter((lane) => lane.failed);
  report.check(
    `${store}: lanes in which a reply broke the contract (5xx, shape, code, a wrong yes or no)`,
    failed.length === 0,
    String(failed.length),
    '0',
  );
  for (const lane of failed.slice(0, 5)) {
    report.note(
      `${store}, seed ${lane.seed}, path ${lane.counterexamplePath}: ${messageOf(lane.errorInstance)}`,
    );
  }
  const faults = await target.countFaults();
  report.check(
    `${store}: what was made is what replies told of (${target.made})`,
    faults.length === 0,
    faults.join('; ') || 'yes',
    'yes: refused requests left nothing',
  );
  target.close();
}

async function drawSequences(
  store: string,
  service: ServeChild,
  plan: Plan,
  seed: number,
  report: Report,
): Promise<void> {
  const client = createHttpClient(service.url, plan.teams * 4);
  const strangerKey = await makeKey(service.environment, { team: 'stranger', scopes: allScopes });
  const teams: RealTeam[] = [];
  for (let i = 0; i < plan.teams; i++) {
    const key = await makeKey(service.environment, { team: `sequence-${i}`, scopes: allScopes });
    teams.push({ client, key, strangerKey, name: `s${i}`, requests: 0 });
  }
  // One model per team for all its sequences: what the shrinking of one leaves is known to the next.
  const runs = await Promise.all(
    teams.map((real, i) => {
      const model: TeamModel = { tickets: [], jobs: [], keys: [] };
      return fc.check(
        fc.asyncProperty(sequences(), (steps) => fc.asyncModelRun(() => ({ model, real }), steps)),
        { seed: seed + i, numRuns: plan.sequences, interruptAfterTimeLimit: longestMs / 4 },
      );
    }),
  );
  client.close();
  const failed = runs.filter((run) => run.failed);
  const done = runs.reduce((sum, run) => sum + run.numRuns, 0);
  const requests = teams.reduce((sum, team) => sum + team.requests, 0);
  report.check(
    `${store}: sequences of events, tickets, jobs, keys and cursors against a model (${done} sequences, ${requests} requests)`,
    failed.length === 0 && done > 0,
    `${failed.length} of ${runs.length} teams differ`,
    '0',
  );
  for (const run of failed) {
    report.note(
      `${store}, seed ${run.seed}, path ${run.counterexamplePath}: ${messageOf(run.errorInstance)}; steps ${String(run.counterexample?.[0])}`,
    );
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1200);
}
