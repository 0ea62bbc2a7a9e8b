import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nowSeconds } from '../../server/src/services.ts';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('Idempotency-Key on %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service.dispose());

  const event = { scenario: 'generic', content: { type: 'text', text: 'x' } };
  const post = (idempotencyKey: string, body: unknown = event, more = {}) =>
    service.call('POST', '/api/v1/events', { body, headers: { 'idempotency-key': idempotencyKey }, ...more });

  it('the same key and body give the first reply again and make nothing new', async () => {
    const first = await post('k-1');
    const again = await post('k-1');
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
  });

  it('422: the same key with another body', async () => {
    await post('k-2');
    const other = await post('k-2', { ...event, scenario: 'dispute' });
    expect(other.status).toBe(422);
    expect(other.body.error).toMatchObject({ code: 'idempotency_conflict', param: 'Idempotency-Key' });
  });

  it('keys of two teams are two keys', async () => {
    const other = await service.newKey({ team: 'other' });
    const [mine, theirs] = [await post('k-3'), await post('k-3', event, { key: other })];
    expect(theirs.body.ticketId).not.toBe(mine.body.ticketId);
  });

  it('of many at once one is done; the rest are replays or told to wait', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => post('k-4')));
    const tickets = new Set(
      replies.filter((reply) => reply.status === 201).map((reply) => reply.body.ticketId),
    );
    expect(tickets.size).toBe(1);
    expect(replies.every((reply) => reply.status === 201 || reply.status === 409)).toBe(true);
  });

  it('a request that is refused leaves the key free', async () => {
    expect((await post('k-5', { ...event, scenario: 'nonsense' })).status).toBe(400);
    expect((await post('k-5')).status).toBe(201);
  });

  it('a claim whose process died is taken over under the same ids, so nothing is made twice', async () => {
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const claimed = await service.stores.database.write('claimIdempotencyKey', {
      teamId: 'default',
      operation: 'createEvent',
      key: 'k-6',
      bodyHash: (await import('node:crypto')).hash('sha256', JSON.stringify(event), 'hex'),
      ulid,
      now: nowSeconds() - 100,
      leaseSeconds: 60,
    });
    expect(claimed).toEqual({ state: 'mine', ulid });
    // The crashed process had stored its ticket already.
    await service.stores.tickets.addTicket({
      id: `tkt_${ulid}`,
      teamId: 'default',
      scenario: 'generic',
      externalRef: null,
      content: JSON.stringify(event.content),
      actor: 'key_x',
      createdAt: nowSeconds(),
      screening: null,
    });
    const retried = await post('k-6');
    expect(retried.status).toBe(201);
    expect(retried.body).toEqual({ ticketId: `tkt_${ulid}`, created: true });
  });

  it('400: a key that is empty, too long or not visible ASCII', async () => {
    for (const key of ['x'.repeat(256), 'a b']) {
      const reply = await post(key);
      expect(reply.status).toBe(400);
      expect(reply.body.error.param).toBe('Idempotency-Key');
    }
  });

  it('a made key is shown once: its replay has everything but the key', async () => {
    const make = () =>
      service.call('POST', '/api/v1/keys', { body: { label: 'ci' }, headers: { 'idempotency-key': 'k-7' } });
    const [first, again] = [await make(), await make()];
    expect(first.body.key).toMatch(/^pdct_/);
    expect(again.body.key).toBeUndefined();
    expect(again.body.id).toBe(first.body.id);
  });
});
