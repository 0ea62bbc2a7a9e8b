import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/service.ts';
import { createClient, type PandectClient } from './client.ts';

describe('the client', () => {
  let service: TestService;
  let client: PandectClient;
  beforeAll(async () => {
    service = await startTestService('sqlite');
    client = createClient({ baseUrl: service.url, apiKey: service.key });
  });
  afterAll(() => service.dispose());

  const event = { scenario: 'generic', content: { type: 'text', text: 'A customer called.' } } as const;

  it('has a method per operation, with path, query and body in one request', async () => {
    const { ticketId, created } = await client.createEvent(event);
    expect(created).toBe(true);
    const ticket = await client.updateTicket({ id: ticketId, status: 'resolved', reason: 'answered' });
    expect(ticket.history).toHaveLength(2);
    const page = await client.listTickets({ status: ['resolved', 'open'], limit: 5 });
    expect(page.results.map(({ id }) => id)).toContain(ticketId);
  });

  it('sends an idempotency key', async () => {
    const first = await client.createEvent(event, { idempotencyKey: 'once' });
    expect(await client.createEvent(event, { idempotencyKey: 'once' })).toEqual(first);
  });

  it('throws what the service answered, typed', async () => {
    await expect(client.getJob({ id: 'job_x' })).rejects.toMatchObject({
      name: 'PandectError',
      status: 404,
      code: 'not_found',
      requestId: expect.stringMatching(/^req_/),
    });
    const stranger = createClient({ baseUrl: service.url, apiKey: 'nonsense' });
    await expect(stranger.listJobs({})).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('can be aborted', async () => {
    await expect(client.listJobs({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
