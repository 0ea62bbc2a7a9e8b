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

/**
 * Patterns know wordings and the learned part knows meaning; neither alone is trusted far. What patterns found falls
 * where the whole text reads lawful; what they did not find is added where a stretch of it clearly reads wrong and one
 * rule stands out. A missing element is no wording, so meaning has no say about it.
 */
export function weighMeaning<T>(
  problems: readonly Problem[],
  stretches: readonly ReadStretch<T>[],
  rules: ReadonlyMap<string, CompiledRule>,
  thresholds: LearnedThresholds,
): Weighed<T> {
  const wrong = Math.max(0, ...stretches.map(({ opinion }) => opinion.wrong));
  const kept = problems.filter(({ evidence }) => evidence.length === 0 || wrong >= thresholds.keep);
  const cited = new Set(kept.flatMap(({ rule }) => documentsOf(rule)));
  const added: { rule: CompiledRule; stretch: T; wrong: number }[] = [];
  for (const { stretch, opinion } of stretches) {
    if (opinion.wrong < thresholds.wrong) continue;
    for (const [place, { ruleId, share }] of opinion.rules.entries()) {
      const rule = rules.get(ruleId);
      if (!rule || share < (place === 0 ? thresholds.share : thresholds.secondShare)) continue;
      // One finding for a section is enough where the second opinion is only a guess at its paragraph.
      if (documentsOf(rule).some((document) => cited.has(document))) continue;
      added.push({ rule, stretch, wrong: opinion.wrong });
      for (const document of documentsOf(rule)) cited.add(document);
    }
  }
  return { kept, added };
}

function documentsOf({ citations }: CompiledRule): readonly string[] {
  return citations.map((citation) => splitCitation(citation).externalId);
}
