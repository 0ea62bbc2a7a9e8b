import { ApiError, type Job, type JobSummary, limits, operations } from '@pandect/contract';
import type { JobRecord, JobStore } from '../../jobs/job.ts';
import type { Cursors } from '../cursor.ts';
import { Kept } from '../kept.ts';
import { pageByCreation } from '../page.ts';
import { lowerBound, presentTime, upperBound } from '../present-time.ts';
import type { Mount } from '../route.ts';
import { encodeBody, type WireBody } from '../wire-body.ts';

/** Bytes of finished jobs kept as they are sent: clients ask for the same result again and again. */
const keptJobBytes = 16 * 1024 * 1024;

interface FinishedJob {
  readonly teamId: string;
  readonly body: Job;
  readonly sent: WireBody;
}

export function mountJobs(mount: Mount, { jobs, cursors }: { jobs: JobStore; cursors: Cursors }): void {
  const finished = new Kept<FinishedJob>(keptJobBytes);

  mount(operations.getJob, ({ caller, params }) => {
    const known = finished.get(params.id);
    return known?.teamId === caller.teamId ? known : findJob(caller.teamId, params.id);
  });

  async function findJob(teamId: string, id: string): Promise<{ body: Job; sent: WireBody }> {
    const job = await jobs.findJob(teamId, id);
    if (!job) throw new ApiError('not_found', `There is no job ${JSON.stringify(id)}.`, { param: 'id' });
    const { body, text } = presentJob(job);
    const sent = encodeBody(text);
    // A final state and its result never change.
    if (job.status !== 'running') finished.set(id, { teamId, body, sent }, sent.bytes.length);
    return { body, sent };
  }

  mount(operations.listJobs, async ({ caller, query }) => {
    const { cursor, limit = limits.page.default, ...filters } = query;
    const filter = {
      teamId: caller.teamId,
      types: query.jobType ?? [],
      start: lowerBound(query.start),
      end: upperBound(query.end),
    };
    return {
      body: await pageByCreation({
        list: 'listJobs',
        caller,
        filters,
        cursor,
        limit,
        cursors,
        read: (after, count) => jobs.listJobs(filter, after, count),
        count: () => jobs.countJobs(filter),
        present: presentSummary,
      }),
    };
  });
}

function presentSummary(job: JobRecord): JobSummary {
  return {
    jobId: job.id,
    jobType: job.type,
    status: job.status,
    triggerType: job.triggerType,
    createdAt: presentTime(job.createdAt),
    updatedAt: presentTime(job.updatedAt),
  };
}

/** `result` and `error` are null unless the state gives them; the result is sent as it was stored. */
function presentJob(job: JobRecord): { body: Job; text: string } {
  const body: Job = {
    id: job.id,
    type: job.type,
    status: job.status,
    createdAt: presentTime(job.createdAt),
    updatedAt: presentTime(job.updatedAt),
    error: job.error && { code: job.error.code, message: job.error.message },
    result: null,
  };
  const text = JSON.stringify(body);
  return { body, text: job.result === null ? text : `${text.slice(0, -'null}'.length)}${job.result}}` };
}
