import type { ScreenResult } from '@pandect/contract';
import { createByteMap } from '../../text/byte-map.ts';
import type { Range } from '../../text/cut-by-ranges.ts';

export type Finding = ScreenResult['findings'][number];

export const priorityNames: Readonly<Record<Finding['priority'], string>> = {
  p1: 'Blocking',
  p2: 'Material',
  p3: 'Advisory',
};

/** A place in the submitted text that shows a finding. */
export interface Evidence extends Range {
  /** The finding's place in the list. */
  readonly finding: number;
  readonly priority: Finding['priority'];
}

/** Byte ranges of the findings as places in the text; one that does not hold its words there is left out. */
export function evidenceIn(text: string, findings: readonly Finding[]): Evidence[] {
  const map = createByteMap(text);
  return findings.flatMap(({ evidence = [], priority }, finding) =>
    evidence
      .map(({ startOffset, endOffset, text: words }) => ({
        start: map.position(startOffset),
        end: map.position(endOffset),
        words,
        finding,
        priority,
      }))
      .filter(({ start, end, words }) => text.slice(start, end) === words),
  );
}
