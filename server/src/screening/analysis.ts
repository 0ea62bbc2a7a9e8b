import type { Scenario } from '@pandect/contract';
import type { Analyst } from './analyst.ts';
import type { Priority } from './rule.ts';
import type { Evidence } from './screen-text.ts';

/** What a job of analysis was asked. */
export interface AnalysisInput {
  readonly text: string;
  readonly scenario: Scenario;
}

/** A finding before its citations are looked up in the corpus. */
export interface UncitedFinding {
  readonly priority: Priority;
  readonly title: string;
  readonly details: string;
  readonly ruleId: string;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** `12-cfr-1006-6(b)(1)(i)` */
  readonly citations: readonly string[];
}

export interface Analysis {
  readonly riskScore: number;
  readonly findings: readonly UncitedFinding[];
  readonly rulePackVersion: string;
}

/** Screening and risk assessment are one analysis: their scores cannot differ. */
export async function analyse(analyst: Analyst, { text, scenario }: AnalysisInput): Promise<Analysis> {
  const { riskScore, problems, version } = await analyst.analyse(text, scenario);
  return {
    riskScore,
    rulePackVersion: version,
    findings: problems.map(({ rule, evidence }) => ({
      priority: rule.priority,
      title: rule.title,
      details: rule.details,
      ruleId: rule.id,
      confidence: rule.confidence,
      evidence,
      citations: rule.citations,
    })),
  };
}
