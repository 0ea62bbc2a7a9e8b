import { PandectError } from '@pandect/client';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { clientFor } from '../api/session.tsx';
import { useAction } from '../api/use-action.ts';
import { ErrorCard } from '../parts/error-note.tsx';

/** Asks for a key and tries it: a key without the scope `admin` is refused that page, and is a key all the same. */
export function SignIn({ onKey }: { readonly onKey: (key: string) => void }) {
  const id = useId();
  const [key, setKey] = useState('');
  useEffect(() => {
    document.title = 'Sign in · Pandect';
  }, []);
  const signIn = useAction(async (given: string) => {
    try {
      await clientFor(given).getTeam({});
    } catch (error) {
      if (!(error instanceof PandectError && error.code === 'forbidden')) throw error;
    }
    onKey(given);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signIn.run(key.trim());
  };
  const refused = signIn.error instanceof PandectError && signIn.error.code === 'unauthorized';
  return (
    <main className="sign-in">
      <h1>Pandect</h1>
      <p className="lead">Compliance rules for US banks and fintechs, addressable to the byte.</p>
      <form onSubmit={submit}>
        <label htmlFor={id}>API key</label>
        <input
          id={id}
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="pdct_…"
          value={key}
          aria-describedby={`${id}-help`}
          aria-invalid={refused}
          onChange={(event) => setKey(event.target.value)}
        />
        <p id={`${id}-help`} className="help">
          The server printed the first one at its first start; <code>pandect keys create</code> makes more. It
          is kept in this tab only and is gone when the tab is closed.
        </p>
        <button type="submit" className="primary" disabled={signIn.busy || key.trim() === ''}>
          {signIn.busy ? 'Trying the key …' : 'Sign in'}
        </button>
      </form>
      {refused ? (
        <p className="note error" role="alert">
          This key is unknown, revoked or expired. Check that all 43 characters are there.
        </p>
      ) : (
        signIn.error !== undefined && <ErrorCard error={signIn.error} />
      )}
      <p className="help">
        Programs use the same key: see the <a href="/docs">API reference</a>.
      </p>
    </main>
  );
}
