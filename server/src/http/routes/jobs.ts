import { ApiError, type Job, type JobSummary, limits, operations } from '@pandect/contract';
import type { JobRecord, JobStore } from '../../jobs/job.ts';
import type { Cursors } from '../cursor.ts';
import { pageByCreation } from '../page.ts';
import { lowerBound, presentTime, upperBound } from '../present-time.ts';
import type { Mount } from '../route.ts';

export function mountJobs(mount: Mount, { jobs, cursors }: { jobs: JobStore; cursors: Cursors }): void {
  mount(operations.getJob, async ({ caller, params }) => {
    const job = await jobs.findJob(caller.teamId, params.id);
    if (!job)
      throw new ApiError('not_found', `There is no job ${JSON.stringify(params.id)}.`, { param: 'id' });
    return presentJob(job);
  });

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
function presentJob(job: JobRecord): { body: Job; sent: string } {
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
  return { body, sent: job.result === null ? text : `${text.slice(0, -'null}'.length)}${job.result}}` };
}
