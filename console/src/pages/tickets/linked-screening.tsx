import type { Ticket } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { useAction } from '../../api/use-action.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Loading } from '../../parts/states.tsx';
import { go } from '../../router/place.ts';
import { StatusBadge } from '../jobs/job-names.tsx';
import { keepText } from '../screen/kept-text.ts';
import { RiskDial } from '../screen/risk-dial.tsx';
import { useJob } from '../screen/use-job.ts';

/** The screening the service made of the event's text, or a way to have one. */
export function LinkedScreening({ ticket }: { readonly ticket: Ticket }) {
  return (
    <section className="card" aria-labelledby="screening">
      <h2 id="screening">Screening</h2>
      {ticket.screeningJobId === null ? (
        <NotScreened ticket={ticket} />
      ) : (
        <Screened jobId={ticket.screeningJobId} ticketId={ticket.id} />
      )}
    </section>
  );
}

function Screened({ jobId, ticketId }: { readonly jobId: string; readonly ticketId: string }) {
  const job = useJob(jobId);
  if (job.error !== undefined) return <ErrorNote error={job.error} onRetry={job.reload} />;
  if (!job.value) return <Loading what="the screening" lines={2} />;
  const { status, result } = job.value;
  return (
    <>
      {result ? <RiskDial score={result.riskScore} /> : <StatusBadge status={status} />}
      <p className="screening-link">
        <a href={`/screen/${jobId}?ticket=${ticketId}`}>Open the screening</a>
      </p>
    </>
  );
}

function NotScreened({ ticket }: { readonly ticket: Ticket }) {
  const client = useClient();
  const { text } = ticket.content;
  const screen = useAction(async () => {
    if (text === undefined) return;
    const { id } = await client.createScreenAnalysisJob({
      content: { type: 'text', text },
      scenario: ticket.scenario,
    });
    keepText(id, text);
    go(`/screen/${id}?ticket=${ticket.id}`);
  });
  if (text === undefined)
    return <p className="soft">The event is data, not text: there is nothing to screen.</p>;
  return (
    <>
      <p className="soft">The text was not screened when it came in.</p>
      <button type="button" disabled={screen.busy} onClick={() => void screen.run()}>
        {screen.busy ? 'Sending …' : 'Screen it now'}
      </button>
      {screen.error !== undefined && <ErrorNote error={screen.error} onRetry={() => void screen.run()} />}
    </>
  );
}
