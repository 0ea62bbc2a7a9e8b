import { operations } from '@pandect/contract';
import type { Acknowledged, Making, OnceRequest } from './acknowledged.ts';
import { callService, readAll, waitFor } from './call-service.ts';
import { type LoadTarget, sendOnce } from './kill-load.ts';

/** What was found missing, doubled or changed; empty lists where all is as it was acknowledged. */
export interface Findings {
  readonly jobsRunning: number;
  readonly jobsFailed: number;
  readonly lostJobs: readonly string[];
  readonly lostTickets: readonly string[];
  readonly doubledRefs: readonly string[];
  /** Each request has a text of its own: two tickets of one text are one request done twice. */
  readonly doubledTexts: readonly string[];
  readonly lostKeys: readonly string[];
  readonly ledger: readonly string[];
  /** Requests under an `Idempotency-Key` that were never acknowledged, so may or may not be in the ledger. */
  readonly openOnce: number;
}

const making = ['createScreenAnalysisJob', 'createRiskAssessmentJob', 'createEvent', 'createKey'] as const;
const atOnce = 8;

/** How long it took until every acknowledged job was final; undefined where one never was. */
export function settleJobs(
  url: string,
  target: LoadTarget,
  notes: Acknowledged,
  withinMs: number,
): Promise<number | undefined> {
  return waitFor(
    async () => {
      await readJobs(url, target, notes, (id) => !notes.finalJobs.has(id));
      return [...notes.jobs].every((id) => notes.finalJobs.has(id));
    },
    withinMs,
    200,
  );
}

/** Compares what a service now says with all it has acknowledged. */
export async function checkAcknowledged(
  url: string,
  target: LoadTarget,
  notes: Acknowledged,
): Promise<Findings> {
  // All of them, final or not: what is final must read the same again.
  await readJobs(url, target, notes, () => true);
  const jobs = await readAll(url, '/api/v1/jobs', target.plainKey);
  const tickets = await readAll(url, '/api/v1/tickets', target.plainKey);
  return {
    jobsRunning: jobs.filter(({ status }) => status === 'running').length,
    jobsFailed: jobs.filter(({ status }) => status === 'failed').length,
    lostJobs: missing(notes.jobs, new Set(jobs.map(({ jobId }) => jobId))),
    lostTickets: missing(notes.tickets, new Set(tickets.map(({ id }) => id))),
    doubledRefs: doubled(tickets.map(({ externalRef }) => externalRef)).concat(
      [...notes.createdOfRef].filter(([, times]) => times > 1).map(([ref]) => ref),
    ),
    doubledTexts: doubled(await readTicketTexts(url, target, tickets)),
    lostKeys: await findLostKeys(url, target, notes),
    ledger: await findLedgerFaults(url, target, notes),
    openOnce: notes.once.filter(({ made }) => made === undefined).length,
  };
}

/** Sends every request that was never acknowledged again, until it is; a dead claim is free after a minute. */
export async function acknowledgeAll(
  url: string,
  target: LoadTarget,
  notes: Acknowledged,
  withinMs: number,
): Promise<void> {
  const isOpen = ({ made }: OnceRequest) => made === undefined;
  await waitFor(
    async () => {
      await each(notes.once.filter(isOpen), (once) => sendOnce(once, url, target, notes));
      return !notes.once.some(isOpen);
    },
    withinMs,
    2000,
  );
}

async function readJobs(
  url: string,
  target: LoadTarget,
  notes: Acknowledged,
  isWanted: (id: string) => boolean,
): Promise<void> {
  await each([...notes.jobs].filter(isWanted), async (id) =>
    notes.noteJob(id, await callService(url, 'GET', `/api/v1/jobs/${id}`, { key: target.plainKey })),
  );
}

async function readTicketTexts(
  url: string,
  target: LoadTarget,
  tickets: readonly Record<string, unknown>[],
): Promise<string[]> {
  const texts: string[] = [];
  await each(tickets, async ({ id }) => {
    const { body } = await callService(url, 'GET', `/api/v1/tickets/${String(id)}`, { key: target.plainKey });
    texts.push(JSON.stringify(body.content));
  });
  return texts;
}

async function findLostKeys(url: string, target: LoadTarget, notes: Acknowledged): Promise<string[]> {
  const { body } = await callService(url, 'GET', '/api/v1/keys', { key: target.plainKey });
  const listed = new Set(Array.isArray(body.results) ? body.results.map(({ id }: { id: string }) => id) : []);
  const lost = missing(new Set(notes.keys.keys()), listed);
  await each([...notes.keys], async ([id, key]) => {
    if (key === undefined) return;
    const { status } = await callService(url, 'GET', '/api/v1/jobs?limit=1', { key });
    if (status !== 200) lost.push(`${id} answers ${status}`);
  });
  return lost;
}

/**
 * A call that was acknowledged is in the ledger; no call is in it that was not made; a repeat under an
 * `Idempotency-Key` adds nothing. What was sent and never acknowledged may be in it or not.
 */
async function findLedgerFaults(url: string, target: LoadTarget, notes: Acknowledged): Promise<string[]> {
  const { body } = await callService(url, 'GET', '/api/v1/usage', { key: target.plainKey });
  const rows: { keyId: string; operation: string; calls: number; credits: number }[] = Array.isArray(
    body.results,
  )
    ? body.results
    : [];
  const faults: string[] = [];
  for (const operation of making) {
    const once = notes.once.filter((request) => request.operation === operation);
    const expected = [
      {
        keyId: target.plainKeyId,
        kind: 'plain',
        least: notes.charged.get(operation) ?? 0,
        most: notes.sent.get(operation) ?? 0,
      },
      {
        keyId: target.onceKeyId,
        kind: 'idempotent',
        least: once.filter(({ made }) => made !== undefined).length,
        most: once.length,
      },
    ];
    for (const { keyId, kind, least, most } of expected) {
      const mine = rows.filter((row) => row.keyId === keyId && row.operation === operation);
      const calls = sum(mine.map((row) => row.calls));
      const credits = sum(mine.map((row) => row.credits));
      if (calls < least || calls > most) {
        faults.push(`${operation}, ${kind}: ${calls} in the ledger, ${least} acknowledged of ${most} sent`);
      }
      if (credits !== calls * creditsOf(operation)) {
        faults.push(`${operation}, ${kind}: ${calls} calls cost ${credits} credits`);
      }
    }
  }
  return faults;
}

function creditsOf(operation: Making): number {
  return operations[operation].credits;
}

function missing(wanted: ReadonlySet<string>, there: ReadonlySet<unknown>): string[] {
  return [...wanted].filter((id) => !there.has(id));
}

function doubled(refs: readonly unknown[]): string[] {
  const seen = new Set<unknown>();
  return refs.flatMap((ref) => {
    if (ref === null) return [];
    if (seen.has(ref)) return [String(ref)];
    seen.add(ref);
    return [];
  });
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < items.length; at = next++) {
        const item = items[at];
        if (item !== undefined) await work(item);
      }
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
