import type { Ticket } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import type { PageProps } from '../../pages.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Loading } from '../../parts/states.tsx';
import { Moment } from '../../parts/times.tsx';
import { StatusBadge, statusName } from '../jobs/job-names.tsx';
import { scenarioName } from '../screen/scenario-name.ts';
import { ChangeStatus } from './change-status.tsx';
import { LinkedScreening } from './linked-screening.tsx';
import './tickets.css';

/** A ticket: the event as it was received, what was done about it, and what to do next. */
export default function TicketPage({ params }: PageProps) {
  const id = params.id ?? '';
  const client = useClient();
  const ticket = useReply(['getTicket', id], (options) => client.getTicket({ id }, options));
  if (!ticket.value) {
    return (
      <>
        <PageTitle title="Ticket" />
        {ticket.error === undefined ? (
          <Loading what="the ticket" lines={10} />
        ) : (
          <ErrorNote error={ticket.error} onRetry={ticket.reload} />
        )}
      </>
    );
  }
  const { status, scenario, externalRef, content } = ticket.value;
  return (
    <>
      <PageTitle title={externalRef ?? 'Ticket'}>
        <p className="facts">
          <StatusBadge status={status} />
          <span>{scenarioName(scenario)}</span>
          <code>{id}</code>
        </p>
      </PageTitle>
      <div className="beside">
        <section className="card" aria-labelledby="event">
          <h2 id="event">Event as received</h2>
          {content.text === undefined ? (
            <pre>{JSON.stringify(content.json, null, 2)}</pre>
          ) : (
            <p className="law event-text">{content.text}</p>
          )}
        </section>
        <div className="ticket-side">
          <ChangeStatus ticket={ticket.value} onChanged={ticket.replace} />
          <LinkedScreening ticket={ticket.value} />
          <History history={ticket.value.history} />
        </div>
      </div>
    </>
  );
}

function History({ history }: { readonly history: Ticket['history'] }) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="history">
        {history.toReversed().map(({ from, to, at, actor, reason }) => (
          <li key={`${at} ${to} ${actor}`}>
            <p>
              {from === null ? 'Received' : `${statusName(from)} → ${statusName(to)}`}, <Moment value={at} />
            </p>
            {reason !== null && <p className="soft">“{reason}”</p>}
            <p className="help">
              by <code>{actor}</code>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
