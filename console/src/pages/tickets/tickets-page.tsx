import {
  isScenario,
  type Scenario,
  scenarios,
  type TicketStatus,
  type TicketSummary,
  ticketStatuses,
} from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { type Pages, usePages } from '../../api/use-pages.ts';
import { useListKeys } from '../../keys/use-list-keys.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Loading } from '../../parts/states.tsx';
import { formatCount, Moment } from '../../parts/times.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';
import { StatusBadge } from '../jobs/job-names.tsx';
import { scenarioName } from '../screen/scenario-name.ts';
import './tickets.css';

/** The team's tickets as a board, one column for each status. */
export default function TicketsPage() {
  const { query } = usePlace();
  const given = query.get('scenario') ?? '';
  const scenario = isScenario(given) ? given : undefined;
  const columns = useColumns(scenario);
  const counts = columns.map(({ list }) => list.items.length);
  useListKeys(counts.reduce((sum, count) => sum + count, 0));
  return (
    <>
      <PageTitle title="Tickets">
        <p>
          Compliance events that client systems report become tickets. Programs create them with{' '}
          <a href="/docs#createEvent">createEvent</a>.
        </p>
      </PageTitle>
      <div className="row ticket-filters">
        <label className="field">
          Scenario
          <select value={scenario ?? ''} onChange={(event) => changeQuery({ scenario: event.target.value })}>
            <option value="">Every scenario</option>
            {scenarios.map((one) => (
              <option key={one} value={one}>
                {scenarioName(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="board">
        {columns.map(({ status, list }, at) => (
          <Column
            key={status}
            status={status}
            list={list}
            firstRow={counts.slice(0, at).reduce((sum, count) => sum + count, 0)}
          />
        ))}
      </div>
    </>
  );
}

function useColumns(scenario: Scenario | undefined) {
  const client = useClient();
  const useColumn = (status: TicketStatus) => {
    const filters = { status: [status], ...(scenario && { scenario: [scenario] }) };
    return usePages(['listTickets', filters], (cursor, options) =>
      client.listTickets({ ...filters, ...cursor }, options),
    );
  };
  // One list for each status, always the same four in the same order.
  const lists = {
    open: useColumn('open'),
    in_review: useColumn('in_review'),
    resolved: useColumn('resolved'),
    dismissed: useColumn('dismissed'),
  };
  return ticketStatuses.map((status) => ({ status, list: lists[status] }));
}

function Column(props: {
  readonly status: TicketStatus;
  readonly list: Pages<TicketSummary>;
  readonly firstRow: number;
}) {
  const { status, list } = props;
  return (
    <section className="column" aria-labelledby={`column-${status}`}>
      <h2 id={`column-${status}`}>
        <StatusBadge status={status} />
        <span className="soft">{list.begun ? formatCount(list.total) : ''}</span>
      </h2>
      {list.error !== undefined && <ErrorNote error={list.error} onRetry={list.restart} />}
      {list.loading && list.items.length === 0 && <Loading what="the tickets" lines={4} />}
      {list.begun && list.items.length === 0 && <p className="help column-empty">None</p>}
      <ul>
        {list.items.map((ticket, at) => (
          <li key={ticket.id}>
            <a className="card ticket-card" href={`/tickets/${ticket.id}`} data-row={props.firstRow + at}>
              <strong>{ticket.externalRef ?? scenarioName(ticket.scenario)}</strong>
              <span className="facts">
                {ticket.externalRef !== null && <span>{scenarioName(ticket.scenario)}</span>}
                <Moment value={ticket.createdAt} />
              </span>
              {ticket.screeningJobId !== null && <span className="badge">screened</span>}
            </a>
          </li>
        ))}
      </ul>
      {list.hasMore && list.items.length > 0 && (
        <button type="button" disabled={list.loading} onClick={list.loadMore}>
          Show more
        </button>
      )}
    </section>
  );
}
