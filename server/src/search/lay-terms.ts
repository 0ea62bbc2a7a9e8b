import entries from './lay-terms.json' with { type: 'json' };
import type { InferredTerm } from './read-query.ts';
import { Tokenizer } from './tokenize.ts';

/** Ways ordinary people put something, and the words the law has for it. */
export interface LayEntry {
  readonly lay: readonly string[];
  readonly art: string;
}

/**
 * What a word of art counts beside a written one. Recall@10 of the US training questions over the whole corpus:
 * .401 without, .418 at 0.3, .434 at 0.6, .435 at 1, where questions in the law's own words begin to lose. Range
 * 0.3 to 1.
 */
const artWeight = 0.6;

/** Finds the entries a query calls for: every content word of a phrase stands in it, in any order. */
export type TermExpander = (terms: ReadonlySet<string>) => readonly InferredTerm[];

/** Compiles a bridge of lay terms. A word of several entries that fit counts once. */
export function createLayTermExpander(bridge: readonly LayEntry[] = entries): TermExpander {
  const tokenizer = new Tokenizer();
  const stems = (text: string) => [...new Set(tokenizer.tokens(text).flatMap(({ terms }) => terms))];
  // By the first word of each phrase: a query looks up its own words only.
  const byFirst = new Map<string, { readonly rest: readonly string[]; readonly art: readonly string[] }[]>();
  for (const { lay, art } of bridge) {
    const artTerms = stems(art);
    for (const [first, ...rest] of lay.map(stems)) {
      if (first === undefined) continue;
      const known = byFirst.get(first) ?? [];
      known.push({ rest, art: artTerms });
      byFirst.set(first, known);
    }
  }
  return (terms) => {
    const found = new Set<string>();
    for (const term of terms) {
      for (const { rest, art } of byFirst.get(term) ?? []) {
        if (rest.every((one) => terms.has(one))) for (const one of art) found.add(one);
      }
    }
    return [...found]
      .filter((term) => !terms.has(term))
      .map((term) => ({ term, queryCount: artWeight, origin: 'layTerm' as const }));
  };
}
