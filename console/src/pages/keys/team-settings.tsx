import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/session.tsx';
import { useAction } from '../../api/use-action.ts';
import { useReply } from '../../api/use-reply.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Loading } from '../../parts/states.tsx';
import { formatCount } from '../../parts/times.tsx';

export function TeamSettings() {
  const client = useClient();
  const team = useReply(['getTeam'], (options) => client.getTeam({}, options));
  const [draft, setDraft] = useState<string>();
  const update = useAction(async (change: { autoScreen?: boolean; monthlyCredits?: number | null }) => {
    team.replace(await client.updateTeam(change));
    setDraft(undefined);
  });
  if (team.error !== undefined) return <ErrorNote error={team.error} onRetry={team.reload} />;
  if (!team.value) return <Loading what="the team" lines={2} />;
  const { id, autoScreen, monthlyCredits } = team.value;
  const shown = draft ?? (monthlyCredits === null ? '' : String(monthlyCredits));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void update.run({ monthlyCredits: shown.trim() === '' ? null : Number(shown) });
  };
  return (
    <div className="team">
      <p className="soft">
        Signed in to the team <strong>{id}</strong>.{' '}
        {monthlyCredits !== null && `Its budget is ${formatCount(monthlyCredits)} credits a month.`}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={autoScreen}
          disabled={update.busy}
          onChange={(event) => void update.run({ autoScreen: event.target.checked })}
        />
        <span>
          Screen the text of each event by itself
          <span className="help"> The job is linked to the ticket.</span>
        </span>
      </label>
      <form className="row" onSubmit={submit}>
        <label className="field">
          Credits a month
          <input
            type="number"
            min={0}
            step={1}
            value={shown}
            placeholder="no limit"
            onChange={(event) => setDraft(event.target.value)}
          />
        </label>
        <button type="submit" disabled={update.busy || draft === undefined}>
          Save
        </button>
      </form>
      {update.error !== undefined && <ErrorNote error={update.error} onRetry={update.clear} />}
    </div>
  );
}
