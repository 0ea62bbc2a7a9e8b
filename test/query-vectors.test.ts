import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importExamples } from './fixtures/corpus.ts';
import { startTestService, type TestService } from './service.ts';

// Models are started in threads; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('queries by meaning, on the starter corpus', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('sqlite', {
      environment: { PANDECT_STARTER_CORPUS: 'on', PANDECT_VECTORS: 'on', PANDECT_RATE_LIMITS: 'off' },
    });
  });
  afterAll(() => service.dispose());

  const ask = async (query: string, more: object = {}) => {
    const reply = await service.call('POST', '/api/v1/regulations/query', {
      body: { query, explain: true, ...more },
    });
    expect(reply.status, reply.text).toBe(200);
    return reply;
  };
  const shares = (body: { results: { chunks: { explanation: { shares: Record<string, number> } }[] }[] }) =>
    body.results.flatMap(({ chunks }) => chunks.map(({ explanation }) => explanation.shares));
  const metric = async (name: string) => {
    const { text } = await service.call('GET', '/metrics', { key: null });
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
  };

  it('a new installation has its vectors from the beginning, and a plain question finds the rule by them', async () => {
    const { body } = await ask('someone stole my debit card and took money out');
    expect(shares(body).some(({ dense = 0 }) => dense > 0)).toBe(true);
    const titles = body.results.map((one: { regulation: { title: string } }) => one.regulation.title);
    expect(titles.slice(0, 5).join('\n')).toMatch(/1005\.6|1693g/);
  });

  it('the same question gets the same bytes, from whichever thread and in whatever company', async () => {
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        ask(at % 2 === 0 ? 'my bank sold my data' : 'late fees on a loan'),
      ),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(2);
  });

  it('precision lets the reranker read the first results; shares still add up', async () => {
    const { body } = await ask('can a collector call me at work', { precision: true, limit: 5 });
    expect(shares(body).some(({ rerank = 0 }) => rerank > 0)).toBe(true);
    for (const { chunks } of body.results) {
      for (const { explanation } of chunks) {
        const values: number[] = Object.values(explanation.shares);
        expect(values.reduce((sum, share) => sum + share, 0)).toBe(explanation.score);
      }
    }
  });

  it('what is imported is found by its words at once and embedded in the background', async () => {
    const before = await metric('pandect_index_chunks');
    await importExamples(service.environment.PANDECT_DATA_DIR ?? '', service.stores, [
      { externalId: 'doc-heliotrope', body: '(a) **Purpose.** Heliotrope merchants pay a fee.' },
    ]);
    await vi.waitFor(async () => expect(shares((await ask('heliotrope')).body).length).toBeGreaterThan(0), {
      timeout: 30_000,
    });
    await vi.waitFor(
      async () => {
        const chunks = await metric('pandect_index_chunks');
        expect(chunks).toBeGreaterThan(before);
        expect(await metric('pandect_index_chunks_embedded')).toBe(chunks);
      },
      { timeout: 60_000 },
    );
    const { body } = await ask('heliotrope merchants', { limit: 1 });
    expect(shares(body)[0]?.dense).toBeGreaterThan(0);
  });
});
