import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('jobs on %s', (store) => {
  let service: TestService;
  const ids: string[] = [];
  const start = Math.floor(Date.parse('2026-03-01T00:00:00Z') / 1000);

  beforeAll(async () => {
    service = await startTestService(store);
    // Seven jobs, two a second, so that the tie-break by id matters; types alternate.
    for (let i = 0; i < 7; i++) {
      const id = `job_${ulid()}`;
      ids.push(id);
      await service.stores.jobs.addJob(newJob(id, 'default', i));
    }
    await service.stores.jobs.addFinishedJob(
      newJob(`job_${ulid()}`, 'other', 0),
      { status: 'succeeded', result: '{"type":"analysis.risk.result","riskScore":3}' },
      start,
    );
  });
  afterAll(() => service.dispose());

  const newJob = (id: string, teamId: string, i: number) => ({
    id,
    teamId,
    keyId: 'key_x',
    type: i % 2 === 0 ? 'screen_analysis' : 'risk_assessment',
    triggerType: 'manual' as const,
    input: '{}',
    createdAt: start + Math.floor(i / 2),
  });
  const expectedOrder = () =>
    ids
      .map((id, i) => ({ id, second: Math.floor(i / 2) }))
      .sort((a, b) => b.second - a.second || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
  const list = (query: string, key?: string) =>
    service.call('GET', `/api/v1/jobs${query}`, key === undefined ? {} : { key });

  describe('getJob', () => {
    it('200: a running job has neither result nor error', async () => {
      const { status, body } = await service.call('GET', `/api/v1/jobs/${ids[0]}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: ids[0],
        type: 'screen_analysis',
        status: 'running',
        createdAt: '2026-03-01T00:00:00Z',
        updatedAt: '2026-03-01T00:00:00Z',
        result: null,
        error: null,
      });
    });

    it('200: a succeeded job has its result inline, a failed one its error', async () => {
      const { jobs } = service.stores;
      const good = newJob(`job_${ulid()}`, 'finished', 0);
      const bad = newJob(`job_${ulid()}`, 'finished', 1);
      const result = { type: 'analysis.screen.result', riskScore: 12, findings: [] };
      await jobs.addFinishedJob(good, { status: 'succeeded', result: JSON.stringify(result) }, start + 9);
      await jobs.addFinishedJob(
        bad,
        { status: 'failed', error: { code: 'analysis_failed', message: 'Try again.' } },
        start + 9,
      );
      const key = await service.newKey({ team: 'finished' });
      const first = await service.call('GET', `/api/v1/jobs/${good.id}`, { key });
      const second = await service.call('GET', `/api/v1/jobs/${bad.id}`, { key });
      expect(first.body).toMatchObject({
        status: 'succeeded',
        result,
        error: null,
        updatedAt: '2026-03-01T00:00:09Z',
      });
      expect(second.body).toMatchObject({
        status: 'failed',
        result: null,
        error: { code: 'analysis_failed', message: 'Try again.' },
      });
    });

    it('a finished job stays what it is, and its team alone keeps seeing it', async () => {
      const job = newJob(`job_${ulid()}`, 'owner', 0);
      const finding = { priority: 'p2', title: '§ 1005.11 – “errors” 😀', details: 'Ä', citations: [] };
      const result = { type: 'analysis.screen.result', riskScore: 40, findings: [finding] };
      await service.stores.jobs.addJob(job);
      const owner = await service.newKey({ team: 'owner' });
      const stranger = await service.newKey({ team: 'stranger' });
      const read = (key: string) => service.call('GET', `/api/v1/jobs/${job.id}`, { key });
      expect((await read(owner)).body.status).toBe('running');
      const claim = { owner: 'worker', types: [job.type], count: 100, nowMs: Date.now(), leaseMs: 60_000 };
      const exhausted = { code: 'analysis_failed', message: '' };
      await service.stores.jobs.claimJobs({ ...claim, maxAttempts: 9, exhausted });
      const outcome = { status: 'succeeded', result: JSON.stringify(result) } as const;
      expect(await service.stores.jobs.finishJob('worker', job.id, outcome, start)).toBe(true);
      for (let i = 0; i < 3; i++) {
        expect((await read(owner)).body).toMatchObject({ status: 'succeeded', result });
        expect((await read(stranger)).status).toBe(404);
      }
    });

    it("404: another team's job looks exactly like an unknown one", async () => {
      const stranger = await service.newKey({ team: 'stranger' });
      const theirs = await service.call('GET', `/api/v1/jobs/${ids[0]}`, { key: stranger });
      const unknown = await service.call('GET', '/api/v1/jobs/job_00000000000000000000000000', {
        key: stranger,
      });
      expect([theirs.status, unknown.status]).toEqual([404, 404]);
      const shape = (body: { error: { message: string } }, id: string) => ({
        ...body.error,
        requestId: '',
        message: body.error.message.replace(id, ''),
      });
      expect(shape(theirs.body, ids[0] ?? '')).toEqual(shape(unknown.body, 'job_00000000000000000000000000'));
    });
  });

  describe('listJobs', () => {
    it('200: newest first, then by id, only the calling team, without result or error', async () => {
      const { body } = await list('');
      expect(body.results.map((job: { jobId: string }) => job.jobId)).toEqual(expectedOrder());
      expect(Object.keys(body.results[0]).sort()).toEqual([
        'createdAt',
        'jobId',
        'jobType',
        'status',
        'triggerType',
        'updatedAt',
      ]);
      expect(body.pagination).toEqual({ nextCursor: null, hasMore: false, approximateTotal: 7 });
    });

    it.each([1, 2, 3, 6, 7, 200])('200: pages of %i join to the whole list', async (limit) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await list(`?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        seen.push(...body.results.map((job: { jobId: string }) => job.jobId));
        expect(body.pagination.hasMore).toBe(body.pagination.nextCursor !== null);
        cursor = body.pagination.nextCursor ?? '';
      } while (cursor !== '');
      expect(seen).toEqual(expectedOrder());
    });

    it('200: filters by type (OR) and by both bounds, inclusive (AND)', async () => {
      const risk = await list('?jobType=risk_assessment');
      expect(risk.body.results).toHaveLength(3);
      expect((await list('?jobType=risk_assessment&jobType=screen_analysis')).body.results).toHaveLength(7);
      expect((await list('?start=2026-03-01T00:00:01Z&end=2026-03-01T00:00:02Z')).body.results).toHaveLength(
        4,
      );
      expect((await list('?start=2026-03-01T00:00:01.5Z')).body.results).toHaveLength(3);
      expect((await list('?start=2027-01-01T00:00:00Z')).body.results).toEqual([]);
    });

    it('200: nothing twice and nothing skipped while jobs are added', async () => {
      const key = await service.newKey({ team: 'busy' });
      const there = Array.from({ length: 9 }, (_, i) => newJob(`job_${ulid()}`, 'busy', i));
      for (const job of there) await service.stores.jobs.addJob(job);
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await list(`?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, key);
        seen.push(...body.results.map((job: { jobId: string }) => job.jobId));
        cursor = body.pagination.nextCursor ?? '';
        await service.stores.jobs.addJob(newJob(`job_${ulid()}`, 'busy', 100));
      } while (cursor !== '');
      expect(new Set(seen).size).toBe(seen.length);
      expect(there.every(({ id }) => seen.includes(id))).toBe(true);
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['jobType=spam', 'jobType[0]'],
      ['start=yesterday', 'start'],
      ['start=2026-02-30T00:00:00Z', 'start'],
      ['start=2026-03-01', 'start'],
      ['end=2026-03-01T00:00:00', 'end'],
      ['jobtype=risk_assessment', 'jobtype'],
    ])('400: %s is refused by name', async (query, param) => {
      const { status, body } = await list(`?${query}`);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_request', param });
    });

    it('400 invalid_cursor: forged, of other filters, of another list, of another team', async () => {
      const { body } = await list('?limit=2');
      const cursor = encodeURIComponent(body.pagination.nextCursor);
      const stranger = await service.newKey({ team: 'stranger' });
      const bad = [
        list('?limit=2&cursor=nonsense'),
        list(`?limit=2&cursor=${cursor}x`),
        list(`?limit=2&jobType=risk_assessment&cursor=${cursor}`),
        list(`?limit=2&cursor=${cursor}`, stranger),
        service.call('GET', `/api/v1/tickets?limit=2&cursor=${cursor}`),
      ];
      for (const { status, body: reply } of await Promise.all(bad)) {
        expect(status).toBe(400);
        expect(reply.error.code).toBe('invalid_cursor');
      }
      expect((await list(`?limit=3&cursor=${cursor}`)).status).toBe(200);
    });
  });
});
