import { Suspense, useEffect } from 'react';
import { SessionProvider } from './api/session.tsx';
import { ShortcutProvider } from './keys/shortcuts.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { findPage } from './pages.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { PageTitle } from './parts/page-title.tsx';
import { Loading } from './parts/states.tsx';
import { followLinks, restoreScroll } from './router/follow-links.ts';
import { go, usePlace } from './router/place.ts';
import { Shell } from './shell.tsx';

export function App() {
  useEffect(followLinks, []);
  useEffect(restoreScroll, []);
  return (
    <ShortcutProvider>
      <SessionProvider signIn={(onKey) => <SignIn onKey={onKey} />}>
        <Pages />
      </SessionProvider>
    </ShortcutProvider>
  );
}

function Pages() {
  const { path } = usePlace();
  const found = findPage(path);
  useEffect(() => {
    if (path === '/') go('/ask', { replace: true });
  }, [path]);
  if (path === '/') return null;
  return (
    <Shell section={found?.page.section}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Loading what="the page" />}>
          {found ? <found.page.component params={found.params} /> : <NoSuchPage path={path} />}
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

function NoSuchPage({ path }: { readonly path: string }) {
  return (
    <>
      <PageTitle title="There is no such page" />
      <p>
        Nothing of the console is at <code>{path}</code>. <a href="/library">Go to the library</a> or choose
        from the navigation.
      </p>
    </>
  );
}
