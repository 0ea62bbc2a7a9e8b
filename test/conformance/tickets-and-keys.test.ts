import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('tickets, keys and automatic screening on %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service.dispose());

  const event = { scenario: 'dispute', content: { type: 'text', text: 'The charge is not mine.' } };
  const newTicket = async (more = {}): Promise<string> =>
    (await service.call('POST', '/api/v1/events', { body: { ...event, ...more } })).body.ticketId;
  const change = (id: string, body: unknown, more = {}) =>
    service.call('PATCH', `/api/v1/tickets/${id}`, { body, ...more });

  it('a ticket keeps each change with time, actor and reason', async () => {
    const id = await newTicket();
    await change(id, { status: 'in_review', reason: 'looks real' });
    await change(id, { status: 'in_review' });
    const { body } = await change(id, { status: 'resolved' });
    expect(body.status).toBe('resolved');
    expect(
      body.history.map((entry: { from: string; to: string; reason: string }) => [
        entry.from,
        entry.to,
        entry.reason,
      ]),
    ).toEqual([
      [null, 'open', null],
      ['open', 'in_review', 'looks real'],
      ['in_review', 'resolved', null],
    ]);
    expect(body.history[1].actor).toMatch(/^key_/);
  });

  it('changes that arrive at once come one after the other', async () => {
    const id = await newTicket();
    const statuses = ['in_review', 'resolved', 'dismissed', 'open', 'in_review', 'resolved'];
    await Promise.all(statuses.map((status) => change(id, { status })));
    const { body } = await service.call('GET', `/api/v1/tickets/${id}`);
    const { history } = body;
    for (let i = 1; i < history.length; i++) expect(history[i].from).toBe(history[i - 1].to);
    expect(body.status).toBe(history.at(-1).to);
  });

  it('lists by status and scenario, newest first', async () => {
    const key = await service.newKey({ team: 'lister' });
    for (const scenario of ['dispute', 'complaint', 'dispute']) {
      await service.call('POST', '/api/v1/events', { key, body: { ...event, scenario } });
    }
    const list = async (query: string) =>
      (await service.call('GET', `/api/v1/tickets${query}`, { key })).body;
    expect((await list('')).results).toHaveLength(3);
    expect((await list('?scenario=complaint')).results).toHaveLength(1);
    expect((await list('?status=resolved')).results).toEqual([]);
    const page = await list('?limit=2');
    expect(page.pagination).toMatchObject({ hasMore: true, approximateTotal: 3 });
  });

  it("404: an unknown ticket, and another team's, to read and to change", async () => {
    const id = await newTicket();
    const stranger = await service.newKey({ team: 'stranger' });
    expect((await service.call('GET', `/api/v1/tickets/${id}`, { key: stranger })).status).toBe(404);
    expect((await change(id, { status: 'resolved' }, { key: stranger })).status).toBe(404);
    expect((await change('tkt_nothing', { status: 'resolved' })).status).toBe(404);
    expect((await service.call('GET', `/api/v1/tickets/${id}`)).body.status).toBe('open');
  });

  it('400: an unknown status names the valid ones', async () => {
    const { status, body } = await change(await newTicket(), { status: 'closed' });
    expect(status).toBe(400);
    expect(body.error.message).toContain('open, in_review, resolved, dismissed');
  });

  it('screens the text of events by itself where the team wants it, linked to the ticket', async () => {
    const key = await service.newKey({ team: 'careful' });
    await service.call('PATCH', '/api/v1/team', { key, body: { autoScreen: true } });
    const { body } = await service.call('POST', '/api/v1/events', { key, body: event });
    const ticket = await service.call('GET', `/api/v1/tickets/${body.ticketId}`, { key });
    const jobId = ticket.body.screeningJobId;
    expect(jobId).toMatch(/^job_/);
    await expect
      .poll(async () => (await service.call('GET', `/api/v1/jobs/${jobId}`, { key })).body.status, {
        timeout: 10_000,
      })
      .toBe('succeeded');
    const jobs = await service.call('GET', '/api/v1/jobs', { key });
    expect(jobs.body.results).toMatchObject([
      { jobId, triggerType: 'automatic', jobType: 'screen_analysis' },
    ]);
    expect(
      await newTicket().then(
        async (id) => (await service.call('GET', `/api/v1/tickets/${id}`)).body.screeningJobId,
      ),
    ).toBeNull();
  });

  it('makes, lists and revokes keys; a list never shows a key', async () => {
    const made = await service.call('POST', '/api/v1/keys', {
      body: { label: 'gateway', scopes: ['analysis'], expiresAt: '2099-01-01T00:00:00Z' },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      label: 'gateway',
      scopes: ['analysis'],
      expiresAt: '2099-01-01T00:00:00Z',
    });
    const list = await service.call('GET', '/api/v1/keys');
    expect(list.text).not.toContain(made.body.key);
    const revoked = await service.call('DELETE', `/api/v1/keys/${made.body.id}`);
    expect(revoked.body.revokedAt).toMatch(/Z$/);
    const stranger = await service.newKey({ team: 'stranger' });
    expect((await service.call('DELETE', `/api/v1/keys/${made.body.id}`, { key: stranger })).status).toBe(
      404,
    );
    const past = await service.call('POST', '/api/v1/keys', { body: { expiresAt: '2001-01-01T00:00:00Z' } });
    expect(past.body.error).toMatchObject({ code: 'invalid_request', param: 'expiresAt' });
  });
});
