import type { CallOptions } from '@pandect/client';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cameBack } from '../router/place.ts';
import { useSession } from './session.tsx';

export interface PageReply<T> {
  readonly results: readonly T[];
  readonly pagination: {
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
    readonly approximateTotal: number;
  };
}

interface Read<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly total: number;
}

export interface Pages<T> extends Read<T> {
  readonly error: unknown;
  readonly loading: boolean;
  /** False until the first page is there. */
  readonly begun: boolean;
  loadMore(): void;
  /** Begins again with the first page: the way out of an expired cursor. */
  restart(): void;
}

const nothing: Read<never> = { items: [], cursor: null, hasMore: true, total: 0 };

/** A list read page by page as the reader comes near its end. `name` as in `useReply`. */
export function usePages<T>(
  name: readonly unknown[],
  load: (cursor: { readonly cursor?: string }, options: CallOptions) => Promise<PageReply<T>>,
): Pages<T> {
  const { replies } = useSession();
  const key = JSON.stringify(name);
  // Going back finds the list as it was left, with the place in it; a link opens it anew.
  const kept = () => (cameBack() ? (replies.get(key) as Read<T> | undefined) : undefined);
  const [state, setState] = useState<{ key: string; read: Read<T>; error?: unknown; loading: boolean }>();
  const underWay = useRef<AbortController>(undefined);

  const loadNow = useEffectEvent(load);
  const readFrom = useEffectEvent((before: Read<T>) => {
    underWay.current?.abort();
    const leaving = new AbortController();
    underWay.current = leaving;
    setState({ key, read: before, loading: true });
    loadNow(before.cursor === null ? {} : { cursor: before.cursor }, { signal: leaving.signal }).then(
      ({ results, pagination }) => {
        if (leaving.signal.aborted) return;
        const read = {
          items: [...before.items, ...results],
          cursor: pagination.nextCursor,
          hasMore: pagination.hasMore,
          total: pagination.approximateTotal,
        };
        replies.set(key, read);
        setState({ key, read, loading: false });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ key, read: before, error, loading: false });
      },
    );
  });

  const begin = useEffectEvent(() => {
    const known = kept();
    if (known) setState({ key, read: known, loading: false });
    else readFrom(nothing);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list.
  useEffect(() => {
    begin();
    return () => underWay.current?.abort();
  }, [key]);

  const [wish, setWish] = useState<{ kind: 'more' | 'restart' }>();
  const fulfil = useEffectEvent((kind: 'more' | 'restart') => {
    if (kind === 'restart') return readFrom(nothing);
    if (state && state.key === key && !state.loading && state.read.hasMore) readFrom(state.read);
  });
  useEffect(() => {
    if (wish) fulfil(wish.kind);
  }, [wish]);

  const here = state?.key === key ? state : undefined;
  const read = here?.read ?? kept() ?? nothing;
  return {
    ...read,
    error: here?.error,
    loading: here?.loading ?? true,
    begun: read !== nothing,
    loadMore: useCallback(() => setWish({ kind: 'more' }), []),
    restart: useCallback(() => setWish({ kind: 'restart' }), []),
  };
}
