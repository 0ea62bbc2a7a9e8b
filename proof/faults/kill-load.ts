import { randomUUID } from 'node:crypto';
import type { Acknowledged, Making, OnceRequest } from './acknowledged.ts';
import { callService, pause } from './call-service.ts';

/** Where to send requests, and as whom. */
export interface LoadTarget {
  /** Servers that are up just now. */
  readonly urls: () => readonly string[];
  /** For requests without an `Idempotency-Key`, and for those with one: the ledger tells them apart. */
  readonly plainKey: string;
  readonly plainKeyId: string;
  readonly onceKey: string;
  readonly onceKeyId: string;
}

const paths: Readonly<Record<Making, string>> = {
  createScreenAnalysisJob: '/api/v1/analysis/screen',
  createRiskAssessmentJob: '/api/v1/analysis/risk',
  createEvent: '/api/v1/events',
  createKey: '/api/v1/keys',
};
const texts = [
  'Guaranteed approval for everyone, no credit check, no fees ever.',
  'Your account was charged twice. We will look into it within ten business days.',
  'Pay today or we will have you arrested and tell your employer about this debt.',
  'Thank you for your letter. We have closed your complaint without further review.',
];
/** A reference is used by many requests at once, then left for the next. */
const requestsPerRef = 6;

/** One client: makes things, repeats itself, and reads again what it was told, until it is told to stop. */
export async function runClient(
  target: LoadTarget,
  notes: Acknowledged,
  isStopped: () => boolean,
  pauseMs: number,
): Promise<void> {
  while (!isStopped()) {
    const url = pick(target.urls());
    if (url === undefined) {
      await pause(20);
      continue;
    }
    await act(url, target, notes);
    await pause(Math.random() * 2 * pauseMs);
  }
}

/** Weighted: what is rare here is slow, or grows a list that is read whole. */
const actions: readonly (readonly [
  weight: number,
  act: (url: string, target: LoadTarget, notes: Acknowledged) => Promise<void>,
])[] = [
  [5, (...on) => make('createScreenAnalysisJob', ...on)],
  [1, (...on) => make('createRiskAssessmentJob', ...on)],
  [4, (...on) => make('createEvent', ...on)],
  [0.4, (...on) => make('createKey', ...on)],
  [2, makeTogether],
  [4, repeat],
  [3, read],
];
const allWeights = actions.reduce((sum, [weight]) => sum + weight, 0);

async function act(url: string, target: LoadTarget, notes: Acknowledged): Promise<void> {
  let at = Math.random() * allWeights;
  for (const [weight, action] of actions) {
    at -= weight;
    if (at < 0) return action(url, target, notes);
  }
}

async function make(
  operation: Making,
  url: string,
  target: LoadTarget,
  notes: Acknowledged,
  ref?: string,
): Promise<void> {
  const body = bodyOf(operation, ref);
  if (Math.random() < 0.5) {
    const once: OnceRequest = {
      idempotencyKey: randomUUID(),
      operation,
      path: paths[operation],
      body,
      made: undefined,
    };
    notes.once.push(once);
    return sendOnce(once, url, target, notes);
  }
  notes.noteSent(operation);
  const outcome = await callService(url, 'POST', paths[operation], { key: target.plainKey, body });
  notes.noteMade(operation, ref, undefined, outcome);
}

export async function sendOnce(
  once: OnceRequest,
  url: string,
  target: LoadTarget,
  notes: Acknowledged,
): Promise<void> {
  const { operation, path, body, idempotencyKey } = once;
  const outcome = await callService(url, 'POST', path, { key: target.onceKey, body, idempotencyKey });
  const ref = typeof body.externalRef === 'string' ? body.externalRef : undefined;
  notes.noteMade(operation, ref, once, outcome);
}

/** Several events of one reference at the same moment. */
async function makeTogether(url: string, target: LoadTarget, notes: Acknowledged): Promise<void> {
  const ref = `ref-${randomUUID()}`;
  await Promise.all(
    Array.from({ length: requestsPerRef }, () =>
      make('createEvent', pick(target.urls()) ?? url, target, notes, ref),
    ),
  );
}

/** One of the last requests again, whether it was acknowledged or not; or an older reference again. */
async function repeat(url: string, target: LoadTarget, notes: Acknowledged): Promise<void> {
  const refs = [...notes.ticketOfRef.keys()];
  const ref = pick(refs.slice(-20));
  if (ref !== undefined && Math.random() < 0.3) return make('createEvent', url, target, notes, ref);
  const once = pick(notes.once.slice(-40));
  if (once) await sendOnce(once, url, target, notes);
}

async function read(url: string, target: LoadTarget, notes: Acknowledged): Promise<void> {
  const id = pick([...notes.jobs]);
  if (id === undefined) return;
  notes.noteJob(id, await callService(url, 'GET', `/api/v1/jobs/${id}`, { key: target.plainKey }));
}

function bodyOf(operation: Making, ref: string | undefined): Record<string, unknown> {
  if (operation === 'createKey') return { label: 'made under load' };
  return {
    scenario: 'generic',
    content: { type: 'text', text: `${pick(texts)} ${randomUUID()}` },
    ...(ref !== undefined && { externalRef: ref }),
  };
}

function pick<T>(from: readonly T[]): T | undefined {
  return from[Math.floor(Math.random() * from.length)];
}
