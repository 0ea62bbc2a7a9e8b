import { startPostgres } from '../../test/postgres.ts';
import type { Report, Section, Size } from '../section.ts';
import { acknowledgeAll, checkAcknowledged, type Findings, settleJobs } from './check-acknowledged.ts';
import { type Installation, Kills, openOnPostgres, openOnSqlite } from './kill-installation.ts';

/** Of the processes under fire; a slow machine ends with fewer, and says so. */
const sizes = {
  full: { kills: 1000, sqlite: 2, firstStarts: 5, mostMs: 600_000, claimMs: 75_000 },
  smoke: { kills: 12, sqlite: 1, firstStarts: 1, mostMs: 15_000, claimMs: 0 },
} as const;
const settleWithinMs = 30_000;

export const kills: Section = {
  name: 'kills',
  title: 'Killed at random moments under load',
  run: proveKills,
};

async function proveKills(size: Size, report: Report): Promise<void> {
  const { kills: wanted, sqlite, firstStarts, mostMs, claimMs } = sizes[size];
  const count = new Kills(wanted);
  const opened: Installation[] = [];
  try {
    const postgres = await startPostgres().catch((error: unknown) => {
      report.note(
        `Not made: PostgreSQL could not be started here (${String(error)}), so SQLite alone was killed.`,
      );
      return undefined;
    });
    const opening = [
      ...Array.from({ length: sqlite }, (_, at) => openOnSqlite(`SQLite ${at + 1}`, count, firstStarts)),
      ...(postgres ? [openOnPostgres('PostgreSQL', count, postgres, size === 'full')] : []),
    ];
    for (const result of await Promise.allSettled(opening)) {
      if (result.status === 'rejected') throw result.reason;
      opened.push(result.value);
    }
    const began = performance.now();
    const overTime = setTimeout(() => count.end(), mostMs);
    await Promise.all(opened.map((installation) => installation.underFire()));
    clearTimeout(overTime);
    const fireSeconds = (performance.now() - began) / 1000;
    const found = await Promise.all(opened.map((installation) => recoverAndCheck(installation, claimMs)));
    const victims = [...count.byVictim].map(([victim, times]) => `${times} ${victim}`).join(', ');
    const least = size === 'full' ? 1000 : wanted;
    report.check('kills (SIGKILL)', count.done >= least, `${count.done}: ${victims}`, `at least ${least}`);
    report.tell('under fire', `${fireSeconds.toFixed(0)} s`);
    reportFindings(report, opened, found);
    for (const installation of opened) {
      const { code, out, err } = await installation.closeAndVerify();
      report.check(
        `\`pandect corpus verify\`, ${installation.name}`,
        code === 0,
        code === 0 ? (out.trim().split('\n').at(-1) ?? '') : `exit code ${code}: ${(out + err).slice(-400)}`,
        'exit code 0',
      );
    }
    if (postgres) {
      report.note(
        'PostgreSQL runs here with fsync=off: what it has committed survives the kill of its processes, which is what is proved, not a power cut.',
      );
    }
  } finally {
    await Promise.all(opened.map((installation) => installation.dispose()));
  }
}

interface Recovered extends Findings {
  readonly readyMs: number | undefined;
  /** How long after that the last job was final; undefined where one never was. */
  readonly settledMs: number | undefined;
}

async function recoverAndCheck(installation: Installation, claimMs: number): Promise<Recovered> {
  const { notes, target } = installation;
  const readyMs = await installation.recover();
  const url = () => target.urls()[0] ?? '';
  const settledMs = await settleJobs(url(), target, notes, settleWithinMs);
  if (claimMs > 0) {
    await acknowledgeAll(url(), target, notes, claimMs);
    await settleJobs(url(), target, notes, settleWithinMs);
  }
  const before = await checkAcknowledged(url(), target, notes);
  // All of it once more, and everything must be there still and read as it did.
  await installation.killAll();
  await installation.recover();
  const after = await checkAcknowledged(url(), target, notes);
  return {
    ...after,
    lostJobs: [...before.lostJobs, ...after.lostJobs],
    lostTickets: [...before.lostTickets, ...after.lostTickets],
    lostKeys: [...before.lostKeys, ...after.lostKeys],
    ledger: [...before.ledger, ...after.ledger],
    readyMs,
    settledMs,
  };
}

function reportFindings(report: Report, opened: readonly Installation[], found: readonly Recovered[]): void {
  const notes = opened.map((installation) => installation.notes);
  const total = (of: (at: number) => number) => opened.reduce((sum, _, at) => sum + of(at), 0);
  const count = (of: (note: (typeof notes)[number]) => number) =>
    notes.reduce((sum, note) => sum + of(note), 0);
  const none = (what: string, of: (at: number) => readonly string[], figure: string, promised = 'none') => {
    const faults = opened.flatMap((_, at) => of(at));
    const shown = faults.slice(0, 3).join('; ');
    report.check(
      what,
      faults.length === 0,
      faults.length === 0 ? figure : `${faults.length}: ${shown}`,
      promised,
    );
  };
  report.tell(
    'replies during the kills',
    `${count((note) => note.replies)}, of them ${count((note) => note.replays)} idempotent repeats; ${count((note) => note.unanswered)} requests lost their connection`,
  );
  const refusals = new Map<string, number>();
  for (const note of notes) {
    for (const [name, times] of note.refusals) refusals.set(name, (refusals.get(name) ?? 0) + times);
  }
  const wrong = [...refusals].filter(
    ([name]) => !/^(503 service_unavailable|409 idempotency_conflict)$/.test(name),
  );
  const said = [...refusals].map(([name, times]) => `${times} ${name}`).join(', ');
  report.check(
    'refusals during the kills',
    wrong.length === 0,
    said || 'none',
    'only 503 service_unavailable, and 409 for a repeat under way',
  );
  none(
    'processes that ended without being killed',
    (at) => opened[at]?.processes.flatMap(({ endedByItself }) => endedByItself) ?? [],
    `none (${total((at) => opened[at]?.processes.reduce((sum, { refusedStarts }) => sum + refusedStarts, 0) ?? 0)} starts refused while PostgreSQL was away)`,
  );
  const least = Math.min(...notes.map(({ jobs, tickets }) => Math.min(jobs.size, tickets.size)));
  report.check(
    'jobs and tickets acknowledged in each installation',
    least > 0,
    notes.map(({ jobs, tickets }, at) => `${opened[at]?.name} ${jobs.size} and ${tickets.size}`).join(', '),
    'some, or nothing below is proved',
  );
  none(
    'acknowledged jobs lost',
    (at) => found[at]?.lostJobs ?? [],
    `none of ${count((note) => note.jobs.size)}`,
  );
  none(
    'acknowledged tickets lost',
    (at) => found[at]?.lostTickets ?? [],
    `none of ${count((note) => note.tickets.size)}`,
  );
  none(
    'acknowledged API keys lost',
    (at) => found[at]?.lostKeys ?? [],
    `none of ${count((note) => note.keys.size)}`,
  );
  none(
    'references with two tickets',
    (at) => found[at]?.doubledRefs ?? [],
    `none of ${count((note) => note.ticketOfRef.size)}`,
  );
  none(
    'requests that made two tickets',
    (at) => found[at]?.doubledTexts ?? [],
    'none, repeats with an Idempotency-Key included',
  );
  const open = total((at) => found[at]?.openOnce ?? 0);
  none(
    'ledger against what was acknowledged',
    (at) => found[at]?.ledger ?? [],
    `every acknowledged call is in it, and none of ${count((note) => note.once.length)} requests with an Idempotency-Key twice`,
    'every acknowledged call, no repeat twice',
  );
  if (open > 0) {
    report.note(
      `${open} requests with an Idempotency-Key were not acknowledged to the end (a killed request's claim is held for a minute): for these the ledger may hold one call or none.`,
    );
  }
  const settled = found.map(({ settledMs }) => settledMs);
  const slowest = settled.includes(undefined) ? undefined : Math.max(...settled.map((ms) => ms ?? 0));
  const running = total((at) => found[at]?.jobsRunning ?? 0);
  report.check(
    'last job final after recovery',
    slowest !== undefined && running === 0,
    slowest === undefined ? 'never' : `${(slowest / 1000).toFixed(1)} s; ${running} left running`,
    'within 30 s',
  );
  report.tell(
    'jobs that failed because their worker was killed three times',
    `${total((at) => found[at]?.jobsFailed ?? 0)} of ${count((note) => note.jobs.size)}`,
  );
  none(
    'replies that contradict an earlier one',
    (at) => notes[at]?.contradictions ?? [],
    `none in ${count((note) => note.rereads)} second reads of final jobs`,
  );
  const ready = found.map(({ readyMs }) => readyMs);
  report.check(
    'ready again after the last kill',
    !ready.includes(undefined),
    ready
      .map((ms, at) => `${opened[at]?.name} ${ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`}`)
      .join(', '),
    'within 60 s',
  );
}
