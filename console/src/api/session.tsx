import { createClient, type PandectClient } from '@pandect/client';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';

/** One signed-in visit. */
export interface Session {
  readonly client: PandectClient;
  /** Replies by the request that brought them: going back shows them at once, then they are read again. */
  readonly replies: Map<string, unknown>;
  signOut(): void;
}

/** Gone with the tab. Nowhere else is the key written. */
const storageName = 'pandect.key';
const SessionContext = createContext<Session | undefined>(undefined);

export function clientFor(apiKey: string): PandectClient {
  return createClient({ baseUrl: '', apiKey, fetch: (...request) => fetch(...request) });
}

export function SessionProvider(props: {
  readonly signIn: (onKey: (key: string) => void) => ReactNode;
  readonly children: ReactNode;
}) {
  const [key, setKey] = useState(() => sessionStorage.getItem(storageName));
  const session = useMemo<Session | undefined>(
    () =>
      key === null
        ? undefined
        : {
            client: clientFor(key),
            replies: new Map(),
            signOut() {
              sessionStorage.clear();
              setKey(null);
            },
          },
    [key],
  );
  if (!session) {
    return props.signIn((given) => {
      sessionStorage.setItem(storageName, given);
      setKey(given);
    });
  }
  return <SessionContext value={session}>{props.children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('a page was drawn without a session');
  return session;
}

export function useClient(): PandectClient {
  return useSession().client;
}
