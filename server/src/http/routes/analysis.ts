import { type AnalysisRequest, ApiError, operations } from '@pandect/contract';
import type { JobOutcome, JobStore, NewJob } from '../../jobs/job.ts';
import { analysisFailed } from '../../jobs/run-worker.ts';
import type { Log } from '../../log.ts';
import type { Caller } from '../caller.ts';
import type { Mount } from '../route.ts';

export function mountAnalysis(
  mount: Mount,
  parts: {
    readonly jobs: JobStore;
    /** The result of a risk assessment as JSON. */
    readonly assessRisk: (input: string) => Promise<string>;
    readonly wakeWorker: () => void;
    readonly nowSeconds: () => number;
    readonly log: Log;
  },
): void {
  const newJob = (type: string, ulid: string, caller: Caller, body: AnalysisRequest): NewJob => ({
    id: `job_${ulid}`,
    teamId: caller.teamId,
    keyId: caller.keyId,
    type,
    triggerType: 'manual',
    input: JSON.stringify({ text: body.content.text, scenario: body.scenario }),
    createdAt: parts.nowSeconds(),
  });

  mount(operations.createScreenAnalysisJob, async ({ caller, body, ulid }) => {
    const job = newJob('screen_analysis', ulid, caller, body);
    await parts.jobs.addJob(job);
    parts.wakeWorker();
    return { status: 202 as const, body: { id: job.id } };
  });

  mount(operations.createRiskAssessmentJob, async ({ caller, body, ulid }) => {
    const job = newJob('risk_assessment', ulid, caller, body);
    const outcome = await assess(job);
    await parts.jobs.addFinishedJob(job, outcome, parts.nowSeconds());
    const { id, type } = job;
    return outcome.status === 'succeeded'
      ? { body: { id, type, status: outcome.status, result: JSON.parse(outcome.result), error: null } }
      : { body: { id, type, status: outcome.status, result: null, error: { ...outcome.error } } };
  });

  async function assess(job: NewJob): Promise<JobOutcome> {
    try {
      return { status: 'succeeded', result: await parts.assessRisk(job.input) };
    } catch (error) {
      if (error instanceof ApiError) throw error; // refused, not failed
      parts.log.error({ jobId: job.id, err: error }, 'risk assessment failed');
      return { status: 'failed', error: analysisFailed };
    }
  }
}
