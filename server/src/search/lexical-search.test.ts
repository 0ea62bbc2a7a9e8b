import { describe, expect, it } from 'vitest';
import { collectAcronyms, expandAcronyms, mineAcronyms } from './acronyms.ts';
import { buildSegment, type IndexedDocument } from './build-segment.ts';
import { describeChunk, openIndex } from './inverted-index.ts';
import { createLayTermExpander } from './lay-terms.ts';
import { LexicalSearch } from './lexical-search.ts';
import { rankWeights } from './rank-chunks.ts';
import { unpackSegment } from './segment-file.ts';
import { Tokenizer } from './tokenize.ts';

interface Entry {
  readonly key: string;
  readonly heading?: string;
  readonly chunks: readonly (string | readonly [path: string, text: string])[];
}

function searchOver(entries: readonly Entry[], expand = createLayTermExpander([])): LexicalSearch {
  const documents = entries.map(
    ({ key, heading = key, chunks }): IndexedDocument => ({
      key,
      chunks: chunks.map((chunk) => {
        const [path, text] = typeof chunk === 'string' ? ['', chunk] : chunk;
        return { text, heading, path };
      }),
    }),
  );
  return new LexicalSearch(openIndex([unpackSegment(buildSegment(documents, new Tokenizer()))]), expand);
}

function keysOf(search: LexicalSearch, query: string, allowed?: Uint8Array): string[] {
  return search.search(query, { count: 10, ...(allowed && { allowed }) }).map(({ chunk }) => {
    const { key, path } = describeChunk(search.index, chunk);
    return path === '' ? key : `${key} ${path}`;
  });
}

describe('a search', () => {
  it('prefers words that stand together, as the query has them', () => {
    const search = searchOver([
      {
        key: 'far',
        chunks: ['A late notice was sent about another matter; the branch charged one customer a fee.'],
      },
      {
        key: 'near',
        chunks: ['The branch sent a notice about another matter; one customer was charged a late fee.'],
      },
    ]);
    expect(keysOf(search, 'late fee')).toEqual(['near', 'far']);
  });

  it('prefers the very form that was written', () => {
    const search = searchOver([
      { key: 'other', chunks: ['The lender was lending tools today.'] },
      { key: 'same', chunks: ['The lender lends tools today here.'] },
    ]);
    expect(keysOf(search, 'lends')[0]).toBe('same');
  });

  it('counts the headings above a chunk', () => {
    const search = searchOver([
      { key: 'a', heading: 'Rules > Parking', chunks: ['The fee is five coins.'] },
      { key: 'b', heading: 'Rules > Boats', chunks: ['The fee is five coins.'] },
    ]);
    expect(keysOf(search, 'boats fee')).toEqual(['b', 'a']);
  });

  it('prefers the law a bank is asked about first where others fit as well', () => {
    const search = searchOver([
      { key: '16-cfr-1500-1', heading: 'Rules', chunks: ['Keep a record of each sale.'] },
      { key: '31-cfr-1010-1', heading: 'Rules', chunks: ['Keep a record of each sale.'] },
    ]);
    expect(keysOf(search, 'record of a sale')).toEqual(['31-cfr-1010-1', '16-cfr-1500-1']);
  });

  it('counts the neighbours of a chunk', () => {
    const search = searchOver([
      { key: 'a', chunks: ['Keep the register.', 'Paint the wall.'] },
      { key: 'b', chunks: ['Keep the register.', 'A boat needs a permit.'] },
    ]);
    const found = search.search('boat permit register', {
      count: 10,
      weights: { ...rankWeights, crowding: 0 },
    });
    const places = found.map(({ chunk }) => describeChunk(search.index, chunk));
    expect(places.map(({ key, ordinal }) => `${key}${ordinal}`)).toEqual(['b1', 'b0', 'a0']);
  });

  it('puts the provision that is named first, its paragraph before the rest', () => {
    const search = searchOver([
      {
        key: '12-cfr-1005-99',
        chunks: [
          ['a', 'About kites.'],
          ['b', 'About drums.'],
          ['b/2', 'Of flutes.'],
        ],
      },
      { key: '12-cfr-1005-98', chunks: ['See 1005.99(b)(2), 1005.99(b)(2) and 1005.99(b)(2).'] },
    ]);
    expect(keysOf(search, 'Reg E 1005.99(b)(2)').slice(0, 3)).toEqual([
      '12-cfr-1005-99 b/2',
      '12-cfr-1005-99 b',
      '12-cfr-1005-99 a',
    ]);
  });

  it('prefers the regulation that is named', () => {
    const chunks = ['The card fee is stated in bold type.'];
    const search = searchOver([
      { key: '12-cfr-1005-99', chunks },
      { key: '12-cfr-1026-99', chunks },
    ]);
    expect(keysOf(search, 'Regulation Z card fee')[0]).toBe('12-cfr-1026-99');
    expect(keysOf(search, 'efta card fee')[0]).toBe('12-cfr-1005-99');
  });

  it('puts the law before what is written about it', () => {
    const chunks = ['A boat needs a permit.'];
    const search = searchOver([
      { key: 'boating-handbook', chunks },
      { key: '99-cfr-7-1', chunks },
    ]);
    expect(keysOf(search, 'boat permit')).toEqual(['99-cfr-7-1', 'boating-handbook']);
  });

  it('lets other documents in between the chunks of one', () => {
    const search = searchOver([
      { key: 'a', chunks: ['boat permit rule', 'boat permit list', 'boat permit form'] },
      { key: 'b', chunks: ['boat permit for a much longer text about something else'] },
    ]);
    expect(keysOf(search, 'boat permit').slice(0, 2)).toEqual(['a', 'b']);
  });

  it('finds nothing outside the filter, however it is named', () => {
    const search = searchOver([
      { key: '12-cfr-1005-99', chunks: ['About kites.'] },
      { key: '12-cfr-1005-98', chunks: ['About kites too.'] },
    ]);
    expect(keysOf(search, '12 CFR 1005.99 kites', Uint8Array.of(0, 1))).toEqual(['12-cfr-1005-98']);
  });

  it('explains a score: the shares of the features are its sum', () => {
    const search = searchOver([
      { key: '12-cfr-1005-99', chunks: ['A late fee is charged.', 'No fee is late.'] },
      { key: 'guide', chunks: ['About a late fee.'] },
    ]);
    const found = search.search('late fee under Reg E', { count: 10 });
    expect(found.length).toBe(3);
    for (const { score, shares } of found) {
      expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBe(score);
      expect(Object.values(shares).every(Number.isInteger)).toBe(true);
      expect(Object.keys(shares).sort()).toEqual(['body', ...Object.keys(rankWeights)].sort());
    }
  });

  it('gives the same answer every time', () => {
    const search = searchOver([{ key: 'a', chunks: ['one fee', 'two fees', 'fee three'] }]);
    const first = search.search('fee', { count: 3 });
    search.search('something else', { count: 3 });
    expect(search.search('fee', { count: 3 })).toEqual(first);
  });
});

describe('acronyms', () => {
  const found = new Map();
  mineAcronyms(
    'The Office of Kite Affairs (OKA) and the annual kite rate ("AKR"). See (the Act) and Boats of Wood (XYZ).',
    found,
  );
  const table = collectAcronyms(found.values());

  it('are mined where their letters begin the words before them', () => {
    expect([...table.longOf]).toEqual([
      ['oka', ['office of kite affairs']],
      ['akr', ['annual kite rate']],
    ]);
  });

  it('are read both ways', () => {
    expect(expandAcronyms(['the', 'oka'], table)).toEqual(['office', 'of', 'kite', 'affairs']);
    expect(expandAcronyms(['annual', 'kite', 'rate', 'cap'], table)).toEqual(['akr']);
  });
});

describe('lay terms', () => {
  const bridge = [{ lay: ['flying toy', 'toy on a string'], art: 'tethered aerial device' }];

  it('bring in the words of the law where all words of a phrase are there', () => {
    const entries = [
      { key: 'law', chunks: ['A tethered aerial device needs a permit.'] },
      { key: 'other', chunks: ['A boat needs a permit.'] },
    ];
    const search = searchOver(entries, createLayTermExpander(bridge));
    expect(keysOf(search, 'does my toy need a permit for flying')[0]).toBe('law');
    expect(createLayTermExpander(bridge)(new Set(['toy']))).toEqual([]);
  });

  it('shipped with the program answer ordinary questions', () => {
    const expand = createLayTermExpander();
    const tokenizer = new Tokenizer();
    const terms = (text: string) => new Set(tokenizer.tokens(text).flatMap((token) => token.terms));
    for (const [question, wanted] of [
      ['someone stole my card', 'unauthor'],
      ['they turned down my application', 'advers'],
      ['how do I stop autopay', 'preauthor'],
      ['behind on my mortgage', 'mitig'],
      ['the collector calls at work', 'employ'],
    ] as const) {
      expect(
        expand(terms(question)).map(({ term }) => term),
        question,
      ).toContain(wanted);
    }
  });
});
