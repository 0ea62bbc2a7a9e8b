import type { Job, ScreenResult } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { reportMarkdown } from './export-report.ts';

const result: ScreenResult = {
  type: 'analysis.screen.result',
  riskScore: 61,
  engine: { rulePackVersion: '1.2', corpusVersion: 'c7' },
  findings: [
    {
      priority: 'p1',
      title: 'Threat of arrest',
      details: 'Not paying is no crime.',
      evidence: [{ text: 'have you\narrested', startOffset: 9, endOffset: 26 }],
      citations: [
        {
          regulation: {
            id: 'cmdoc_1',
            category: 'regulation',
            title: '12 CFR 1006.18',
            authorities: ['cfpb'],
            jurisdictions: ['us-federal'],
            description: '',
            updatedAt: '2026-01-01T00:00:00Z',
            sourceUrl: 'https://www.example.gov/1006.18',
          },
          chunks: [{ text: 'One.\n\nTwo.', startOffset: 0, endOffset: 10, sectionPath: 'Reg F > 1006.18' }],
        },
      ],
    },
  ],
};
const job: Job = {
  id: 'job_1',
  type: 'screen_analysis',
  status: 'succeeded',
  result,
  error: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:01Z',
};

describe('reportMarkdown', () => {
  it('says score, findings, evidence with its bytes, and the law as a quotation', () => {
    expect(reportMarkdown(job, result)).toBe(`# Screening report

- Job: \`job_1\`, 2026-01-01T00:00:00Z
- Risk: **61** of 100, High
- Findings: 1
- Rules 1.2, corpus c7

## 1. Threat of arrest

**P1 Blocking**

Not paying is no crime.

Evidence:

- “have you arrested” (bytes 9 to 26)

[12 CFR 1006.18](https://www.example.gov/1006.18)

> One.
>
> Two.
>
> Reg F > 1006.18
`);
  });
});
