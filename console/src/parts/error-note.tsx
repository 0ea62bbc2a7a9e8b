import { explainError } from '../api/explain-error.ts';
import { useSession } from '../api/session.tsx';
import { go } from '../router/place.ts';
import { Icon } from './icon.tsx';

/** A failure where its content would be: the message, what to quote, the way out. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { signOut } = useSession();
  return <ErrorCard error={error} onSignIn={signOut} {...(onRetry && { onRetry })} />;
}

/** The same without a session: on the sign-in page. */
export function ErrorCard(props: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly onSignIn?: () => void;
}) {
  const { title, message, code, requestId, wayOut } = explainError(props.error);
  return (
    <section className="note error" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
        <p className="facts">
          <code>{code}</code>
          {requestId !== undefined && (
            <>
              {' · request '}
              <code>{requestId}</code>
            </>
          )}
        </p>
        {wayOut === 'retry' && props.onRetry && (
          <button type="button" onClick={props.onRetry}>
            Try again
          </button>
        )}
        {wayOut === 'back' && (
          <button type="button" onClick={() => (history.length > 1 ? history.back() : go('/library'))}>
            Go back
          </button>
        )}
        {wayOut === 'without-filters' && location.search !== '' && (
          <button type="button" onClick={() => go(location.pathname)}>
            Start again without filters
          </button>
        )}
        {wayOut === 'sign-in' && props.onSignIn && (
          <button type="button" onClick={props.onSignIn}>
            Sign in with another key
          </button>
        )}
      </div>
    </section>
  );
}
