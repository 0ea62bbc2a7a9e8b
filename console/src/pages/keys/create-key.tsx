import { defaultScopes, type Scope, scopes } from '@pandect/contract';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/session.tsx';
import { useAction } from '../../api/use-action.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';

const scopeHelp: Readonly<Record<Scope, string>> = {
  regulations: 'browse, read and query the rules',
  wikis: 'read the playbooks',
  analysis: 'screen and score texts',
  jobs: 'read jobs and their results',
  events: 'report events, read and change tickets',
  admin: 'keys, usage and team settings',
};

export function CreateKey({ onCreated }: { readonly onCreated: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        New key
      </button>
      {open && (
        <CreateKeyDialog
          onClose={(created) => {
            setOpen(false);
            if (created) onCreated();
          }}
        />
      )}
    </>
  );
}

function CreateKeyDialog({ onClose }: { readonly onClose: (created: boolean) => void }) {
  const client = useClient();
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(defaultScopes);
  const [lastDay, setLastDay] = useState('');
  const [secret, setSecret] = useState<string>();
  const create = useAction(async () => {
    const made = await client.createKey({
      label: label.trim(),
      scopes: [...chosen],
      ...(lastDay !== '' && { expiresAt: `${lastDay}T23:59:59Z` }),
    });
    setSecret(made.key);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run();
  };
  if (secret !== undefined) {
    return (
      <Dialog title="The new key" onClose={() => onClose(true)}>
        <p>It is shown only now: the service keeps its fingerprint, not the key.</p>
        <pre className="secret">{secret}</pre>
        <div className="row">
          <CopyButton className="primary" text={() => secret}>
            Copy the key
          </CopyButton>
          <button type="button" onClick={() => onClose(true)}>
            Done
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="New key" onClose={() => onClose(false)}>
      <form className="key-form" onSubmit={submit}>
        <label className="field">
          Label
          <input
            maxLength={200}
            value={label}
            placeholder="What it is for"
            onChange={(event) => setLabel(event.target.value)}
          />
        </label>
        <fieldset>
          <legend>It may</legend>
          {scopes.map((scope) => (
            <label key={scope} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
                }
              />
              <span>
                {scope} <span className="soft">{scopeHelp[scope]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="field">
          Last day (UTC), if any
          <input type="date" value={lastDay} onChange={(event) => setLastDay(event.target.value)} />
        </label>
        {create.error !== undefined && <ErrorNote error={create.error} onRetry={() => void create.run()} />}
        <button type="submit" className="primary" disabled={create.busy || chosen.length === 0}>
          {create.busy ? 'Making …' : 'Make the key'}
        </button>
      </form>
    </Dialog>
  );
}
