import { isTicketStatus, type Ticket, ticketStatuses } from '@pandect/contract';
import { type FormEvent, useState } from 'react';
import { useClient, useSession } from '../../api/session.tsx';
import { useAction } from '../../api/use-action.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { statusName } from '../jobs/job-names.tsx';

export function ChangeStatus(props: {
  readonly ticket: Ticket;
  readonly onChanged: (ticket: Ticket) => void;
}) {
  const { ticket } = props;
  const client = useClient();
  const { replies } = useSession();
  const others = ticketStatuses.filter((status) => status !== ticket.status);
  const [wanted, setWanted] = useState('');
  const [reason, setReason] = useState('');
  const to = others.find((status) => status === wanted) ?? others[0];
  const change = useAction(async () => {
    if (!to) return;
    const changed = await client.updateTicket({
      id: ticket.id,
      status: to,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    });
    // The board's columns are no longer as they were read.
    for (const name of [...replies.keys()]) if (name.startsWith('["listTickets"')) replies.delete(name);
    setReason('');
    props.onChanged(changed);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form className="card change-status" onSubmit={submit} aria-labelledby="change-status">
      <h2 id="change-status">Change the status</h2>
      <label className="field">
        New status
        <select
          value={to}
          onChange={(event) => isTicketStatus(event.target.value) && setWanted(event.target.value)}
        >
          {others.map((status) => (
            <option key={status} value={status}>
              {statusName(status)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        Reason
        <textarea
          rows={3}
          maxLength={2000}
          value={reason}
          placeholder="Kept in the history"
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <button type="submit" className="primary" disabled={change.busy}>
        {change.busy ? 'Changing …' : 'Change'}
      </button>
      {change.error !== undefined && <ErrorNote error={change.error} onRetry={() => void change.run()} />}
    </form>
  );
}
