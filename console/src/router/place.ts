import { useMemo, useSyncExternalStore } from 'react';

/** Where the reader is: everything a page shows follows from it, so that every view has an address. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const moved = 'pandect:moved';

function subscribe(onMove: () => void): () => void {
  addEventListener('popstate', onMove);
  addEventListener(moved, onMove);
  return () => {
    removeEventListener('popstate', onMove);
    removeEventListener(moved, onMove);
  };
}

export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`);
  return useMemo(() => {
    const url = new URL(address, location.origin);
    return { path: url.pathname, query: url.searchParams };
  }, [address]);
}

/** Goes to an address of the console; how far the page left behind was scrolled stays with its entry. */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(history.state, '', to);
  else {
    const { pathname } = location;
    history.replaceState({ scrollY }, '');
    history.pushState(null, '', to);
    // Within a page the reader stays in place: the page itself goes where the address points.
    if (location.pathname !== pathname) scrollTo(0, 0);
  }
  dispatchEvent(new Event(moved));
}

/** Whether the reader returned to this entry of the history, rather than followed a link to it. */
export function cameBack(): boolean {
  return history.state !== null;
}

export type QueryChanges = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The query of an address with some members changed; an empty or undefined value takes a member out. */
export function withQuery(query: URLSearchParams, changes: QueryChanges): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one);
  }
  return next.size === 0 ? '' : `?${next}`;
}

/** Changes the query of the present address. Filters replace the entry: Back leaves the page, not a filter. */
export function changeQuery(changes: QueryChanges, options = { replace: true }): void {
  go(`${location.pathname}${withQuery(new URLSearchParams(location.search), changes)}`, options);
}
