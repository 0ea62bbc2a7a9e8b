import type { Scenario } from '@pandect/contract';
import { applyRule, overlap } from './apply-rule.ts';
import type { Hit } from './match-patterns.ts';
import { type Reading, TextReader } from './read-text.ts';
import { riskScore } from './risk-score.ts';
import type { CompiledRule, RulePack } from './rule-pack.ts';

/** A problem in a text: the rule that says so and the words that show it. */
export interface Problem {
  readonly rule: CompiledRule;
  readonly evidence: readonly Evidence[];
}

/** What was found in a text. */
export interface Screening {
  readonly riskScore: number;
  readonly problems: readonly Problem[];
  readonly reading: Reading;
}

/** Byte offsets in the UTF-8 of the submitted text. */
export interface Evidence {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A rule that failed on a text: the job fails and the log names the rule, never the text. */
export class RuleFailure extends Error {
  readonly ruleId: string;

  constructor(ruleId: string, cause: unknown) {
    super(`rule ${ruleId} failed`, { cause });
    this.ruleId = ruleId;
  }
}

/** Screens texts with one rule pack. Pure: the same text and pack give the same problems. */
export class Screener {
  readonly #pack: RulePack;
  readonly #reader: TextReader;
  readonly #rules: ReadonlyMap<Scenario, readonly CompiledRule[]>;
  readonly #byId: ReadonlyMap<string, CompiledRule>;

  constructor(pack: RulePack) {
    this.#pack = pack;
    this.#reader = new TextReader(pack.book, pack.disowning);
    const rules = new Map<Scenario, CompiledRule[]>();
    for (const rule of pack.rules)
      for (const scenario of rule.scenarios) rules.set(scenario, [...(rules.get(scenario) ?? []), rule]);
    this.#rules = rules;
    this.#byId = new Map(pack.rules.map((rule) => [rule.id, rule]));
  }

  get version(): string {
    return this.#pack.version;
  }

  /** By their ids. */
  get rules(): ReadonlyMap<string, CompiledRule> {
    return this.#byId;
  }

  /** What patterns find, and the reading they found it in. */
  screen(text: string, scenario: Scenario): Screening {
    const reading = this.#reader.read(text);
    const matches = new Map<CompiledRule, readonly Hit[]>();
    for (const rule of this.#rules.get(scenario) ?? []) {
      try {
        const match = applyRule(rule, reading);
        if (match) matches.set(rule, match.evidence);
      } catch (error) {
        throw new RuleFailure(rule.id, error);
      }
    }
    const problems = [...matches]
      .filter(([rule, evidence]) => !yields(rule, evidence, matches))
      .map(([rule, evidence]) => ({ rule, evidence: evidence.map((hit) => quote(reading, hit)) }));
    return { reading, ...inOrder(problems) };
  }
}

/** Problems most severe first, then in the order of the text; and the score they make. */
export function inOrder(problems: readonly Problem[]): Pick<Screening, 'riskScore' | 'problems'> {
  const sorted = [...problems].sort(
    (a, b) =>
      a.rule.priority.localeCompare(b.rule.priority) ||
      firstOffset(a) - firstOffset(b) ||
      (a.rule.id < b.rule.id ? -1 : 1),
  );
  return { riskScore: riskScore(sorted.map(({ rule }) => rule.priority)), problems: sorted };
}

function firstOffset({ evidence }: Problem): number {
  return evidence[0]?.startOffset ?? Number.MAX_SAFE_INTEGER;
}

/** A rule gives way to a more exact one on the same words; both without words: the other says what is missing. */
function yields(
  rule: CompiledRule,
  evidence: readonly Hit[],
  matches: ReadonlyMap<CompiledRule, readonly Hit[]>,
): boolean {
  if (rule.yieldsTo.length === 0) return false;
  for (const [other, others] of matches) {
    if (!rule.yieldsTo.includes(other.id)) continue;
    if (evidence.length === 0 || others.length === 0) return true;
    if (evidence.some((hit) => others.some((one) => overlap(hit, one)))) return true;
  }
  return false;
}

/** Words of the text as evidence. */
export function quote({ text, words }: Reading, { start, end }: Hit): Evidence {
  const from = words[start]?.start ?? 0;
  const to = words[end - 1]?.end ?? from;
  const startOffset = Buffer.byteLength(text.slice(0, from));
  const quoted = text.slice(from, to);
  return { text: quoted, startOffset, endOffset: startOffset + Buffer.byteLength(quoted) };
}
