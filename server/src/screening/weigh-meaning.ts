import type { LearnedThresholds, Opinion } from './learned-heads.ts';
import { splitCitation } from './rule.ts';
import type { CompiledRule } from './rule-pack.ts';
import type { Problem } from './screen-text.ts';

/** A stretch of the text and what the learned part thinks of it. */
export interface ReadStretch<T> {
  readonly stretch: T;
  readonly opinion: Opinion;
}

export interface Weighed<T> {
  /** Problems the patterns found that stand. */
  readonly kept: readonly Problem[];
  /** Problems in wordings no pattern knows, and where they are. */
  readonly added: readonly { readonly rule: CompiledRule; readonly stretch: T; readonly wrong: number }[];
}

/** Sections looked at in a stretch, the likeliest first. Range 2 to 4. */
const maxSections = 3;

/**
 * Patterns know wordings and the learned part knows meaning; neither alone is trusted far. What patterns found falls
 * where the whole text reads lawful, or reads as something else; what they did not find is added where a stretch of it
 * clearly reads wrong and one section stands out. A missing element is no wording, so meaning has no say about it.
 */
export function weighMeaning<T>(
  problems: readonly Problem[],
  stretches: readonly ReadStretch<T>[],
  rules: ReadonlyMap<string, CompiledRule>,
  thresholds: LearnedThresholds,
): Weighed<T> {
  const wrong = Math.max(0, ...stretches.map(({ opinion }) => opinion.wrong));
  const overall = knownShares(
    stretches.flatMap(({ opinion }) => opinion.rules),
    rules,
  );
  const kept = problems.filter(
    ({ rule, evidence }) =>
      evidence.length === 0 ||
      (wrong >= thresholds.keep && shareOfSection(rule, overall) >= thresholds.support),
  );
  const cited = new Set(kept.flatMap(({ rule }) => documentsOf(rule)));
  const added: { rule: CompiledRule; stretch: T; wrong: number }[] = [];
  for (const { stretch, opinion } of stretches) {
    if (opinion.wrong < thresholds.wrong) continue;
    for (const [place, { rule, share }] of bySection(opinion, rules).slice(0, maxSections).entries()) {
      if (share < (place === 0 ? thresholds.share : thresholds.secondShare)) continue;
      // One finding for a section is enough where the second opinion is only a guess at its paragraph.
      if (documentsOf(rule).some((document) => cited.has(document))) continue;
      added.push({ rule, stretch, wrong: opinion.wrong });
      for (const document of documentsOf(rule)) cited.add(document);
    }
  }
  return { kept, added };
}

type Shares = ReadonlyMap<CompiledRule, number>;

/** Of a rule named more than once, the largest share. */
function knownShares(opinions: Opinion['rules'], rules: ReadonlyMap<string, CompiledRule>): Shares {
  const shares = new Map<CompiledRule, number>();
  for (const { ruleId, share } of opinions) {
    const rule = rules.get(ruleId);
    if (rule) shares.set(rule, Math.max(share, shares.get(rule) ?? 0));
  }
  return shares;
}

/** Rules with the share of their section; of rules of one section the likeliest comes first. */
function bySection(
  opinion: Opinion,
  rules: ReadonlyMap<string, CompiledRule>,
): readonly { readonly rule: CompiledRule; readonly share: number }[] {
  const shares = knownShares(opinion.rules, rules);
  return [...shares]
    .map(([rule, own]) => ({ rule, own, share: shareOfSection(rule, shares) }))
    .sort((a, b) => b.share - a.share || b.own - a.own || (a.rule.id < b.rule.id ? -1 : 1));
}

/** What a rule and those that cite a document with it have between them: doubt between two ways of breaking one section is none about the section. */
function shareOfSection(rule: CompiledRule, shares: Shares): number {
  const documents = documentsOf(rule);
  let sum = 0;
  for (const [other, share] of shares)
    if (documentsOf(other).some((document) => documents.includes(document))) sum += share;
  return sum;
}

function documentsOf({ citations }: CompiledRule): readonly string[] {
  return citations.map((citation) => splitCitation(citation).externalId);
}
