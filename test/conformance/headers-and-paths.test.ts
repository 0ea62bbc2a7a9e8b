import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

describe('headers, paths and operator pages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('sqlite');
  });
  afterAll(() => service.dispose());

  it('every response carries a Request-Id of its own, errors repeat it', async () => {
    const replies = await Promise.all([
      service.call('GET', '/api/v1/jobs'),
      service.call('GET', '/api/v1/jobs', { key: null }),
      service.call('GET', '/nowhere'),
      service.call('GET', '/healthz'),
    ]);
    const ids = replies.map((reply) => reply.headers.get('request-id'));
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(new Set(ids).size).toBe(4);
    expect(replies[1]?.body.error.requestId).toBe(ids[1]);
    expect(replies[2]?.body.error).toMatchObject({ code: 'not_found', requestId: ids[2] });
  });

  it('accepts a trailing slash and HEAD', async () => {
    expect((await service.call('GET', '/api/v1/jobs/')).status).toBe(200);
    const [get, head] = [
      await service.call('GET', '/api/v1/jobs'),
      await service.call('HEAD', '/api/v1/jobs'),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    for (const name of ['content-type', 'x-content-type-options'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  it.each([
    ['DELETE', '/api/v1/jobs', 'GET, HEAD'],
    ['GET', '/api/v1/events', 'POST'],
    ['PUT', '/api/v1/tickets/tkt_x', 'GET, HEAD, PATCH'],
    ['GET', '/oauth/token', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('405: %s %s names the methods there are', async (method, path, allow) => {
    const reply = await service.call(method, path);
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe(allow);
    expect(reply.body.error.code).toBe('method_not_allowed');
  });

  it('404 and 400: unknown and badly encoded paths', async () => {
    expect((await service.call('GET', '/api/v2/jobs')).status).toBe(404);
    expect((await service.call('GET', `/api/v1/jobs/${'x'.repeat(2000)}`)).status).toBe(404);
    const bad = await service.call('GET', '/api/v1/jobs/%E0%A4%A');
    expect(bad.status).toBe(400);
    expect(bad.body.error.code).toBe('invalid_request');
  });

  it.each([
    ['not HTTP at all', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'POST /api/v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'a head too large',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('refuses %s in the form of every error', async (_, sent, status, code) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    const reply = (await socket.toArray()).join('');
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error } = JSON.parse(body);
    expect(error.code).toBe(code);
    expect(head).toContain(`Request-Id: ${error.requestId}`);
  });

  it('hangs up on a head that has not arrived after ten seconds', { timeout: 20_000 }, async () => {
    const { hostname, port } = new URL(service.url);
    const started = performance.now();
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n'),
    );
    const reply = (await socket.toArray()).join('');
    expect(reply).toMatch(/^HTTP\/1.1 408 /);
    expect(performance.now() - started).toBeGreaterThan(9_000);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('tells where a key stands in its bucket', async () => {
    const { headers } = await service.call('GET', '/api/v1/jobs');
    expect(headers.get('ratelimit-policy')).toBe('"jobs";q=1200;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"jobs";r=\d+;t=\d+$/);
  });

  it('serves health, readiness, metrics, the API description and its reference without a key', async () => {
    expect((await service.call('GET', '/healthz', { key: null })).body).toEqual({ status: 'ok' });
    expect((await service.call('GET', '/readyz', { key: null })).body).toEqual({ status: 'ready' });
    const metrics = await service.call('GET', '/metrics', { key: null });
    expect(metrics.text).toContain('pandect_http_request_seconds_bucket{');
    const { body } = await service.call('GET', '/openapi.json', { key: null });
    expect(body.openapi).toBe('3.1.0');
    const docs = await service.call('GET', '/docs', { key: null });
    expect(docs.text).toContain('queryRegulations');
    expect(docs.text).not.toMatch(/<script|(?:src|href)="https?:/);
  });
});
