import { afterEach, describe, expect, it } from 'vitest';
import { buildSegment } from '../search/build-segment.ts';
import { openIndex } from '../search/inverted-index.ts';
import { unpackSegment } from '../search/segment-file.ts';
import { PlacesWriter, unpackPlaces } from '../search/segment-places.ts';
import { Tokenizer } from '../search/tokenize.ts';
import { QueryThreads } from './query-threads.ts';
import type { SearchState } from './search-state.ts';

/** An index of one document of one chunk. */
function stateOf(text: string): SearchState {
  const places = new PlacesWriter();
  const facets = { category: 'regulation', authorities: ['cfpb'], jurisdictions: ['us-federal'] };
  places.startDocument(7, new Uint8Array(16), JSON.stringify(facets));
  places.addChunk(3, 9, 'Here > there', new Uint8Array(16));
  const words = buildSegment([{ key: 'one', chunks: [{ text, heading: '', path: '' }] }], new Tokenizer());
  return {
    generation: 1,
    index: openIndex([unpackSegment(words)]),
    places: [unpackPlaces(places.finish())],
    vectors: undefined,
  };
}
const about = (question: string) => ({ question, limit: 5, filters: {}, precision: false });

describe('query threads', () => {
  let threads: QueryThreads;
  const troubles: string[] = [];
  const open = (count = 1) => {
    threads = new QueryThreads({
      count,
      models: { encoder: 'none', reranker: 'none' },
      readPassages: async () => [],
      onTrouble: (message) => troubles.push(message),
    });
    return threads;
  };
  afterEach(() => threads.close());

  it('answer from the state they were given, and from the next as soon as it is there', async () => {
    open(2).start();
    threads.take(stateOf('heliotrope'));
    expect(await threads.run(about('heliotrope'))).toMatchObject([
      { key: 'one', revision: 7, startByte: 3, endByte: 9, sectionPath: 'Here > there' },
    ]);
    threads.take(stateOf('marigold'));
    expect(await threads.run(about('heliotrope'))).toEqual([]);
    expect(await threads.run(about('marigold'))).toHaveLength(1);
  });

  it('let a query wait that comes before the index, and before they are started', async () => {
    const early = open().run(about('heliotrope'));
    threads.take(stateOf('heliotrope'));
    threads.start();
    expect(await early).toHaveLength(1);
  });

  it('pass over a caller that hung up', async () => {
    const gone = open().run(about('heliotrope'), () => true);
    const next = threads.run(about('heliotrope'));
    threads.take(stateOf('heliotrope'));
    threads.start();
    await expect(gone).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await next).toHaveLength(1);
  });

  it('refuse past 256 that wait, with a time to come back', async () => {
    open();
    const waiting = Array.from({ length: 256 }, () => threads.run(about('heliotrope')));
    await expect(threads.run(about('heliotrope'))).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    });
    threads.take(stateOf('heliotrope'));
    threads.start();
    for (const one of await Promise.all(waiting)) expect(one).toHaveLength(1);
    expect(threads.load).toBe(0);
  });

  it('fail the query that fails, not the ones after it', async () => {
    open().start();
    threads.take({ ...stateOf('heliotrope'), places: [] });
    await expect(threads.run(about('heliotrope'))).rejects.toThrow('failed in its thread');
    threads.take(stateOf('heliotrope'));
    expect(await threads.run(about('heliotrope'))).toHaveLength(1);
  });

  it('answer by words where the models cannot be started, and say so', async () => {
    open().start();
    threads.take({ ...stateOf('heliotrope'), vectors: [] });
    await threads.run({ ...about('heliotrope'), precision: true }).catch(() => {});
    expect(troubles.join('\n')).toContain('the encoder cannot be started');
    expect(troubles.join('\n')).toContain('the reranker cannot be started');
  });

  it('end what waits when they are closed', async () => {
    const waiting = open().run(about('heliotrope'));
    const ended = expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' });
    await threads.close();
    await ended;
    await expect(threads.run(about('heliotrope'))).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
