import type { RegulationDetail } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { citationOf, fullCitation } from './citation.ts';

const entries = [
  { id: 'c', title: '(c)', level: 1, startOffset: 0 },
  { id: 'c-2', title: '(2) Up to 45 days', level: 2, startOffset: 4, parentId: 'c' },
  { id: 'model', title: 'Model clauses', level: 1, startOffset: 8 },
];
const detail: RegulationDetail = {
  id: 'cmdoc_1',
  category: 'regulation',
  title: '12 CFR 1005.11 Procedures',
  authorities: ['cfpb'],
  jurisdictions: ['us-federal'],
  description: '',
  updatedAt: '2026-01-01T00:00:00Z',
  sourceUrl: 'https://www.example.gov/1005.11',
  totalBytes: 10,
  tableOfContents: { entries },
  attributes: { citation: '12 CFR 1005.11' },
  externalId: '12-cfr-1005-11',
  edition: 'digest',
  revision: 3,
  textSha256: '',
  inForceFrom: '2019-04-01',
};

describe('citations', () => {
  it('names the paragraph from the top of the section', () => {
    expect(citationOf(detail, entries[1])).toBe('12 CFR 1005.11(c)(2)');
    expect(citationOf(detail, entries[2])).toBe('12 CFR 1005.11');
    expect(citationOf({ ...detail, attributes: null }, undefined)).toBe('12 CFR 1005.11 Procedures');
  });

  it('says which text was read', () => {
    expect(fullCitation(detail, entries[0])).toBe(
      '12 CFR 1005.11(c) (Pandect digest as of 2019-04-01, revision 3), https://www.example.gov/1005.11',
    );
  });
});
