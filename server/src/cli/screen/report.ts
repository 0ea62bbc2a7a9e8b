import type { ScreenResult } from '@pandect/contract';

export type Finding = ScreenResult['findings'][number];
export const priorities = ['p1', 'p2', 'p3'] as const;
export type Priority = (typeof priorities)[number];
export const priorityNames: Readonly<Record<Priority, string>> = {
  p1: 'blocking',
  p2: 'material',
  p3: 'advisory',
};

/** One text and what was found in it. */
export interface Screened {
  readonly name: string;
  readonly text: string;
  readonly jobId: string;
  readonly result: ScreenResult;
}

/** A text that could not be screened. */
export interface Unscreened {
  readonly name: string;
  readonly problem: string;
}

export interface Report {
  readonly scenario: string;
  readonly screened: readonly Screened[];
  readonly unscreened: readonly Unscreened[];
}

/** Whether a finding is there of this priority or a graver one. */
export function reaches(report: Report, failOn: Priority): boolean {
  const grave = priorities.slice(0, priorities.indexOf(failOn) + 1);
  return report.screened.some(({ result }) =>
    result.findings.some(({ priority }) => grave.includes(priority)),
  );
}

/** Findings of an engine that names no rules still need something to be counted by. */
export function ruleIdOf(finding: Finding): string {
  return (
    finding.ruleId ??
    (finding.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') ||
      'finding')
  );
}

export function countFindings(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
}
