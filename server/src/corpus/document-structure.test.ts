import { describe, expect, it } from 'vitest';
import { type DocumentStructure, readStructure, writeStructure } from './document-structure.ts';
import type { PreparedDocument } from './prepared-document.ts';

const facts: PreparedDocument['facts'] = {
  externalId: '99-cfr-7-1',
  category: 'regulation',
  title: '99 CFR 7.1 Purpose',
  description: 'An example.',
  authorities: ['cfpb'],
  jurisdictions: ['us-federal'],
  sourceUrl: 'https://www.example.gov/7.1',
  attributes: { category: 'regulation', citation: '99 CFR 7.1', sourceUrl: 'https://www.example.gov/7.1' },
};

const root = 'Regulation ZZ (99 CFR 7) > 7.1 Purpose';
const nested: DocumentStructure = {
  container: ['Regulation ZZ (99 CFR 7)'],
  label: '7.1 Purpose',
  tableOfContents: [
    { id: 'a', title: '(a) Scope — “all”', level: 1, startByte: 10, path: ['a'] },
    { id: 'a-1', title: '(1)', level: 2, startByte: 20, parentId: 'a', path: ['a', '1'] },
    // A list that starts in the middle: its path is not its parent's with one more.
    { id: 'a-1-b-2', title: '(2)', level: 3, startByte: 30, parentId: 'a-1', path: ['a', '1', 'b', '2'] },
    { id: 'forms', title: 'Forms', level: 1, startByte: 40 },
    { id: 'b', title: '(b)', level: 2, startByte: 50, parentId: 'forms', path: ['b'] },
    { id: 'notes', title: 'Notes', level: 3, startByte: 60, parentId: 'b' },
  ],
  chunks: [
    { startByte: 0, endByte: 9, sectionPath: root },
    { startByte: 10, endByte: 19, sectionPath: `${root} > (a) Scope — “all”`, tocId: 'a', path: ['a'] },
    // A heading inside (b) is still in (b).
    {
      startByte: 60,
      endByte: 99,
      sectionPath: `${root} > Forms > (b) > Notes`,
      tocId: 'notes',
      path: ['b'],
    },
  ],
};

describe('a written structure', () => {
  it('comes back with everything that was left out of it', () => {
    expect(readStructure(writeStructure(nested), facts)).toEqual(nested);
  });

  it('of a document without sections bears its title', () => {
    const bare = { container: [], label: 'x', tableOfContents: [], chunks: [] };
    const chunks = [{ startByte: 0, endByte: 5, sectionPath: facts.title }];
    expect(readStructure(writeStructure({ ...bare, chunks }), facts)).toEqual({ ...bare, chunks });
  });
});
