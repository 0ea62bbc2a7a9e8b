import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTableOfContents, headingId, provisionId, provisionTitle } from './table-of-contents.ts';

describe('provisionId', () => {
  it.each([
    { path: ['c', '2', 'i'], id: 'c-2-i' },
    { path: ['a', '1', 'i', 'A', '1', 'i'], id: 'a-1-i-a-1-i' },
    { path: ['A'], id: 'a' },
    { path: ['aa–1'], id: 'aa-1' },
    { path: ['†'], id: 'provision' },
  ])('is $id for $path', ({ path, id }) => {
    expect(provisionId(path)).toBe(id);
  });
});

describe('headingId', () => {
  it.each([
    {
      text: 'Model Clauses—Initial disclosures (§ 99.7)',
      given: undefined,
      id: 'model-clauses-initial-disclosures-99-7',
    },
    { text: 'Lender’s café', given: undefined, id: 'lenders-cafe' },
    { text: 'Comment 3', given: '99-11-c-Interp-3', id: '99-11-c-Interp-3' },
    { text: 'Notes', given: 'not a link!', id: 'not-a-link' },
    { text: '***', given: undefined, id: 'heading' },
  ])('is $id for "$text" named $given', ({ text, given, id }) => {
    expect(headingId(text, given)).toBe(id);
  });

  it('is short, and never ends in a hyphen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(headingId(text)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/);
      }),
    );
  });
});

describe('provisionTitle', () => {
  it('is the designator and the heading', () => {
    expect(provisionTitle('(c)', 'Time limits')).toBe('(c) Time limits');
  });
  it('is the designator alone where there is no heading', () => {
    expect(provisionTitle('(c)')).toBe('(c)');
  });
});

describe('buildTableOfContents', () => {
  const draft = (wantedId: string, parent?: number) => ({
    wantedId,
    title: wantedId,
    level: 1,
    startByte: 0,
    parent,
  });
  const ids = (...wanted: string[]) =>
    buildTableOfContents(wanted.map((id) => draft(id))).map(({ id }) => id);

  it.each([
    { wanted: ['a', 'b', 'a'], given: ['a', 'b', 'a-2'], why: 'a repeated id is numbered' },
    {
      wanted: ['a', 'a', 'a-2', 'a'],
      given: ['a', 'a-3', 'a-2', 'a-4'],
      why: 'paragraph (a)(2) keeps its own id',
    },
    { wanted: ['a-2', 'a-2', 'a', 'a'], given: ['a-2', 'a-2-2', 'a', 'a-3'], why: 'whatever the order' },
  ])('gives $given for $wanted: $why', ({ wanted, given }) => {
    expect(ids(...wanted)).toEqual(given);
  });

  it('names the parent by its given id', () => {
    const entries = buildTableOfContents([draft('a'), draft('a'), draft('a-1', 1)]);
    expect(entries[2]?.parentId).toBe('a-2');
    expect(entries[0]).not.toHaveProperty('parentId');
  });

  it('gives unique ids, and the wanted one to the first that wants it', () => {
    const wantedIds = fc.array(fc.constantFrom('a', 'a-2', 'a-2-2', 'a-3', 'b'), { maxLength: 30 });
    fc.assert(
      fc.property(wantedIds, (wanted) => {
        const given = ids(...wanted);
        expect(new Set(given).size).toBe(given.length);
        for (const id of new Set(wanted)) expect(given[wanted.indexOf(id)]).toBe(id);
      }),
    );
  });

  it('numbers ten thousand equal headings without slowing down', () => {
    expect(ids(...Array.from({ length: 10_000 }, () => 'a')).at(-1)).toBe('a-10000');
  });
});
