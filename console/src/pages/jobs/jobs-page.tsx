import { type JobSummary, type JobType, jobTypes, limits } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { usePages } from '../../api/use-pages.ts';
import { useShortcut } from '../../keys/shortcuts.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { formatCount, Moment } from '../../parts/times.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';
import { jobTypeName, StatusBadge } from './job-names.tsx';
import './jobs.css';

/** The team's jobs, newest first. */
export default function JobsPage() {
  const { query } = usePlace();
  const client = useClient();
  const type = jobTypes.find((one) => one === query.get('type'));
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  const filters: { jobType?: JobType[]; start?: string; end?: string; limit: number } = {
    ...(type && { jobType: [type] }),
    ...(from !== '' && { start: `${from}T00:00:00Z` }),
    ...(to !== '' && { end: `${to}T23:59:59Z` }),
    limit: limits.page.max,
  };
  const list = usePages(['listJobs', filters], (cursor, options) =>
    client.listJobs({ ...filters, ...cursor }, options),
  );
  useShortcut('r', 'read the list again', list.restart);
  return (
    <>
      <PageTitle title="Jobs">
        <p>Screenings and risk scores of the team, asked for here, by programs, or made by the service.</p>
      </PageTitle>
      <div className="row job-filters">
        <label className="field">
          Type
          <select value={type ?? ''} onChange={(event) => changeQuery({ type: event.target.value })}>
            <option value="">Every type</option>
            {jobTypes.map((one) => (
              <option key={one} value={one}>
                {jobTypeName(one)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          From the day (UTC)
          <input type="date" value={from} onChange={(event) => changeQuery({ from: event.target.value })} />
        </label>
        <label className="field">
          To the day (UTC)
          <input type="date" value={to} onChange={(event) => changeQuery({ to: event.target.value })} />
        </label>
        <button type="button" onClick={list.restart}>
          Refresh
        </button>
      </div>
      <p className="facts" aria-live="polite">
        {list.begun ? `${formatCount(list.total)} ${list.total === 1 ? 'job' : 'jobs'}` : '\u00a0'}
      </p>
      {list.error !== undefined && <ErrorNote error={list.error} onRetry={list.restart} />}
      {list.loading && list.items.length === 0 && <Loading what="the jobs" lines={8} />}
      {list.begun && list.items.length === 0 && list.error === undefined && (
        <Empty title="No jobs here yet">
          <p>
            <a href="/screen">Screen a text</a> and its job appears here.
          </p>
        </Empty>
      )}
      {list.items.length > 0 && (
        <VirtualList
          key={JSON.stringify(filters)}
          name={['listJobs', filters]}
          list={list}
          rowHeight={62}
          keyOf={({ jobId }) => jobId}
        >
          {(job, row) => <JobRow job={job} row={row} />}
        </VirtualList>
      )}
    </>
  );
}

function JobRow({ job, row }: { readonly job: JobSummary; readonly row: number }) {
  return (
    <a className="list-row job-row" data-row={row} href={`/jobs/${job.jobId}`}>
      <strong>{jobTypeName(job.jobType)}</strong>
      <StatusBadge status={job.status} />
      <Moment value={job.createdAt} />
      <span className="soft">{job.triggerType === 'automatic' ? 'made by the service' : ''}</span>
      <code className="soft">{job.jobId}</code>
    </a>
  );
}
