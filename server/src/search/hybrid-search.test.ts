import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSegment, type IndexedDocument } from './build-segment.ts';
import { dimensions, type Encoder, openEncoder, passageText } from './encoder.ts';
import type { FusedChunk } from './fuse-chunks.ts';
import { HybridSearch } from './hybrid-search.ts';
import { describeChunk, openIndex } from './inverted-index.ts';
import { LexicalSearch } from './lexical-search.ts';
import { openReranker, type Reranker } from './reranker.ts';
import { unpackSegment } from './segment-file.ts';
import { Tokenizer } from './tokenize.ts';
import { allocateVectors, putVector, type VectorSegment } from './vector-index.ts';

const models = join(import.meta.dirname, '..', '..', '..', 'models');
const encoderDir = join(models, 'regulation-embed');

/** Rules of our own making, in the law's manner: none of them has a word of the plain questions below. */
const rules = [
  [
    '12-cfr-901-1',
    '12 CFR 901.1 Liability of consumer for unauthorized transfers',
    'A consumer who reports the loss or theft of an access device within two business days is liable for at most $50 of unauthorized electronic fund transfers.',
  ],
  [
    '12-cfr-901-2',
    '12 CFR 901.2 Prepayment of mortgage loans',
    'A servicer shall furnish an accurate payoff statement within seven business days of a written request by the borrower.',
  ],
  [
    '12-cfr-901-3',
    '12 CFR 901.3 Notice of adverse action',
    'A creditor that denies an application shall notify the applicant within 30 days and state the specific principal reasons.',
  ],
  [
    '12-cfr-901-4',
    '12 CFR 901.4 Record retention',
    'A creditor shall retain evidence of compliance for two years after the date disclosures are required to be made.',
  ],
] as const;

const documents = rules.map(
  ([key, heading, text]): IndexedDocument => ({ key, chunks: [{ text, heading, path: '' }] }),
);
const index = openIndex([unpackSegment(buildSegment(documents, new Tokenizer()))]);
const passages = rules.map(([, line, text]) => passageText(line, text));

let encoder: Encoder;
let reranker: Reranker;
let vectors: VectorSegment;

beforeAll(async () => {
  encoder = await openEncoder(encoderDir);
  reranker = await openReranker(join(models, 'regulation-rerank'), encoderDir);
  vectors = allocateVectors(rules.length);
  for (const [own, [, line, text]] of rules.entries()) {
    putVector(vectors, own, await encoder.embedPassage(line, text));
  }
});

function keysOf(found: readonly FusedChunk[]): string[] {
  return found.map(({ chunk }) => describeChunk(index, chunk).key);
}

function sharesSum({ shares }: FusedChunk): number {
  return Object.values(shares).reduce((sum, share) => sum + share, 0);
}

describe('a search by words and meaning', () => {
  it.each([
    ['somebody stole my debit card and emptied my checking', '12-cfr-901-1'],
    ['why did the bank turn me down', '12-cfr-901-3'],
    ['how much do I still owe on my house', '12-cfr-901-2'],
    ['how long do we keep our paperwork', '12-cfr-901-4'],
  ])('finds the rule for %j', async (question, key) => {
    const search = new HybridSearch({ index, vectors: [vectors], encoder });
    expect(keysOf(await search.search(question, { limit: 1 }))).toEqual([key]);
  });

  it('gives the same results and scores every time, in any company', async () => {
    const search = new HybridSearch({ index, vectors: [vectors], encoder });
    const ask = () => search.search('was my card stolen', { limit: 4 });
    const alone = await ask();
    const together = await Promise.all([
      ask(),
      search.search('payoff statement for a mortgage', { limit: 4 }),
      ask(),
      search.search('denied an application', { limit: 4 }),
      ask(),
    ]);
    for (const at of [0, 2, 4]) expect(together[at]).toEqual(alone);
  });

  it('has whole scores that are the sums of their shares', async () => {
    const search = new HybridSearch({
      index,
      vectors: [vectors],
      encoder,
      reranker,
      readPassages: async (chunks) => chunks.map((chunk) => passages[chunk] ?? ''),
    });
    for (const precision of [false, true]) {
      const found = await search.search('creditor must notify the applicant of reasons', {
        limit: 4,
        precision,
      });
      expect(found.length).toBe(4);
      for (const one of found) {
        expect(Number.isInteger(one.score)).toBe(true);
        expect(sharesSum(one)).toBe(one.score);
      }
    }
  });

  it('answers by words alone, in their order, where there are no vectors or no encoder', async () => {
    const question = 'creditor retain evidence of the date';
    const byWords = new LexicalSearch(index).search(question, { count: 4 }).map(({ chunk }) => chunk);
    expect(byWords.length).toBeGreaterThan(1);
    for (const parts of [{ index }, { index, encoder }, { index, vectors: [vectors] }]) {
      const found = await new HybridSearch(parts).search(question, { limit: 4 });
      expect(found.map(({ chunk }) => chunk)).toEqual(byWords);
      expect(found.every(({ shares }) => shares.dense === 0)).toBe(true);
    }
  });

  it('uses the vectors that are there while others are still missing', async () => {
    const some = allocateVectors(rules.length);
    putVector(some, 1, vectors.vectors.slice(dimensions, 2 * dimensions));
    const search = new HybridSearch({ index, vectors: [some], encoder });
    expect(keysOf(await search.search('what do I still owe on my house', { limit: 1 }))).toEqual([
      '12-cfr-901-2',
    ]);
    expect(keysOf(await search.search('notify the applicant of specific reasons', { limit: 1 }))).toEqual([
      '12-cfr-901-3',
    ]);
  });

  it('keeps to the filter, near or not', async () => {
    const search = new HybridSearch({ index, vectors: [vectors], encoder });
    const question = 'the bank turned my loan application down';
    const found = await search.search(question, { limit: 4, allowed: Uint8Array.from([0, 1, 0, 1]) });
    expect(keysOf(await search.search(question, { limit: 1 }))).toEqual(['12-cfr-901-3']);
    expect(found.length).toBeGreaterThan(0);
    expect(['12-cfr-901-2', '12-cfr-901-4']).toEqual(expect.arrayContaining(keysOf(found)));
  });

  it('puts a named provision first', async () => {
    const search = new HybridSearch({ index, vectors: [vectors], encoder });
    const found = await search.search('does 12 CFR 901.4 say who pays when a card is stolen', { limit: 4 });
    expect(keysOf(found)[0]).toBe('12-cfr-901-4');
  });

  it('reads passages only when precision is asked for', async () => {
    const read: number[] = [];
    const search = new HybridSearch({
      index,
      vectors: [vectors],
      encoder,
      reranker,
      readPassages: async (chunks) => {
        read.push(...chunks);
        return chunks.map((chunk) => passages[chunk] ?? '');
      },
    });
    await search.search('stolen card', { limit: 2 });
    expect(read).toEqual([]);
    const found = await search.search('stolen card', { limit: 2, precision: true });
    expect(read.length).toBeGreaterThan(1);
    expect(keysOf(found)[0]).toBe('12-cfr-901-1');
    expect(Math.max(...found.map(({ shares }) => shares.rerank))).toBeGreaterThan(0);
  });
});
