import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ExampleDocument, importExamples } from '../fixtures/corpus.ts';
import { startTestService, stores, type TestService } from '../service.ts';

interface Chunk {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly sectionPath: string;
  readonly regulationRevision: number;
  readonly explanation?: { readonly score: number; readonly shares: Record<string, number> };
}
interface Citation {
  readonly regulation: { readonly id: string; readonly sourceUrl: string; readonly title: string };
  readonly chunks: readonly Chunk[];
}

const examples: readonly ExampleDocument[] = [
  {
    externalId: '12-cfr-1005-11',
    title: '12 CFR 1005.11 Procedures for resolving errors',
    authorities: ['cfpb', 'fed'],
    body: [
      '(a) **Definition.** An error includes an unauthorized electronic fund transfer — naïve “quotes”, 漢字, 😀 too.',
      '(b) **Notice.** The consumer gives oral or written notice of error within 60 days.',
      '(c) **Time limits.** The institution investigates promptly and determines within ten business days whether an error occurred.',
    ].join('\n\n'),
  },
  {
    externalId: '15-usc-1693f',
    title: '15 U.S.C. 1693f Error resolution',
    category: 'statute',
    authorities: ['congress'],
    body: '(a) **Notification.** If a financial institution receives notice of an error it shall investigate the alleged error.',
  },
  {
    externalId: 'ny-500',
    title: 'New York cybersecurity',
    authorities: ['ny-dfs'],
    jurisdictions: ['us-state:ny'],
    body: '(a) **Program.** Each covered entity keeps a cybersecurity program and gives notice of an event.',
  },
  {
    externalId: 'sar-manual',
    title: 'Suspicious activity reporting',
    category: 'examinationHandbook',
    authorities: ['ffiec'],
    body: '(a) **Overview.** Examiners look at how the bank monitors and reports suspicious activity.',
  },
];

describe.each(stores)('queryRegulations on %s', (store) => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService(store, { environment: { PANDECT_RATE_LIMITS: 'off' } });
    folder = service.environment.PANDECT_DATA_DIR ?? '';
    await importExamples(folder, service.stores, examples);
    await vi.waitFor(async () => expect(await found('suspicious activity')).toContain('sar-manual'), {
      timeout: 10_000,
    });
  });
  afterAll(() => service.dispose());

  const path = '/api/v1/regulations/query';
  const post = (body: unknown, more = {}) => service.call('POST', path, { body, ...more });
  const results = async (query: string, more: object = {}): Promise<readonly Citation[]> => {
    const { status, body } = await post({ query, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.results;
  };
  const slugOf = ({ regulation }: Citation) => regulation.sourceUrl.split('/').at(-1) ?? '';
  const found = async (query: string, more: object = {}) => (await results(query, more)).map(slugOf);
  const chunksOf = (citations: readonly Citation[]) => citations.flatMap(({ chunks }) => chunks);

  describe('200', () => {
    it('verbatim chunks with the offsets of their bytes, which the content endpoint reads back', async () => {
      const citations = await results('notice of error', { limit: 50 });
      expect(citations.length).toBeGreaterThan(1);
      for (const { regulation, chunks } of citations) {
        for (const { text, startOffset, endOffset, regulationRevision } of chunks) {
          const { body } = await service.call(
            'GET',
            `/api/v1/regulations/${regulation.id}/content?offset=${startOffset}&limit=${endOffset - startOffset}&revision=${regulationRevision}`,
          );
          expect(body.content).toMatchObject({ text, startOffset, endOffset });
          expect(Buffer.byteLength(text)).toBe(endOffset - startOffset);
        }
      }
    });

    it('a section path with its levels joined by " > "', async () => {
      const [first] = await results('oral or written notice within 60 days', { limit: 1 });
      expect(first?.chunks[0]?.sectionPath).toMatch(
        /^Example rules > 12 CFR 1005.11 Procedures for resolving errors/,
      );
    });

    it('the whole summary of each regulation', async () => {
      const [first] = await results('suspicious activity', { limit: 1 });
      const listed = await service.call('GET', '/api/v1/regulations?authorities=ffiec');
      expect(first?.regulation).toEqual(listed.body.results[0]);
    });

    it('chunks of one regulation in one citation, in rank order; citations by their best chunk', async () => {
      const citations = await results('error notice consumer investigate', { limit: 50, explain: true });
      const ids = citations.map(({ regulation }) => regulation.id);
      expect(new Set(ids).size).toBe(ids.length);
      const scores = citations.map(({ chunks }) => chunks.map(({ explanation }) => explanation?.score ?? 0));
      for (const own of scores) expect(own).toEqual(own.toSorted((a, b) => b - a));
      const best = scores.map(([first = 0]) => first);
      expect(best).toEqual(best.toSorted((a, b) => b - a));
    });

    it('limit counts chunks in total; fewer where there are fewer; 10 by default', async () => {
      const all = chunksOf(await results('error notice consumer program activity', { limit: 50 }));
      expect(all.length).toBeGreaterThan(3);
      expect(all.length).toBeLessThan(50);
      for (const limit of [1, 2, 3]) {
        const some = chunksOf(await results('error notice consumer program activity', { limit }));
        expect(some).toHaveLength(limit);
      }
      const byDefault = chunksOf(await results('error notice consumer program activity'));
      expect(byDefault.length).toBeLessThanOrEqual(10);
    });

    it('filters are OR-ed within a field and AND-ed across fields, in any case', async () => {
      const query = 'notice of an error or event';
      const { body } = await service.call('GET', '/api/v1/regulations/12-cfr-1005-11');
      expect(await found(query, { filters: { ids: [body.id] } })).toEqual(['12-cfr-1005-11']);
      expect(await found(query, { filters: { ids: ['15-usc-1693f'] } })).toEqual(['15-usc-1693f']);
      expect((await found(query, { filters: { ids: [body.id, 'ny-500'] } })).sort()).toEqual([
        '12-cfr-1005-11',
        'ny-500',
      ]);
      expect(await found(query, { filters: { authorities: ['CONGRESS'] } })).toEqual(['15-usc-1693f']);
      expect(await found(query, { filters: { jurisdictions: ['us-state:NY'] } })).toEqual(['ny-500']);
      expect((await found(query, { filters: { authorities: ['fed', 'congress'] } })).sort()).toEqual([
        '12-cfr-1005-11',
        '15-usc-1693f',
      ]);
      expect(
        await found(query, { filters: { authorities: ['fed', 'ny-dfs'], jurisdictions: ['us-federal'] } }),
      ).toEqual(['12-cfr-1005-11']);
      expect(await found(query, { filters: { ids: [body.id], authorities: ['congress'] } })).toEqual([]);
      expect(await found(query, { filters: { categories: ['statute'] } })).toEqual(['15-usc-1693f']);
    });

    it('an unknown id or authority matches nothing; an empty list restricts nothing', async () => {
      expect(await found('notice', { filters: { ids: ['cmdoc_01KDVDNA00VZMM4MXCR1PNQVAE'] } })).toEqual([]);
      expect(await found('notice', { filters: { authorities: ['nobody'] } })).toEqual([]);
      expect(await found('notice', { filters: { ids: [], authorities: [] } })).toEqual(await found('notice'));
    });

    it('a narrow filter still fills the limit: it comes before the choice, not after', async () => {
      const only = chunksOf(
        await results('notice error', { limit: 2, filters: { authorities: ['ny-dfs'] } }),
      );
      expect(only.length).toBeGreaterThan(0);
    });

    it('a named provision comes first', async () => {
      const [first] = await results('What does Reg E 1005.11(c) say?', { limit: 3 });
      expect(first && slugOf(first)).toBe('12-cfr-1005-11');
      expect(first?.chunks[0]?.text).toContain('Time limits');
    });

    it('the same question gets the same bytes', async () => {
      const bodies = await Promise.all(
        Array.from({ length: 20 }, () => post({ query: 'error notice', explain: true })),
      );
      expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
    });

    it('words nobody wrote find nothing, and that is no error', async () => {
      expect(await results('zyzzyva qwertyuiop')).toEqual([]);
      expect(await results(' ')).toEqual([]);
      expect(await results('the of and')).toEqual([]);
    });

    it('explain: the shares of each chunk add up to its score; without it nothing is said', async () => {
      const explained = chunksOf(await results('notice of error', { explain: true }));
      for (const { explanation } of explained) {
        const sum = Object.values(explanation?.shares ?? {}).reduce((total, share) => total + share, 0);
        expect(sum).toBe(explanation?.score);
      }
      for (const chunk of chunksOf(await results('notice of error')))
        expect(chunk).not.toHaveProperty('explanation');
    });

    it('a query of 2000 characters, also where they take four bytes each', async () => {
      expect((await post({ query: 'error notice '.repeat(153).slice(0, 2000) })).status).toBe(200);
      expect((await post({ query: '😀'.repeat(2000) })).status).toBe(200);
    });

    it('one credit in the ledger and the bucket `query`, as other regulation operations', async () => {
      const key = await service.newKey({ team: `metered-${store}` });
      for (let i = 0; i < 3; i += 1) await post({ query: 'notice' }, { key });
      await post({ query: '' }, { key });
      const { body } = await service.call('GET', '/api/v1/usage', { key });
      const rows = body.results.filter((row: { operation: string }) => row.operation === 'queryRegulations');
      expect(rows).toMatchObject([{ calls: 3, credits: 3 }]);
    });

    it('with an Idempotency-Key the first reply again, and no second credit', async () => {
      const headers = { 'idempotency-key': 'q-1' };
      const first = await post({ query: 'notice' }, { headers });
      const again = await post({ query: 'notice' }, { headers });
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect((await post({ query: 'error' }, { headers })).status).toBe(422);
    });

    it('a trailing slash is accepted', async () => {
      expect((await service.call('POST', `${path}/`, { body: { query: 'notice' } })).status).toBe(200);
    });
  });

  describe('400, naming the field', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`);
    it.each([
      [{}, 'query'],
      [{ query: '' }, 'query'],
      [{ query: 7 }, 'query'],
      [{ query: 'x'.repeat(2001) }, 'query'],
      [{ query: 'x', limit: 0 }, 'limit'],
      [{ query: 'x', limit: 51 }, 'limit'],
      [{ query: 'x', limit: 1.5 }, 'limit'],
      [{ query: 'x', limit: '3' }, 'limit'],
      [{ query: 'x', top: 3 }, 'top'],
      [{ query: 'x', explain: 'yes' }, 'explain'],
      [{ query: 'x', precision: 1 }, 'precision'],
      [{ query: 'x', filters: [] }, 'filters'],
      [{ query: 'x', filters: { authority: ['cfpb'] } }, 'filters.authority'],
      [{ query: 'x', filters: { ids: 'cmdoc_1' } }, 'filters.ids'],
      [{ query: 'x', filters: { ids: many(101) } }, 'filters.ids'],
      [{ query: 'x', filters: { authorities: many(51) } }, 'filters.authorities'],
      [{ query: 'x', filters: { jurisdictions: many(51) } }, 'filters.jurisdictions'],
    ])('%j', async (body, param) => {
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', param });
    });

    it('an unknown jurisdiction or category lists the valid set', async () => {
      const state = await post({ query: 'x', filters: { jurisdictions: ['us-state:zz'] } });
      expect(state.body.error).toMatchObject({ code: 'invalid_request', param: 'filters.jurisdictions' });
      expect(state.body.error.details.valid).toContain('us-state:dc');
      const category = await post({ query: 'x', filters: { categories: ['law'] } });
      expect(category.body.error.details.valid).toContain('sroRule');
    });
  });

  it('401 without a credential, 403 without the scope, 405 for another method', async () => {
    expect((await post({ query: 'x' }, { key: null })).status).toBe(401);
    const key = await service.newKey({ scopes: ['jobs'] });
    expect((await post({ query: 'x' }, { key })).status).toBe(403);
    expect((await service.call('PUT', path, { body: {} })).status).toBe(405);
  });

  it('429 past the bucket, with Retry-After', async () => {
    const limited = await startTestService(store, { environment: { PANDECT_RATE_LIMITS: 'query=2/h' } });
    try {
      const ask = () => limited.call('POST', path, { body: { query: 'x' } });
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(refused.body.error.details.bucket).toBe('query');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    } finally {
      await limited.dispose();
    }
  });

  it('an early query waits for the index and does not fail', async () => {
    const early = await startTestService(store, { environment: { PANDECT_STARTER_CORPUS: 'on' } });
    try {
      const reply = await early.call('POST', path, { body: { query: 'unauthorized transfer' } });
      expect(reply.status).toBe(200);
      expect(reply.body.results.length).toBeGreaterThan(0);
    } finally {
      await early.dispose();
    }
  });

  it('503 with Retry-After when too many wait; those that were taken are answered', async () => {
    const replies = await Promise.all(Array.from({ length: 600 }, () => post({ query: 'notice of error' })));
    const statuses = replies.map(({ status }) => status);
    expect(new Set(statuses).size).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(200);
    for (const { status, body, headers } of replies) {
      if (status === 200) continue;
      expect(status).toBe(503);
      expect(body.error.code).toBe('service_unavailable');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  });

  it('a changed document is found by its new words within seconds, without a failed or torn answer', async () => {
    let isDone = false;
    const torn: string[] = [];
    const asking = (async () => {
      while (!isDone) {
        for (const { regulation, chunks } of await results('cybersecurity program heliotrope', {
          limit: 20,
        })) {
          for (const { text, startOffset, endOffset, regulationRevision } of chunks) {
            const { body } = await service.call(
              'GET',
              `/api/v1/regulations/${regulation.id}/content?offset=${startOffset}&limit=${endOffset - startOffset}&revision=${regulationRevision}`,
            );
            if (body.content.text !== text) torn.push(text);
          }
        }
      }
    })();
    const [, , state] = examples;
    for (const word of ['heliotrope', 'marigold', 'periwinkle']) {
      await importExamples(folder, service.stores, [
        {
          ...state,
          externalId: 'ny-500',
          title: 'New York cybersecurity',
          authorities: ['ny-dfs'],
          jurisdictions: ['us-state:ny'],
          body: `(a) **Program.** Each ${word} entity keeps a cybersecurity program.`,
        },
      ]);
      await vi.waitFor(async () => expect(await found(word)).toEqual(['ny-500']), { timeout: 10_000 });
    }
    isDone = true;
    await asking;
    expect(torn).toEqual([]);
    expect(await found('heliotrope')).toEqual([]);
    await service.stores.corpus.remove(['ny-500'], Math.floor(Date.now() / 1000));
    await vi.waitFor(async () => expect(await found('periwinkle')).toEqual([]), { timeout: 10_000 });
  });
});
