import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importExamples } from '../fixtures/corpus.ts';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('regulations on %s', (store) => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService(store, { environment: { PANDECT_RATE_LIMITS: 'off' } });
    folder = service.environment.PANDECT_DATA_DIR ?? '';
    await importExamples(folder, service.stores, [
      { externalId: '12-cfr-1005-11', title: '12 CFR 1005.11 Procedures for resolving errors' },
      {
        externalId: '12-cfr-1005-6',
        title: '12 CFR 1005.6 Liability of consumer',
        authorities: ['cfpb', 'fed'],
      },
      {
        externalId: '15-usc-1693f',
        title: '15 U.S.C. 1693f Error resolution',
        category: 'statute',
        authorities: ['congress'],
      },
      {
        externalId: 'ny-500',
        title: 'New York cybersecurity',
        authorities: ['ny-dfs'],
        jurisdictions: ['us-state:ny'],
        description: 'Security of data for errors.',
      },
      {
        externalId: 'sar-manual',
        title: 'Suspicious activity reporting',
        category: 'examinationHandbook',
        authorities: ['ffiec'],
      },
    ]);
    await vi.waitFor(async () => expect((await list('')).body.results).toHaveLength(5), { timeout: 10_000 });
  });
  afterAll(() => service.dispose());

  const list = (query: string) => service.call('GET', `/api/v1/regulations${query}`);
  const slugs = async (query: string) => {
    const { body } = await list(query);
    return body.results.map((one: { sourceUrl: string }) => one.sourceUrl.split('/').at(-1));
  };
  const details = (id: string, query = '') => service.call('GET', `/api/v1/regulations/${id}${query}`);
  const content = (id: string, query = '') =>
    service.call('GET', `/api/v1/regulations/${id}/content${query}`);

  describe('listRegulationReferences', () => {
    it('200: byte ranges of the words that name documents of the catalog, and the paragraph', async () => {
      await importExamples(folder, service.stores, [
        {
          externalId: '12-cfr-1005-7',
          body: '(a) **Notices.** Naïve 漢字 readers see § 1005.11(b)(1), 15 U.S.C. 1693f and 12 CFR 1099.1.\n\n(b) See paragraph (a) of this section.',
        },
      ]);
      await vi.waitFor(async () => expect((await details('12-cfr-1005-7')).status).toBe(200), {
        timeout: 10_000,
      });
      const { body } = await service.call('GET', '/api/v1/regulations/12-cfr-1005-7/references');
      const bytes = Buffer.from((await content('12-cfr-1005-7')).body.content.text);
      const found = body.results.map((one: { startOffset: number; endOffset: number }) =>
        bytes.subarray(one.startOffset, one.endOffset).toString(),
      );
      expect(found).toEqual(['§ 1005.11(b)(1)', '15 U.S.C. 1693f', '(a)']);
      expect(body.results[0]).toMatchObject({
        externalId: '12-cfr-1005-11',
        entryId: 'b-1',
        title: '12 CFR 1005.11 Procedures for resolving errors',
      });
      await service.stores.corpus.remove(['12-cfr-1005-7'], 1);
      await vi.waitFor(async () => expect((await list('')).body.results).toHaveLength(5), {
        timeout: 10_000,
      });
    });

    it('404: an unknown document or revision', async () => {
      const unknown = await service.call('GET', '/api/v1/regulations/nowhere/references');
      expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
      const old = await service.call('GET', '/api/v1/regulations/ny-500/references?revision=9');
      expect([old.status, old.body.error.param]).toEqual([404, 'revision']);
    });
  });

  describe('listRegulations', () => {
    it('200: without parameters, by updatedAt descending, then id ascending', async () => {
      const { body } = await list('');
      const keys = body.results.map((one: { updatedAt: string; id: string }) => [one.updatedAt, one.id]);
      const sorted = [...keys].sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a > b ? -1 : 1));
      expect(keys).toEqual(sorted);
      expect(body.results[0].id).toMatch(/^cmdoc_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      expect(body.pagination).toEqual({ nextCursor: null, hasMore: false, approximateTotal: 5 });
    });

    it('200: filters are OR-ed within a dimension, AND-ed across, in any case', async () => {
      expect((await slugs('?categories=statute&categories=examinationHandbook')).sort()).toEqual([
        '15-usc-1693f',
        'sar-manual',
      ]);
      expect(await slugs('?category=STATUTE')).toEqual(['15-usc-1693f']);
      expect(await slugs('?categories=statute&category=examinationHandbook&authorities=FFIEC')).toEqual([
        'sar-manual',
      ]);
      expect(await slugs('?authorities=fed')).toEqual(['12-cfr-1005-6']);
      expect(await slugs('?jurisdictions=us-state:NY')).toEqual(['ny-500']);
      expect(await slugs('?authorities=nobody')).toEqual([]);
    });

    it('200: with a query, by relevance over title, description, authority name and category label', async () => {
      expect((await slugs('?query=error%20resolution'))[0]).toBe('15-usc-1693f');
      expect((await slugs('?query=1005.11'))[0]).toBe('12-cfr-1005-11');
      expect((await slugs('?query=federal%20reserve'))[0]).toBe('12-cfr-1005-6');
      expect((await slugs('?query=examination%20handbook'))[0]).toBe('sar-manual');
      expect(await slugs('?query=paragraph')).toEqual([]); // a word of the body only
      expect(await slugs('?query=')).toHaveLength(5);
    });

    it('400: an unknown category or jurisdiction lists the valid set', async () => {
      for (const [query, param, valid] of [
        ['?categories=law', 'categories', 'interpretiveAction'],
        ['?category=law', 'categories', 'sroRule'],
        ['?jurisdictions=us', 'jurisdictions', 'us-state:dc'],
      ] as const) {
        const { status, body } = await list(query);
        expect(status).toBe(400);
        expect(body.error).toMatchObject({ code: 'invalid_request', param });
        expect(body.error.details.valid).toContain(valid);
      }
      expect((await list('?authority=cfpb')).body.error.param).toBe('authority');
      expect((await list('?limit=201')).status).toBe(400);
    });
  });

  describe('getRegulationDetails', () => {
    it('200: by id and by slug, with facts, contents and hashes', async () => {
      const bySlug = await details('12-cfr-1005-6');
      const byId = await details(bySlug.body.id);
      expect(byId.body).toEqual(bySlug.body);
      expect(bySlug.body).toMatchObject({
        externalId: '12-cfr-1005-6',
        category: 'regulation',
        edition: 'official',
        revision: 1,
        attributes: { category: 'regulation', citation: 'Example 12-cfr-1005-6' },
      });
      const entries = bySlug.body.tableOfContents.entries;
      expect(
        entries.map((entry: { id: string; level: number; parentId?: string }) => [
          entry.id,
          entry.level,
          entry.parentId,
        ]),
      ).toEqual([
        ['a', 1, undefined],
        ['b', 1, undefined],
        ['b-1', 2, 'b'],
      ]);
    });

    it('304: while nothing changes, by its ETag', async () => {
      const first = await details('12-cfr-1005-6');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      const again = await service.call('GET', '/api/v1/regulations/12-cfr-1005-6', {
        headers: { 'if-none-match': etag },
      });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
    });

    it('404: an unknown id or slug', async () => {
      for (const id of ['12-cfr-9-9', 'cmdoc_00000000000000000000000000', '..%2f..']) {
        const { status, body } = await details(id);
        expect([status, body.error.code]).toEqual([404, 'not_found']);
      }
    });
  });

  describe('getRegulationContent', () => {
    it('200: the whole text, whose hash and headings are those of the details', async () => {
      const { body } = await content('12-cfr-1005-6');
      const bytes = Buffer.from(body.content.text);
      expect(body.content).toMatchObject({
        startOffset: 0,
        endOffset: bytes.length,
        totalBytes: bytes.length,
        hasMore: false,
        limit: 40_000,
      });
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.regulation.textSha256);
      for (const entry of body.regulation.tableOfContents.entries) {
        const at = bytes.subarray(entry.startOffset).toString();
        expect(at.startsWith(entry.title.split(' ')[0])).toBe(true);
      }
    });

    it('200: pages of any size join to exactly the text', async () => {
      const whole = (await content('12-cfr-1005-6')).body.content.text;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (limit) => {
          let text = '';
          let offset = 0;
          for (;;) {
            const { body } = await content('12-cfr-1005-6', `?offset=${offset}&limit=${limit}`);
            text += body.content.text;
            if (!body.content.hasMore) break;
            expect(body.content.endOffset).toBeGreaterThan(offset);
            offset = body.content.endOffset;
          }
          expect(text).toBe(whole);
        }),
        { numRuns: 12 },
      );
    });

    it('200: an offset inside a character moves back to it; past the end there is an empty last slice', async () => {
      const whole = Buffer.from((await content('12-cfr-1005-6')).body.content.text);
      const emoji = whole.indexOf(Buffer.from('😀'));
      const inside = await content('12-cfr-1005-6', `?offset=${emoji + 2}&limit=1`);
      expect(inside.body.content).toMatchObject({ text: '😀', startOffset: emoji, endOffset: emoji + 4 });
      for (const offset of [whole.length, whole.length + 1000]) {
        const { body } = await content('12-cfr-1005-6', `?offset=${offset}`);
        expect(body.content).toMatchObject({
          text: '',
          startOffset: whole.length,
          endOffset: whole.length,
          hasMore: false,
        });
      }
    });

    it.each([
      ['offset=-1', 'offset'],
      ['limit=0', 'limit'],
      ['limit=40001', 'limit'],
      ['asOf=soon', 'asOf'],
      ['revision=0', 'revision'],
    ])('400: %s', async (query, param) => {
      const { status, body } = await content('12-cfr-1005-6', `?${query}`);
      expect(status).toBe(400);
      expect(body.error.param).toBe(param);
    });
  });

  describe('revisions', () => {
    it('changed text is a new revision; earlier ones stay readable, by number and by day', async () => {
      const id = `${store}-revised`;
      const importOne = (editionDate: string, body: string, edition = 'official') =>
        importExamples(folder, service.stores, [{ externalId: id, editionDate, body, edition }]);
      expect(await importOne('2020-01-01', '(a) Ten days.')).toMatchObject({ added: 1 });
      expect(await importOne('2024-01-01', '(a) Five days.')).toMatchObject({ changed: 1 });
      expect(await importOne('2012-01-01', '(a) Thirty days.')).toMatchObject({ changed: 1 });
      expect(await importOne('2025-01-01', '(a) days, garbled', 'lossy')).toMatchObject({ changed: 1 });
      await expect.poll(async () => (await details(id)).body.revision, { timeout: 10_000 }).toBe(2);
      const before = await details(id);
      expect(await importOne('2024-01-01', '(a) Five days.')).toMatchObject({ added: 0, changed: 0 });
      expect((await details(id)).body).toEqual(before.body);

      const textOf = async (query: string) => (await content(id, query)).body.content.text;
      expect(await textOf('')).toContain('Five');
      expect(await textOf('?asOf=2026-06-01')).toContain('Five');
      expect(await textOf('?asOf=2023-12-31')).toContain('Ten');
      expect(await textOf('?asOf=2015-01-01')).toContain('Thirty');
      expect(await textOf('?revision=1')).toContain('Ten');
      expect((await content(id, '?revision=4')).body.regulation.edition).toBe('lossy');
      expect((await content(id, '?asOf=2001-01-01')).status).toBe(404);
      expect((await content(id, '?revision=9')).status).toBe(404);
      expect((await content(id, '?revision=1&asOf=2020-01-01')).status).toBe(400);

      const { body } = await service.call('GET', `/api/v1/regulations/${id}/revisions`);
      expect(
        body.results.map((one: { revision: number; current: boolean; inForceFrom: string }) => [
          one.revision,
          one.current,
          one.inForceFrom,
        ]),
      ).toEqual([
        [4, false, '2025-01-01'],
        [3, false, '2012-01-01'],
        [2, true, '2024-01-01'],
        [1, false, '2020-01-01'],
      ]);
    });

    it('a digest gives way to the official text; a removed document is gone until it is imported again', async () => {
      const id = `${store}-digest`;
      await importExamples(folder, service.stores, [
        { externalId: id, edition: 'digest', body: '(a) In short.' },
      ]);
      await expect.poll(async () => (await details(id)).body?.edition, { timeout: 10_000 }).toBe('digest');
      const official = { externalId: id, body: '(a) At length.', editionDate: '2001-01-01' };
      await importExamples(folder, service.stores, [official]);
      await expect.poll(async () => (await details(id)).body?.edition, { timeout: 10_000 }).toBe('official');
      expect(await service.stores.corpus.remove([id], Math.floor(Date.now() / 1000))).toEqual([id]);
      await expect.poll(async () => (await details(id)).status, { timeout: 10_000 }).toBe(404);
      await importExamples(folder, service.stores, [official]);
      await expect.poll(async () => (await details(id)).status, { timeout: 10_000 }).toBe(200);
    });
  });

  it('200: a list that is being paged stands still while documents change underneath', async () => {
    const there = await slugs('');
    const seen: string[] = [];
    let cursor = '';
    let round = 0;
    do {
      const { body } = await list(`?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...body.results.map((one: { sourceUrl: string }) => one.sourceUrl.split('/').at(-1)));
      cursor = body.pagination.nextCursor ?? '';
      round++;
      // The last document of the list is rewritten, and a new one comes in: both would move to the top.
      await importExamples(folder, service.stores, [
        { externalId: there.at(-1) ?? '', title: `Rewritten ${round}`, body: `(a) Text ${round}.` },
        { externalId: `new-${store}-${round}` },
      ]);
      const expected = `new-${store}-${round}`;
      await expect.poll(() => details(expected).then((reply) => reply.status), { timeout: 10_000 }).toBe(200);
    } while (cursor !== '');
    expect(seen).toEqual(there);
    expect((await slugs(''))[0]).not.toBe(there[0]);
  });
});
