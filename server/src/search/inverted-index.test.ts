import { describe, expect, it } from 'vitest';
import { buildSegment, type IndexedDocument } from './build-segment.ts';
import { countChunksWith, describeChunk, documentOfChunk, newestLive, openIndex } from './inverted-index.ts';
import { LexicalSearch } from './lexical-search.ts';
import { mergeSegments } from './merge-segments.ts';
import { PackedFileError } from './packed-file.ts';
import { unpackSegment } from './segment-file.ts';
import { Tokenizer } from './tokenize.ts';

function document(key: string, ...texts: string[]): IndexedDocument {
  return {
    key,
    chunks: texts.map((text, at) => ({
      text,
      heading: `Example rule > ${key}`,
      path: at === 0 ? '' : `a/${at}`,
    })),
  };
}

const old = [
  document(
    '99-cfr-1-1',
    'A lender must keep a log of each complaint.',
    'The log lists the date of the complaint.',
  ),
  document('99-cfr-1-2', 'A fee may not exceed the cost of the service.'),
  document('99-cfr-1-3', 'The Office of Example Affairs (OEA) reads the log.'),
];
const changed = [
  document('99-cfr-1-2', 'A fee for a complaint is forbidden.'),
  document('99-cfr-1-4', 'Keep a copy.'),
];

const segment = (documents: readonly IndexedDocument[]) =>
  unpackSegment(buildSegment(documents, new Tokenizer()));

function ranking(search: LexicalSearch, query: string) {
  return search.search(query, { count: 10 }).map(({ chunk, score }) => {
    const { key, ordinal, path } = describeChunk(search.index, chunk);
    return { key, ordinal, path, score };
  });
}

const queries = [
  'complaint log',
  'fee for a complaint',
  'keep a copy',
  '99 CFR 1.2',
  'OEA',
  'example affairs',
];

describe('an index of segments', () => {
  it('ranks as one built whole of what lives', () => {
    const arrays = [segment(old), segment(changed)];
    const parts = new LexicalSearch(openIndex(arrays, newestLive(arrays)));
    const fresh = [old[0], changed[0], old[2], changed[1]].flatMap((one) => one ?? []);
    const whole = new LexicalSearch(openIndex([segment(fresh)]));
    for (const query of queries) expect(ranking(parts, query), query).toEqual(ranking(whole, query));
  });

  it('ranks the same after a merge', () => {
    const arrays = [segment(old), segment(changed)];
    const live = newestLive(arrays);
    const parts = new LexicalSearch(openIndex(arrays, live));
    const merged = new LexicalSearch(openIndex([unpackSegment(mergeSegments(arrays, live))]));
    expect(merged.index.documentCount).toBe(4);
    for (const query of queries) expect(ranking(merged, query), query).toEqual(ranking(parts, query));
  });

  it('counts only living chunks', () => {
    const arrays = [segment(old), segment(changed)];
    const index = openIndex(arrays, newestLive(arrays));
    expect(index.liveChunkCount).toBe(5);
    expect(countChunksWith(index, 'complaint')).toBe(3);
    expect(countChunksWith(index, 'servic')).toBe(0);
  });

  it('leaves out what the caller refuses', () => {
    const arrays = [segment(old)];
    const live = newestLive(arrays, (key) => key !== '99-cfr-1-1');
    const search = new LexicalSearch(openIndex(arrays, live));
    expect(ranking(search, 'complaint log').map(({ key }) => key)).toEqual(['99-cfr-1-3']);
  });

  it('knows where a chunk is from', () => {
    const index = openIndex([segment(old), segment(changed)]);
    expect(describeChunk(index, 1)).toEqual({ key: '99-cfr-1-1', ordinal: 1, path: 'a/1' });
    expect(documentOfChunk(index, 4)).toBe(3);
  });

  it('is shared, not copied, when it is posted to a thread', () => {
    const arrays = [segment(old), segment(changed)];
    const index = openIndex(arrays, newestLive(arrays));
    const posted = structuredClone(index);
    expect(ranking(new LexicalSearch(posted), 'complaint log')).toEqual(
      ranking(new LexicalSearch(index), 'complaint log'),
    );
    index.live.fill(0);
    expect([...posted.live]).toEqual([0, 0, 0, 0, 0]);
  });

  it('can be empty', () => {
    expect(new LexicalSearch(openIndex([])).search('anything', { count: 5 })).toEqual([]);
    expect(new LexicalSearch(openIndex([segment([])])).search('anything', { count: 5 })).toEqual([]);
  });
});

describe('a segment', () => {
  it('is the same bytes for the same documents', () => {
    const one = Buffer.from(new Uint8Array(buildSegment(old, new Tokenizer())));
    const again = Buffer.from(new Uint8Array(buildSegment(old, new Tokenizer())));
    expect(one.equals(again)).toBe(true);
  });

  it.each([
    [
      'a changed byte',
      (bytes: Uint8Array) =>
        bytes.fill((bytes[bytes.length - 9] ?? 0) ^ 1, bytes.length - 9, bytes.length - 8),
      /damaged/,
    ],
    ['another format', (bytes: Uint8Array) => bytes.fill(9, 7, 8), /format 9/],
    ['another file', (bytes: Uint8Array) => bytes.fill(0, 0, 8), /not a file of a search index/],
  ])('is refused with %s', (_, spoil, message) => {
    const buffer = buildSegment(old, new Tokenizer());
    spoil(new Uint8Array(buffer));
    expect(() => unpackSegment(buffer)).toThrow(PackedFileError);
    expect(() => unpackSegment(buffer)).toThrow(message);
  });
});
