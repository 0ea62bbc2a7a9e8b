import type { Priority } from './rule.ts';

/**
 * The share of the way to 100 that a finding takes of what is left: one p1 gives 72 (High), two give 92 (Critical);
 * one p2 gives 48 (Moderate), two 73 (High); one p3 gives 28 (Low). Bounds that the bands set: p1 from .61 to .80, p2
 * from .41 to .60, p3 from .21 to .40.
 */
const shares: Readonly<Record<Priority, number>> = { p1: 0.72, p2: 0.48, p3: 0.28 };

/** 0 for a clean text; every finding brings the score nearer to 100, and none ever lowers it. */
export function riskScore(priorities: readonly Priority[]): number {
  // Multiplied in one order, whatever order the findings came in: the same findings, the same number.
  const sorted = [...priorities].sort();
  const left = sorted.reduce((rest, priority) => rest * (1 - shares[priority]), 1);
  return Math.round(100 * (1 - left));
}
