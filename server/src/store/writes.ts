import { migrate } from './migrations.ts';
import type { Dialect, Transaction } from './sql.ts';
import { addVectors } from './vector-store.ts';
import { importWhole, removeDocuments } from './write-corpus.ts';
import {
  claimIdempotencyKey,
  completeIdempotencyKey,
  letGoOfIdempotencyKey,
  releaseIdempotencyKey,
} from './write-idempotency.ts';
import {
  addFinishedJob,
  addJob,
  claimJobs,
  extendLeases,
  finishJob,
  releaseJobs,
  retryJob,
} from './write-jobs.ts';
import {
  addKey,
  addUsage,
  ensureSecret,
  ensureTeam,
  revokeKey,
  sweep,
  takeFromWindows,
  updateTeam,
} from './write-team.ts';
import { addTicket, changeStatus } from './write-tickets.ts';

/** Every transaction by name: a name and its arguments can cross to the writer thread, a function cannot. */
export const writes = {
  migrate: (dialect: Dialect, _args: Record<string, never>) => migrate(dialect),
  claimJobs,
  ...ignoringDialect({
    importWhole,
    removeDocuments,
    addFinishedJob,
    addJob,
    addKey,
    addTicket,
    addUsage,
    addVectors,
    changeStatus,
    claimIdempotencyKey,
    completeIdempotencyKey,
    ensureSecret,
    ensureTeam,
    extendLeases,
    finishJob,
    letGoOfIdempotencyKey,
    releaseIdempotencyKey,
    releaseJobs,
    retryJob,
    revokeKey,
    sweep,
    takeFromWindows,
    updateTeam,
  }),
};

export type Writes = typeof writes;
export type WriteName = keyof Writes;
export type WriteArgs<N extends WriteName> = Parameters<Writes[N]>[1];
export type WriteResult<N extends WriteName> = ReturnType<Writes[N]> extends Transaction<infer T> ? T : never;

type Plain = Record<string, (args: never) => Transaction<unknown>>;
type WithDialect<F> = F extends (args: infer A) => infer R ? (dialect: Dialect, args: A) => R : never;

function ignoringDialect<T extends Plain>(plain: T): { [K in keyof T]: WithDialect<T[K]> };
function ignoringDialect(plain: Plain): unknown {
  return Object.fromEntries(
    Object.entries(plain).map(([name, write]) => [name, (_: Dialect, args: never) => write(args)]),
  );
}
