import { describe, expect, it } from 'vitest';
import { findReferences } from './find-references.ts';

const known = new Set(['12-cfr-1005-6', '12-cfr-1005-11', '15-usc-1693f', '31-cfr-1010-311']);
const find = (text: string, self = '12-cfr-1005-11') =>
  findReferences(text, self, (externalId) => known.has(externalId)).map(
    ({ startOffset, endOffset, ...to }) => ({
      words: text.slice(startOffset, endOffset),
      ...to,
    }),
  );

describe('references', () => {
  it('finds what the catalog holds, with the paragraph, and leaves out what it does not hold', () => {
    expect(find('as § 1005.6(b)(2) says, see 15 U.S.C. 1693f and 12 CFR 1099.1')).toEqual([
      { words: '§ 1005.6(b)(2)', externalId: '12-cfr-1005-6', entryId: 'b-2' },
      { words: '15 U.S.C. 1693f', externalId: '15-usc-1693f' },
    ]);
  });

  it('reads a number without a title in the title it stands in', () => {
    const both = new Set(['12-cfr-1010-311', '31-cfr-1010-311']);
    const text = 'see 1010.311';
    const [reference] = findReferences(text, '31-cfr-1010-100', (id) => both.has(id));
    expect(reference?.externalId).toBe('31-cfr-1010-311');
  });

  it('links paragraphs of this section one by one', () => {
    expect(find('under paragraphs (c)(2), (d) and (e)(1)(i) of this section')).toEqual([
      { words: '(c)(2)', externalId: '12-cfr-1005-11', entryId: 'c-2' },
      { words: '(d)', externalId: '12-cfr-1005-11', entryId: 'd' },
      { words: '(e)(1)(i)', externalId: '12-cfr-1005-11', entryId: 'e-1-i' },
    ]);
  });

  it('does not link a document to itself without a paragraph', () => {
    expect(find('§ 1005.11 Procedures')).toEqual([]);
  });
});
