import { useSyncExternalStore } from 'react';

/** The width at which the pages stand side by side; the style sheets have the same. */
const query = '(min-width: 60rem)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether there is room beside the text. What is folded on a narrow page stands open on a wide one. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
