import { useCallback, useState } from 'react';

export interface Action<A extends readonly unknown[], T> {
  readonly busy: boolean;
  readonly error: unknown;
  /** Gives undefined where it failed: `error` says why. */
  run(...args: A): Promise<T | undefined>;
  clear(): void;
}

/** Something the reader asks for with a button: one at a time, its failure kept until the next try. */
export function useAction<A extends readonly unknown[], T>(act: (...args: A) => Promise<T>): Action<A, T> {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  return {
    busy: state.busy,
    error: state.error,
    async run(...args) {
      setState({ busy: true });
      try {
        const value = await act(...args);
        setState({ busy: false });
        return value;
      } catch (error) {
        setState({ busy: false, error });
        return undefined;
      }
    },
    clear: useCallback(() => setState({ busy: false }), []),
  };
}
