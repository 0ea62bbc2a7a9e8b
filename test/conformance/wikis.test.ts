import { wikiDomains } from '@pandect/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importExamples } from '../fixtures/corpus.ts';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('playbooks on %s, with the starter corpus', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store, {
      environment: { PANDECT_STARTER_CORPUS: 'on', PANDECT_RATE_LIMITS: 'off' },
    });
  });
  afterAll(() => service.dispose());

  const list = (query = '') => service.call('GET', `/api/v1/regulation-wikis${query}`);
  const get = (slug: string) => service.call('GET', `/api/v1/regulation-wikis/${slug}`);
  const slugsOf = (body: { results: { slug: string }[] }) => body.results.map(({ slug }) => slug);

  describe('listRegulationWikis', () => {
    it('200: twenty at a time, most recently updated first, and pages join to the whole', async () => {
      const first = await list();
      expect(first.body.results).toHaveLength(20);
      expect(Object.keys(first.body.results[0]).sort()).toEqual(
        ['description', 'domain', 'slug', 'sourceCount', 'title', 'updatedAt'].sort(),
      );
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await list(`?limit=30${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        seen.push(...slugsOf(body));
        cursor = body.pagination.nextCursor ?? '';
      } while (cursor !== '');
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(first.body.pagination.approximateTotal);
      expect(seen.length).toBeGreaterThanOrEqual(55);
    });

    it('200: every domain has its playbooks, and only its own', async () => {
      for (const domain of wikiDomains) {
        const { body } = await list(`?domain=${domain}&limit=100`);
        expect(body.results.length, domain).toBeGreaterThanOrEqual(4);
        expect(body.results.every((one: { domain: string }) => one.domain === domain)).toBe(true);
      }
    });

    it('200: a query searches title and description; updatedSince is inclusive', async () => {
      expect(slugsOf((await list('?query=suspicious%20activity%20reports')).body)[0]).toBe('sar-filing');
      const { updatedAt } = (await list('?limit=1')).body.results[0];
      expect((await list(`?updatedSince=${updatedAt}`)).body.results.length).toBeGreaterThan(0);
      expect((await list('?updatedSince=2999-01-01T00:00:00Z')).body.results).toEqual([]);
      expect((await list('?query=xylophone')).body.results).toEqual([]);
    });

    it('400: an unknown domain lists the valid set; bad limits, times and cursors are refused by name', async () => {
      const unknown = await list('?domain=banking');
      expect(unknown.status).toBe(400);
      expect(unknown.body.error).toMatchObject({
        code: 'invalid_request',
        param: 'domain',
        details: { valid: [...wikiDomains] },
      });
      for (const [query, param] of [
        ['?limit=101', 'limit'],
        ['?updatedSince=now', 'updatedSince'],
        ['?domains=compliance', 'domains'],
      ] as const) {
        expect((await list(query)).body.error).toMatchObject({ code: 'invalid_request', param });
      }
      const { nextCursor } = (await list('?limit=1')).body.pagination;
      const elsewhere = await list(`?limit=1&domain=compliance&cursor=${encodeURIComponent(nextCursor)}`);
      expect(elsewhere.body.error.code).toBe('invalid_cursor');
    });
  });

  describe('getRegulationWiki', () => {
    it('200: the whole playbook; each source resolves, in the order of the body', async () => {
      const { body } = await get('reg-e-error-resolution');
      expect(body.domain).toBe('deposits-payments-electronic-money');
      expect(body.body).toMatch(/^## Statute\n/);
      const markers = [
        ...new Set([...body.body.matchAll(/\[Source: ([a-z0-9-]+)\]/g)].map((match: string[]) => match[1])),
      ];
      expect(body.sources).toEqual(markers);
      for (const source of body.sources) {
        const document = await service.call('GET', `/api/v1/regulations/${source}`);
        expect([source, document.status]).toEqual([source, 200]);
      }
    });

    it('304: while nothing changes', async () => {
      const etag = (await get('sar-filing')).headers.get('etag') ?? '';
      const again = await service.call('GET', '/api/v1/regulation-wikis/sar-filing', {
        headers: { 'if-none-match': etag },
      });
      expect(again.status).toBe(304);
    });

    it('404: an unknown slug', async () => {
      const { status, body } = await get('no-such-activity');
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    });

    it('a playbook says when a source has a newer text', async () => {
      expect((await get('sar-filing')).body).toMatchObject({ stale: false, staleSources: [] });
      vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
      const folder = service.environment.PANDECT_DATA_DIR ?? '';
      await importExamples(folder, service.stores, [
        { externalId: '31-cfr-1020-320', body: '(a) Newer words.' },
      ]);
      vi.useRealTimers();
      await expect
        .poll(async () => (await get('sar-filing')).body.staleSources, { timeout: 10_000 })
        .toEqual(['31-cfr-1020-320']);
      expect((await service.call('GET', '/api/v1/regulations/31-cfr-1020-320')).body.edition).toBe(
        'official',
      );
    });
  });
});
