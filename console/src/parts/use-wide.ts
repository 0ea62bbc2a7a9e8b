import { useSyncExternalStore } from 'react';

/** Widths at which there is room for a second and a third column; the style sheets have the same. */
const queries = { two: '(min-width: 60rem)', three: '(min-width: 92rem)' } as const;

function follow(query: string): (onChange: () => void) => () => void {
  return (onChange) => {
    const media = matchMedia(query);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  };
}
const followers = { two: follow(queries.two), three: follow(queries.three) };

/** Whether there is room beside the text. What is folded on a narrow page stands open on a wide one. */
export function useWide(columns: keyof typeof queries = 'two'): boolean {
  return useSyncExternalStore(followers[columns], () => matchMedia(queries[columns]).matches);
}
