import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/log.ts';
import { startService } from '../../server/src/start-service.ts';
import { call, startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('limits and usage on %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store, {
      environment: { PANDECT_RATE_LIMITS: 'jobs=5/h,events=off' },
    });
  });
  afterAll(() => service.dispose());

  const statuses = async (count: number, key: string, url = service.url) => {
    const replies = await Promise.all(
      Array.from({ length: count }, () => call(url, 'GET', '/api/v1/jobs', { key })),
    );
    return replies.map((reply) => reply.status).sort();
  };

  it('429: exactly the calls of the bucket are let through, however many arrive at once', async () => {
    const key = await service.newKey();
    expect(await statuses(12, key)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    const refused = await service.call('GET', '/api/v1/jobs', { key });
    expect(refused.body.error).toMatchObject({ code: 'rate_limit_exceeded', details: { bucket: 'jobs' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get('ratelimit')).toMatch(/^"jobs";r=0;t=\d+$/);
  });

  it('each key has buckets of its own, and each bucket is its own', async () => {
    const [first, second] = [await service.newKey(), await service.newKey()];
    await statuses(6, first);
    expect(await statuses(1, second)).toEqual([200]);
    expect((await service.call('GET', '/api/v1/team', { key: first })).status).toBe(200);
    const event = { scenario: 'generic', content: { type: 'text', text: 'x' } };
    const posted = await service.call('POST', '/api/v1/events', { key: first, body: event });
    expect(posted.status).toBe(201);
    expect(posted.headers.get('ratelimit')).toBeNull();
  });

  it.runIf(store === 'postgres')('on PostgreSQL the limit holds across processes', async () => {
    const other = await startService(readConfig(service.environment), createLog('silent', 2));
    try {
      const key = await service.newKey();
      const both = await Promise.all([statuses(8, key), statuses(8, key, other.url)]);
      expect(both.flat().filter((status) => status === 200)).toHaveLength(5);
    } finally {
      await other.stop();
    }
  });

  it('every successful call is in the ledger when it is answered; refused ones are not', async () => {
    const key = await service.newKey({ team: 'metered' });
    await Promise.all(Array.from({ length: 9 }, () => service.call('GET', '/api/v1/jobs', { key })));
    await service.call('GET', '/api/v1/team', { key });
    await service.call('GET', '/api/v1/tickets?limit=0', { key });
    const usage = await service.call('GET', '/api/v1/usage', { key });
    const calls = Object.fromEntries(
      usage.body.results.map((row: { operation: string; calls: number }) => [row.operation, row.calls]),
    );
    expect(calls).toEqual({ listJobs: 5, getTeam: 1 });
  });

  it('the credits of the month are what a budget refuses by', async () => {
    const { teams } = service.stores;
    const key = await service.newKey({ team: 'thrifty' });
    const changed = await service.call('PATCH', '/api/v1/team', { key, body: { monthlyCredits: 10 } });
    expect(changed.body).toMatchObject({ id: 'thrifty', monthlyCredits: 10, autoScreen: false });
    const day = new Date().toISOString().slice(0, 10);
    await teams.addUsage(
      [{ teamId: 'thrifty', day, keyId: 'key_x', operation: 'queryRegulations', calls: 7, credits: 7 }],
      [],
      0,
    );
    expect(await teams.creditsSince('thrifty', `${day.slice(0, 7)}-01`)).toBe(7);
    const list = () => service.call('GET', '/api/v1/regulations', { key });
    expect((await Promise.all([list(), list(), list()])).map((reply) => reply.status)).toEqual([
      200, 200, 200,
    ]);
    const refused = await list();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ details: { monthlyCredits: 10, used: 10 } });
    expect((await service.call('GET', '/api/v1/jobs', { key })).status).toBe(200);
  });
});
