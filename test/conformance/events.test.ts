import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('createEvent on %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store, { environment: { PANDECT_RATE_LIMITS: 'off' } });
  });
  afterAll(() => service.dispose());

  const event = { scenario: 'complaint', content: { type: 'text', text: 'I was charged twice.' } };
  const post = (body: unknown, more = {}) => service.call('POST', '/api/v1/events', { body, ...more });

  describe('201', () => {
    it('creates a ticket for each call without externalRef, and echoes none', async () => {
      const [first, second] = [await post(event), await post(event)];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(first.body).toEqual({
        ticketId: expect.stringMatching(/^tkt_[0-9A-HJKMNP-TV-Z]{26}$/),
        created: true,
      });
      expect(second.body.ticketId).not.toBe(first.body.ticketId);
    });

    it('accepts free-form JSON and keeps it as received', async () => {
      const json = { caseNumber: 17, nested: { list: [1, 'two', null] } };
      const { body } = await post({ scenario: 'generic', content: { type: 'json', json } });
      const ticket = await service.call('GET', `/api/v1/tickets/${body.ticketId}`);
      expect(ticket.body.content).toEqual({ type: 'json', json });
    });

    it('accepts every scenario', async () => {
      for (const scenario of ['marketing_asset', 'dispute', 'debt_collection', 'complaint', 'generic']) {
        expect((await post({ ...event, scenario })).status).toBe(201);
      }
    });

    it('accepts an externalRef of 128 characters, counted as characters', async () => {
      expect((await post({ ...event, externalRef: '\u{1F4C4}'.repeat(128) })).status).toBe(201);
    });
  });

  describe('200', () => {
    it('answers a repeated externalRef with the first ticket, even where the body differs', async () => {
      const first = await post({ ...event, externalRef: 'case-1' });
      const again = await post({ ...event, scenario: 'dispute', externalRef: 'case-1' });
      expect(first.body).toEqual({ ticketId: expect.any(String), externalRef: 'case-1', created: true });
      expect(again.status).toBe(200);
      expect(again.body).toEqual({ ...first.body, created: false });
      const ticket = await service.call('GET', `/api/v1/tickets/${first.body.ticketId}`);
      expect(ticket.body.scenario).toBe('complaint');
    });

    it('keeps the externalRefs of two teams apart', async () => {
      const other = await service.newKey({ team: 'other' });
      const mine = await post({ ...event, externalRef: 'shared-name' });
      const theirs = await post({ ...event, externalRef: 'shared-name' }, { key: other });
      expect([mine.status, theirs.status]).toEqual([201, 201]);
      expect(theirs.body.ticketId).not.toBe(mine.body.ticketId);
    });
  });

  describe('400', () => {
    const bad: [string, unknown, string][] = [
      ['no scenario', { content: event.content }, 'scenario'],
      ['an unknown scenario', { ...event, scenario: 'spam' }, 'scenario'],
      ['no content', { scenario: 'generic' }, 'content'],
      ['an unknown content type', { ...event, content: { type: 'pdf', text: 'x' } }, 'content.type'],
      ['text type without text', { ...event, content: { type: 'text' } }, 'content.text'],
      ['empty text', { ...event, content: { type: 'text', text: '' } }, 'content.text'],
      [
        'text over 100,000 characters',
        { ...event, content: { type: 'text', text: 'x'.repeat(100_001) } },
        'content.text',
      ],
      ['json type without json', { ...event, content: { type: 'json' } }, 'content.json'],
      ['json that is a list', { ...event, content: { type: 'json', json: [1] } }, 'content.json'],
      ['both text and json', { ...event, content: { type: 'text', text: 'x', json: {} } }, 'content.json'],
      ['an empty externalRef', { ...event, externalRef: '' }, 'externalRef'],
      ['an externalRef of 129 characters', { ...event, externalRef: 'x'.repeat(129) }, 'externalRef'],
      ['an externalRef that is a number', { ...event, externalRef: 7 }, 'externalRef'],
      ['a misspelt field', { ...event, external_ref: 'x' }, 'external_ref'],
    ];
    it.each(bad)('%s is refused by name and leaves no trace', async (_name, body, param) => {
      const before = await service.call('GET', '/api/v1/tickets?limit=1');
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', param });
      expect(reply.body.error.requestId).toBe(reply.headers.get('request-id'));
      const after = await service.call('GET', '/api/v1/tickets?limit=1');
      expect(after.body.pagination.approximateTotal).toBe(before.body.pagination.approximateTotal);
    });

    it.each([
      ['broken JSON', '{"scenario":'],
      ['an empty body', ''],
      ['a list', '[]'],
      ['a bare string', '"x"'],
      ['__proto__', '{"__proto__":{"a":1},"scenario":"generic","content":{"type":"text","text":"x"}}'],
    ])('%s is refused', async (_name, raw) => {
      const reply = await service.call('POST', '/api/v1/events', { raw });
      expect(reply.status).toBe(400);
      expect(reply.body.error.code).toBe('invalid_request');
    });
  });

  it('401: refuses a missing and an unknown key, with WWW-Authenticate', async () => {
    for (const key of [null, 'nonsense']) {
      const reply = await post(event, { key });
      expect(reply.status).toBe(401);
      expect(reply.body.error.code).toBe('unauthorized');
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('400: refuses a body nested deeper than 100 levels, with and without Idempotency-Key', async () => {
    const nested = (levels: number) => {
      const json = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      return `{"scenario":"generic","content":{"type":"json","json":${json}}}`;
    };
    expect((await post(undefined, { raw: nested(98) })).status).toBe(201);
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const reply = await post(undefined, { raw: nested(40_000), headers });
      expect(reply.status).toBe(400);
      expect(reply.body.error.code).toBe('invalid_request');
    }
  });

  it.each(['\u0000', 'a\ud800'])(
    '400: refuses the externalRef %j, which no store keeps as it is',
    async (externalRef) => {
      const reply = await post({ ...event, externalRef });
      expect(reply.status).toBe(400);
      expect(reply.body.error.param).toBe('externalRef');
    },
  );

  it('413: refuses content.json over 256 KiB as sent, and a body over 1 MiB', async () => {
    const large = { ...event, content: { type: 'json', json: { pad: 'x'.repeat(260 * 1024) } } };
    expect((await post(large)).status).toBe(413);
    const huge = await post({ ...event, content: { type: 'json', json: { pad: 'x'.repeat(1_100_000) } } });
    expect(huge.status).toBe(413);
    expect(huge.body.error.code).toBe('payload_too_large');
  });

  it('415: refuses a body that is not JSON', async () => {
    const reply = await service.call('POST', '/api/v1/events', {
      raw: 'scenario=generic',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(reply.status).toBe(415);
    expect(reply.body.error.code).toBe('unsupported_media_type');
  });

  it('makes one ticket per externalRef however many arrive at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 600 }, (_, i) => post({ ...event, externalRef: `burst-${i % 30}` })),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(30);
    expect(new Set(replies.map((reply) => reply.body.ticketId)).size).toBe(30);
    expect(replies.every((reply) => reply.body.created === (reply.status === 201))).toBe(true);
  });
});
