import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/service.ts';
import { ConnectionError, createClient, type PandectClient, PandectError } from './client.ts';

const event = { scenario: 'generic', content: { type: 'text', text: 'A customer called.' } } as const;

describe('the client', () => {
  let service: TestService;
  let client: PandectClient;
  beforeAll(async () => {
    service = await startTestService('sqlite', { environment: { PANDECT_STARTER_CORPUS: 'on' } });
    client = createClient({ baseUrl: `${service.url}/`, apiKey: service.key });
  });
  afterAll(() => service.dispose());

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
      param: 'id',
      requestId: expect.stringMatching(/^req_/),
    });
    const stranger = createClient({ baseUrl: service.url, apiKey: 'nonsense' });
    await expect(stranger.listJobs({})).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    await expect(client.listRegulationWikis({ domain: 'x' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { valid: expect.arrayContaining(['compliance']) },
    });
  });

  it('passes a misspelt filter on, so that the service refuses it', async () => {
    const misspelt: object = { authority: ['cfpb'] };
    await expect(client.listRegulations(misspelt)).rejects.toMatchObject({
      status: 400,
      param: 'authority',
    });
  });

  it('refuses an empty id, which would read the list instead', async () => {
    await expect(client.getRegulationDetails({ id: '' })).rejects.toThrow('id must be a string');
  });

  it('gives every item of a list once, page after page', async () => {
    const { pagination } = await client.listRegulationWikis({ limit: 1 });
    const slugs = new Set<string>();
    for await (const wiki of client.listAllRegulationWikis({ limit: 7 })) slugs.add(wiki.slug);
    expect(slugs.size).toBe(pagination.approximateTotal);
    const sizes: number[] = [];
    for await (const page of client.pages('listRegulationWikis', { limit: 50 }))
      sizes.push(page.results.length);
    expect(sizes).toEqual([50, 50, slugs.size - 100]);
  });

  it('stops asking when its reader stops', async () => {
    const before = await callsOf('listRegulations');
    for await (const _ of client.listAllRegulations({ limit: 1 })) break;
    expect(await callsOf('listRegulations')).toBe(before + 1);
  });

  it('reads a whole text by its slices', async () => {
    const { totalBytes } = await client.getRegulationDetails({ id: '12-cfr-1005-11' });
    const text = await client.readRegulationText({ id: '12-cfr-1005-11' });
    expect(Buffer.byteLength(text)).toBe(totalBytes);
  });

  it('can be aborted, also between two pages', async () => {
    await expect(client.listJobs({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const stop = new AbortController();
    const walk = async () => {
      for await (const _ of client.listAllRegulationWikis({ limit: 1 }, { signal: stop.signal }))
        stop.abort();
    };
    await expect(walk()).rejects.toMatchObject({ name: 'AbortError' });
  });

  async function callsOf(operation: string): Promise<number> {
    const { results } = await client.listUsage({});
    return results.filter((row) => row.operation === operation).reduce((sum, row) => sum + row.calls, 0);
  }
});

describe('the client, when the service is busy or away', () => {
  let server: Server | undefined;
  const seen: IncomingMessage[] = [];
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    seen.length = 0;
  });

  /** A server that answers each request with the next of these, the last one for ever. */
  async function answering(...answers: ((response: ServerResponse) => void)[]): Promise<string> {
    server = createServer((request, response) => {
      seen.push(request);
      request.resume().on('end', () => answers[Math.min(seen.length, answers.length) - 1]?.(response));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  const reply =
    (status: number, body: unknown, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  const error = (code: string) => ({ error: { code, message: 'Later.', requestId: 'req_x' } });
  const done = reply(201, { ticketId: 'tkt_1', created: true });
  const drop = (response: ServerResponse) => void response.socket?.destroy();

  it('waits at least as long as Retry-After says, then tries again', async () => {
    const baseUrl = await answering(
      reply(429, error('rate_limit_exceeded'), { 'retry-after': '1' }),
      reply(200, { results: [] }),
    );
    const started = performance.now();
    await createClient({ baseUrl, apiKey: 'k' }).listKeys({});
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
    expect(seen).toHaveLength(2);
  });

  it('repeats a POST under one idempotency key, also after a lost connection', async () => {
    const baseUrl = await answering(
      drop,
      reply(409, error('idempotency_conflict'), { 'retry-after': '0' }),
      reply(503, '<html>proxy</html>'),
      done,
    );
    const made = await createClient({ baseUrl, apiKey: 'k' }).createEvent(event);
    expect(made.ticketId).toBe('tkt_1');
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, number, string, Record<string, string>]>([
    ['a fault of the request', 400, 'invalid_request', {}],
    ['a fault of the service', 500, 'internal_error', {}],
    ['a key used for another body', 422, 'idempotency_conflict', {}],
    ['a wait too long to begin', 429, 'rate_limit_exceeded', { 'retry-after': '86400' }],
  ])('does not repeat %s', async (_, status, code, headers) => {
    const baseUrl = await answering(reply(status, error(code), headers));
    await expect(createClient({ baseUrl, apiKey: 'k' }).createEvent(event)).rejects.toMatchObject({
      status,
      code,
    });
    expect(seen).toHaveLength(1);
  });

  it('gives up after the retries it was given, with the last error', async () => {
    const baseUrl = await answering(reply(503, error('service_unavailable'), { 'retry-after': '0' }));
    const attempt = createClient({ baseUrl, apiKey: 'k', retries: 1 }).listKeys({});
    await expect(attempt).rejects.toBeInstanceOf(PandectError);
    expect(seen).toHaveLength(2);
  });

  it('says what is wrong with the connection', async () => {
    const baseUrl = await answering(done);
    await new Promise((resolve) => server?.close(resolve));
    const gone = createClient({ baseUrl, apiKey: 'k', retries: 0 });
    await expect(gone.listKeys({})).rejects.toBeInstanceOf(ConnectionError);
    await expect(gone.listKeys({})).rejects.toThrow(`${baseUrl} does not answer: connect ECONNREFUSED`);
    const silent = createClient({
      baseUrl: await answering(() => {}),
      apiKey: 'k',
      retries: 0,
      timeoutMs: 50,
    });
    await expect(silent.listKeys({})).rejects.toThrow('timeout');
  });

  it('is aborted while it waits', async () => {
    const baseUrl = await answering(reply(429, error('rate_limit_exceeded'), { 'retry-after': '30' }));
    const call = createClient({ baseUrl, apiKey: 'k' }).listKeys({}, { signal: AbortSignal.timeout(100) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('looks after a job with growing pauses until it is final', async () => {
    const job = { id: 'job_1', type: 'screen_analysis', createdAt: '', updatedAt: '', error: null };
    const running = reply(200, { ...job, status: 'running', result: null });
    const result = { type: 'analysis.screen.result', riskScore: 12, findings: [] };
    const baseUrl = await answering(
      running,
      running,
      running,
      reply(200, { ...job, status: 'succeeded', result }),
    );
    const client = createClient({ baseUrl, apiKey: 'k' });
    const looks: number[] = [performance.now()];
    const finished = await client.waitForJob(
      { id: 'job_1' },
      { firstWaitMs: 40, onStillRunning: () => looks.push(performance.now()) },
    );
    looks.push(performance.now());
    expect(finished).toMatchObject({ status: 'succeeded', result });
    const pauses = looks.slice(1).map((at, i) => at - (looks[i] ?? 0));
    expect(pauses).toHaveLength(4);
    for (const [i, atLeast] of [40, 60, 90, 135].entries()) expect(pauses[i]).toBeGreaterThan(atLeast - 2);
  });

  it('returns a failed job from waitForJob, and throws it from screenText', async () => {
    const failure = { code: 'analysis_failed', message: 'Try again with the same content.' };
    const job = { id: 'job_1', type: 'screen_analysis', status: 'failed', createdAt: '', updatedAt: '' };
    const failed = reply(200, { ...job, result: null, error: failure });
    const baseUrl = await answering(failed, reply(202, { id: 'job_1' }), failed);
    const client = createClient({ baseUrl, apiKey: 'k' });
    expect(await client.waitForJob({ id: 'job_1' }, { firstWaitMs: 1 })).toMatchObject({ error: failure });
    await expect(client.screenText(event, { firstWaitMs: 1 })).rejects.toMatchObject({
      name: 'JobFailed',
      jobId: 'job_1',
      code: 'analysis_failed',
      message: failure.message,
    });
  });
});

it('the client uses nothing that only Node has', () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  expect(sources).toContain('client.ts');
  for (const name of sources) {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    expect(source, name).not.toMatch(/node:|\bBuffer\b|\bprocess\b|\brequire\(|setImmediate/);
    for (const [, from] of source.matchAll(/from '([^']+)'/g))
      expect(from).toMatch(/^(\.\/|@pandect\/contract$)/);
  }
});
