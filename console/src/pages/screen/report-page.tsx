import type { Job } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import type { PageProps } from '../../pages.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Loading } from '../../parts/states.tsx';
import { Moment } from '../../parts/times.tsx';
import { usePlace } from '../../router/place.ts';
import { jobTypeName, StatusBadge } from '../jobs/job-names.tsx';
import { keptText } from './kept-text.ts';
import { RiskDial } from './risk-dial.tsx';
import { ScreenReport } from './screen-report.tsx';
import { useJob } from './use-job.ts';
import './screen.css';

/** A job and what came of it. `?ticket=` names the ticket that holds the screened text. */
export default function ReportPage({ params }: PageProps) {
  const id = params.id ?? '';
  const { query } = usePlace();
  const client = useClient();
  const job = useJob(id);
  const ticketId = query.get('ticket');
  const ticket = useReply(ticketId === null ? undefined : ['getTicket', ticketId], (options) =>
    client.getTicket({ id: ticketId ?? '' }, options),
  );
  const text = keptText(id) ?? ticket.value?.content.text;
  return (
    <>
      <PageTitle title={job.value ? jobTypeName(job.value.type) : 'Job'}>
        <p className="facts">
          {job.value && <StatusBadge status={job.value.status} />}
          <code>{id}</code>
          {job.value && <Moment value={job.value.createdAt} />}
          {ticketId !== null && <a href={`/tickets/${ticketId}`}>Its ticket</a>}
        </p>
      </PageTitle>
      {job.error !== undefined && <ErrorNote error={job.error} onRetry={job.reload} />}
      {!job.value && job.error === undefined && <Loading what="the job" />}
      {job.value && <Outcome job={job.value} text={text} />}
    </>
  );
}

function Outcome({ job, text }: { readonly job: Job; readonly text: string | undefined }) {
  if (job.status === 'running') {
    return (
      <section className="note" role="status">
        <span className="spinner" aria-hidden="true" />
        <div>
          <h2>The work is under way</h2>
          <p>The report appears here by itself. You may leave: it stays under Jobs.</p>
        </div>
      </section>
    );
  }
  if (job.status === 'failed') {
    return (
      <section className="note error" role="alert">
        <div>
          <h2>The job failed</h2>
          <p>{job.error?.message ?? 'No reason was given.'}</p>
          <p className="facts">
            <code>{job.error?.code}</code>
          </p>
          <a className="button" href="/screen">
            Screen the text again
          </a>
        </div>
      </section>
    );
  }
  if (job.result?.type === 'analysis.screen.result') {
    return <ScreenReport job={job} result={job.result} text={text} />;
  }
  if (job.result?.type === 'analysis.risk.result') {
    return (
      <section className="card score-only">
        <RiskDial score={job.result.riskScore} />
        <p className="help">A score alone. Screen the text to see why.</p>
      </section>
    );
  }
  return <pre>{JSON.stringify(job.result, null, 2)}</pre>;
}
