import { type Job, type JobType, riskBandOf } from '@pandect/contract';
import { printTable } from './print-table.ts';
import { createProgressLine } from './progress-line.ts';
import { take } from './regulations.ts';
import { printJson, withClient } from './with-client.ts';

export async function listJobsCommand(
  environment: NodeJS.ProcessEnv,
  options: { type?: JobType; limit: number; json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client }) => {
    const request = { ...(options.type && { jobType: [options.type] }), limit: Math.min(options.limit, 200) };
    const found = await take(client.listAllJobs(request), options.limit);
    if (options.json) printJson(found);
    else
      printTable(
        ['JOB', 'TYPE', 'STATUS', 'TRIGGER', 'CREATED', 'UPDATED'],
        found.map((job) => [
          job.jobId,
          job.jobType,
          job.status,
          job.triggerType,
          job.createdAt,
          job.updatedAt,
        ]),
      );
  });
}

/** With `wait`, until the job is final; a failed job makes the exit code 1. */
export async function showJobCommand(
  environment: NodeJS.ProcessEnv,
  id: string,
  options: { wait: boolean; json: boolean },
): Promise<void> {
  await withClient(environment, async ({ client, firstWaitMs }) => {
    let job = await client.getJob({ id });
    if (options.wait && job.status === 'running') {
      const progress = createProgressLine(process.stderr);
      job = await client.waitForJob(
        { id },
        { firstWaitMs, onStillRunning: () => progress.show(`${id} is running`) },
      );
      progress.end();
    }
    if (options.json) printJson(job);
    else printJob(job);
    if (job.status === 'failed') process.exitCode = 1;
  });
}

function printJob(job: Job): void {
  console.log(`${job.id}  ${job.type}  ${job.status}  ${job.updatedAt}`);
  if (job.error) console.log(`${job.error.code}: ${job.error.message}`);
  if (!job.result) return;
  console.log(`risk ${job.result.riskScore}, ${riskBandOf(job.result.riskScore)}`);
  if (job.result.type !== 'analysis.screen.result') return;
  for (const { priority, title, details } of job.result.findings)
    console.log(`${priority} ${title}\n  ${details}`);
}
