import type { Scenario } from '@pandect/contract';
import { splitCitation } from './rule.ts';
import type { Problem } from './screen-text.ts';

/** A labelled text, in the form of the screening sets. */
export interface LabelledText {
  readonly id: string;
  readonly scenario: Scenario;
  readonly text: string;
  readonly expect: readonly {
    readonly issue: string;
    readonly priority: readonly string[];
    readonly citations: readonly string[];
    readonly span: string | null;
  }[];
  readonly band: readonly string[];
}

/** Which expected issues were met by which problems; a problem is used once. */
export interface TextScore {
  readonly matched: readonly { readonly expected: number; readonly problem: number }[];
  readonly missed: readonly number[];
  readonly extra: readonly number[];
}

/** Pairs problems with expected issues by the documents they cite: as many pairs as there can be. */
export function scoreText({ expect }: LabelledText, problems: readonly Problem[]): TextScore {
  const cites = problems.map(
    ({ rule }) => new Set(rule.citations.map((one) => splitCitation(one).externalId)),
  );
  const fits = expect.map(({ citations, issue, priority }) =>
    problems
      .map((problem, index) => ({ problem, index }))
      .filter(({ index }) => citations.some((citation) => cites[index]?.has(citation)))
      // The rule for this very issue first, then one of an accepted priority.
      .sort(
        (a, b) =>
          Number(!b.problem.rule.id.endsWith(issue)) * -1 - Number(!a.problem.rule.id.endsWith(issue)) * -1 ||
          Number(!priority.includes(a.problem.rule.priority)) -
            Number(!priority.includes(b.problem.rule.priority)),
      )
      .map(({ index }) => index),
  );
  const taken = new Map<number, number>();
  const place = (expected: number, tried: Set<number>): boolean => {
    for (const problem of fits[expected] ?? []) {
      if (tried.has(problem)) continue;
      tried.add(problem);
      const holder = taken.get(problem);
      if (holder === undefined || place(holder, tried)) {
        taken.set(problem, expected);
        return true;
      }
    }
    return false;
  };
  for (const expected of expect.keys()) place(expected, new Set());
  const matched = [...taken].map(([problem, expected]) => ({ expected, problem }));
  return {
    matched,
    missed: [...expect.keys()].filter((expected) => !matched.some((pair) => pair.expected === expected)),
    extra: [...problems.keys()].filter((problem) => !taken.has(problem)),
  };
}
