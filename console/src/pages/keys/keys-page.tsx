import type { ApiKey } from '@pandect/contract';
import { useState } from 'react';
import { useClient } from '../../api/session.tsx';
import { useAction } from '../../api/use-action.ts';
import { useReply } from '../../api/use-reply.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Loading } from '../../parts/states.tsx';
import { Day, Moment } from '../../parts/times.tsx';
import { CreateKey } from './create-key.tsx';
import { TeamSettings } from './team-settings.tsx';
import { Usage } from './usage.tsx';
import './keys.css';

/** Keys, what was done with them, and the team's settings: for keys with the scope `admin`. */
export default function KeysPage() {
  const client = useClient();
  const keys = useReply(['listKeys'], (options) => client.listKeys({}, options));
  const [leaving, setLeaving] = useState<ApiKey>();
  return (
    <>
      <PageTitle title="Keys and usage" />
      {keys.error !== undefined && <ErrorNote error={keys.error} onRetry={keys.reload} />}
      {!keys.value && keys.error === undefined && <Loading what="the keys" />}
      {keys.value && (
        <div className="keys-grid">
          <section className="card" aria-labelledby="usage">
            <h2 id="usage">Usage</h2>
            <Usage keys={keys.value.results} />
          </section>
          <section className="card" aria-labelledby="keys">
            <div className="row keys-head">
              <h2 id="keys">API keys</h2>
              <CreateKey onCreated={keys.reload} />
            </div>
            <KeyTable keys={keys.value.results} onRevoke={setLeaving} />
          </section>
          <section className="card" aria-labelledby="team">
            <h2 id="team">Team</h2>
            <TeamSettings />
          </section>
        </div>
      )}
      {leaving && (
        <RevokeDialog
          apiKey={leaving}
          onClose={(revoked) => {
            setLeaving(undefined);
            if (revoked) keys.reload();
          }}
        />
      )}
    </>
  );
}

function KeyTable(props: { readonly keys: readonly ApiKey[]; readonly onRevoke: (key: ApiKey) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className="wide" tabIndex={0} aria-label="Keys">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Scopes</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">Ends</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.keys.map((key) => (
            <tr key={key.id} className={key.revokedAt === null ? '' : 'revoked'}>
              <td>
                <strong>{key.label === '' ? 'no label' : key.label}</strong>
                <br />
                <code className="soft">{key.id}</code>
              </td>
              <td>{key.scopes.join(', ')}</td>
              <td>
                <Day value={key.createdAt} />
              </td>
              <td>{key.lastUsedAt === null ? 'never' : <Moment value={key.lastUsedAt} />}</td>
              <td>{key.expiresAt === null ? 'never' : <Day value={key.expiresAt} />}</td>
              <td>
                {key.revokedAt === null ? (
                  <button type="button" className="danger" onClick={() => props.onRevoke(key)}>
                    Revoke
                  </button>
                ) : (
                  <span className="soft">
                    revoked <Day value={key.revokedAt} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RevokeDialog(props: { readonly apiKey: ApiKey; readonly onClose: (revoked: boolean) => void }) {
  const client = useClient();
  const revoke = useAction(async () => {
    await client.revokeKey({ id: props.apiKey.id });
    props.onClose(true);
  });
  return (
    <Dialog title="Revoke this key?" onClose={() => props.onClose(false)}>
      <p>
        Whatever uses <strong>{props.apiKey.label === '' ? props.apiKey.id : props.apiKey.label}</strong> is
        refused at once, tokens made with it too. This cannot be undone.
      </p>
      {revoke.error !== undefined && <ErrorNote error={revoke.error} onRetry={() => void revoke.run()} />}
      <div className="row">
        <button type="button" className="danger" disabled={revoke.busy} onClick={() => void revoke.run()}>
          Revoke
        </button>
        <button type="button" onClick={() => props.onClose(false)}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
