import { riskBands, type Scenario } from '@pandect/contract';
import { splitCitation } from './rule.ts';
import type { Problem, Screening } from './screen-text.ts';

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
      .sort((a, b) => fitness(b.problem, issue, priority) - fitness(a.problem, issue, priority))
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

function fitness({ rule }: Problem, issue: string, priorities: readonly string[]): number {
  return 2 * Number(rule.id.endsWith(issue)) + Number(priorities.includes(rule.priority));
}

/** How often a rule was wanted, met, said, and right. */
export interface RuleScore {
  expected: number;
  met: number;
  fired: number;
  right: number;
  onClean: number;
}

/** The figures of a set of labelled texts. */
export interface SetScore {
  readonly texts: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Share of clean texts with a p1 or p2. */
  readonly cleanAlarm: number;
  /** Share of texts whose score is in an accepted band. */
  readonly band: number;
  /** Share of met issues with an accepted priority. */
  readonly priority: number;
  readonly rules: ReadonlyMap<string, RuleScore>;
}

type Screened = Pick<Screening, 'riskScore' | 'problems'>;

/** Screens every text and counts; `onText` sees each text's own score. */
export async function scoreSet(
  texts: readonly LabelledText[],
  screen: (text: LabelledText) => Screened | Promise<Screened>,
  onText: (text: LabelledText, screened: Screened, score: TextScore) => void = () => {},
): Promise<SetScore> {
  const rules = new Map<string, RuleScore>();
  const row = (id: string) => {
    const known = rules.get(id) ?? { expected: 0, met: 0, fired: 0, right: 0, onClean: 0 };
    rules.set(id, known);
    return known;
  };
  const sum = { expected: 0, met: 0, fired: 0, clean: 0, alarmed: 0, band: 0, priority: 0 };
  for (const text of texts) {
    const screened = await screen(text);
    const { riskScore, problems } = screened;
    const score = scoreText(text, problems);
    const isClean = text.expect.length === 0;
    sum.expected += text.expect.length;
    sum.met += score.matched.length;
    sum.fired += problems.length;
    sum.clean += Number(isClean);
    sum.alarmed += Number(isClean && problems.some(({ rule }) => rule.priority !== 'p3'));
    sum.band += Number(text.band.includes(riskBands.find(({ to }) => riskScore <= to)?.name ?? ''));
    for (const { issue } of text.expect) row(issue).expected += 1;
    for (const { expected, problem } of score.matched) {
      const issue = text.expect[expected];
      const found = problems[problem];
      if (!issue || !found) continue;
      row(issue.issue).met += 1;
      row(found.rule.id).right += 1;
      sum.priority += Number(issue.priority.includes(found.rule.priority));
    }
    for (const { rule } of problems) {
      row(rule.id).fired += 1;
      if (isClean) row(rule.id).onClean += 1;
    }
    onText(text, screened, score);
  }
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const precision = share(sum.met, sum.fired);
  const recall = share(sum.met, sum.expected);
  return {
    texts: texts.length,
    precision,
    recall,
    f1: share(2 * precision * recall, precision + recall),
    cleanAlarm: share(sum.alarmed, sum.clean),
    band: share(sum.band, texts.length),
    priority: share(sum.priority, sum.met),
    rules,
  };
}
