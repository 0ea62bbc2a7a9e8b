import type { Job, operations, ScreenResult } from '@pandect/contract';
import type { CallOptions } from './call-operation.ts';
import type { OperationMethods, RequestOf } from './client.ts';
import { JobFailed } from './pandect-error.ts';
import { sleep } from './retry.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Pause before the first look; a second by default, as the specification asks. */
  readonly firstWaitMs?: number;
  /** Called after each look that found the job unfinished. */
  readonly onStillRunning?: (job: Job) => void;
}

export interface FinishedJob extends Job {
  readonly status: 'succeeded' | 'failed';
}

export interface ScreenedText {
  readonly jobId: string;
  readonly result: ScreenResult;
}

/** Each pause is half as long again as the one before, up to ten seconds. */
const growth = 1.5;
const longestPauseMs = 10_000;

export async function waitForJob(
  methods: Pick<OperationMethods, 'getJob'>,
  { id }: { readonly id: string },
  { signal, firstWaitMs = 1000, onStillRunning }: WaitOptions = {},
): Promise<FinishedJob> {
  const call = signal ? { signal } : {};
  for (let pauseMs = firstWaitMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    await sleep(pauseMs, signal);
    const job = await methods.getJob({ id }, call);
    const { status } = job;
    if (status !== 'running') return { ...job, status };
    onStillRunning?.(job);
  }
}

export async function screenText(
  methods: Pick<OperationMethods, 'getJob' | 'createScreenAnalysisJob'>,
  request: RequestOf<typeof operations.createScreenAnalysisJob>,
  options: WaitOptions & CallOptions = {},
): Promise<ScreenedText> {
  const { id } = await methods.createScreenAnalysisJob(request, options);
  const job = await waitForJob(methods, { id }, options);
  if (job.result?.type !== 'analysis.screen.result') throw new JobFailed(id, job.error);
  return { jobId: id, result: job.result };
}
