import type { CallOptions } from '@pandect/client';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from './session.tsx';

export interface Loaded<T> {
  /** The latest reply; also while it is read again. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  /** Reads it again. */
  reload(): void;
  /** Puts a newer value in its place, such as the answer to a change. */
  replace(value: T): void;
}

/**
 * Reads something and keeps it. `name` says what: another name reads another thing, `undefined` reads
 * nothing. A reply that comes after the reader has gone on is dropped.
 */
export function useReply<T>(
  name: readonly unknown[] | undefined,
  load: (options: CallOptions) => Promise<T>,
): Loaded<T> {
  const { replies } = useSession();
  const key = name === undefined ? undefined : JSON.stringify(name);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ key: string | undefined; value?: T; error?: unknown }>({
    key: '',
  });
  const loadNow = useEffectEvent(load);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same thing again.
  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    loadNow({ signal: leaving.signal }).then(
      (value) => {
        replies.set(key, value);
        if (!leaving.signal.aborted) setOutcome({ key, value });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setOutcome({ key, error });
      },
    );
    return () => leaving.abort();
  }, [key, attempt, replies]);

  const settled = outcome.key === key;
  // Only `load` of the same name puts a value under it.
  const kept = key === undefined ? undefined : (replies.get(key) as T | undefined);
  return {
    value: settled && outcome.value !== undefined ? outcome.value : kept,
    error: settled ? outcome.error : undefined,
    loading: key !== undefined && !settled,
    reload: useCallback(() => {
      setOutcome({ key: '' });
      setAttempt((before) => before + 1);
    }, []),
    replace: useCallback(
      (value: T) => {
        if (key === undefined) return;
        replies.set(key, value);
        setOutcome({ key, value });
      },
      [key, replies],
    ),
  };
}
