import type { JobStatus, TriggerType } from '@pandect/contract';

/** A job as it is kept. Times are whole seconds since 1970; `input` and `result` are JSON texts. */
export interface JobRecord {
  readonly id: string;
  readonly teamId: string;
  readonly type: string;
  readonly triggerType: TriggerType;
  readonly status: JobStatus;
  readonly result: string | null;
  readonly error: JobFailure | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface JobFailure {
  readonly code: string;
  readonly message: string;
}

export interface NewJob {
  readonly id: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly type: string;
  readonly triggerType: TriggerType;
  readonly input: string;
  readonly createdAt: number;
}

/** A job in a worker's hands until its lease runs out. */
export interface ClaimedJob {
  readonly id: string;
  readonly type: string;
  readonly input: string;
  /** This attempt, counted from 1. */
  readonly attempt: number;
}

export type JobOutcome =
  | { readonly status: 'succeeded'; readonly result: string }
  | { readonly status: 'failed'; readonly error: JobFailure };

export interface JobFilter {
  readonly teamId: string;
  readonly types: readonly string[];
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Where a page begins: strictly after this row in (createdAt descending, id ascending). */
export interface Position {
  readonly createdAt: number;
  readonly id: string;
}

export interface JobStore {
  addJob(job: NewJob): Promise<void>;
  /** Adds a job that is already final: what a risk assessment leaves behind. */
  addFinishedJob(job: NewJob, outcome: JobOutcome, now: number): Promise<void>;
  findJob(teamId: string, jobId: string): Promise<JobRecord | undefined>;
  listJobs(filter: JobFilter, after: Position | undefined, count: number): Promise<readonly JobRecord[]>;
  countJobs(filter: JobFilter): Promise<number>;

  /** Takes up to `count` jobs whose lease is free or has run out; jobs past `maxAttempts` are failed instead. */
  claimJobs(claim: {
    readonly owner: string;
    readonly types: readonly string[];
    readonly count: number;
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly maxAttempts: number;
    readonly exhausted: JobFailure;
  }): Promise<readonly ClaimedJob[]>;
  /** Prolongs the leases this owner still holds and says which. */
  extendLeases(owner: string, jobIds: readonly string[], untilMs: number): Promise<readonly string[]>;
  /** Writes the one terminal state; false when the job is no longer this owner's or is final already. */
  finishJob(owner: string, jobId: string, outcome: JobOutcome, now: number): Promise<boolean>;
  /** Frees the job for another attempt from `fromMs` on. */
  retryJob(owner: string, jobId: string, fromMs: number): Promise<boolean>;
  /** Gives unfinished jobs back at once, their attempt not counted. */
  releaseJobs(owner: string, jobIds: readonly string[]): Promise<void>;
  countRunning(): Promise<number>;
}
