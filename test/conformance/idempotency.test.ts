import { hash } from 'node:crypto';
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

  const claimOf = (key: string, ulid: string, now = nowSeconds()) => ({
    teamId: 'default',
    operation: 'createEvent',
    key,
    bodyHash: hash('sha256', JSON.stringify(event), 'hex'),
    ulid,
    now,
    leaseSeconds: 60,
  });
  const chargedEvents = async () => {
    const { body } = await service.call('GET', '/api/v1/usage');
    const rows: { operation: string; calls: number }[] = body.results;
    return rows
      .filter(({ operation }) => operation === 'createEvent')
      .reduce((sum, { calls }) => sum + calls, 0);
  };

  it('a reply is kept and charged in one step, and once: a kill cannot part the two', async () => {
    const before = await chargedEvents();
    await post('k-8');
    await post('k-8');
    expect(await chargedEvents()).toBe(before + 1);
    const { database } = service.stores;
    await database.write('claimIdempotencyKey', claimOf('k-9', '01ARZ3NDEKTSV4RRFFQ69G5FAW'));
    const done = {
      teamId: 'default',
      operation: 'createEvent',
      key: 'k-9',
      status: 201,
      reply: '{}',
      now: nowSeconds(),
      expiresAt: nowSeconds() + 60,
      usage: {
        teamId: 'default',
        day: new Date().toISOString().slice(0, 10),
        keyId: 'key_x',
        operation: 'createEvent',
        calls: 1,
        credits: 0,
      },
    };
    // Two processes that both believe the claim is theirs.
    await database.write('completeIdempotencyKey', done);
    await database.write('completeIdempotencyKey', done);
    expect(await chargedEvents()).toBe(before + 2);
  });

  it('a request that ended in doubt is free at once and goes on under the same ids', async () => {
    const { database } = service.stores;
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAX';
    const claim = claimOf('k-10', ulid);
    await database.write('claimIdempotencyKey', claim);
    await database.write('letGoOfIdempotencyKey', { ...claim, now: nowSeconds() });
    const retried = await post('k-10');
    expect(retried.body).toEqual({ ticketId: `tkt_${ulid}`, created: true });
  });

  it('a claim from before the clock jumped back is not waited for', async () => {
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAY';
    await service.stores.database.write('claimIdempotencyKey', claimOf('k-11', ulid, nowSeconds() + 3600));
    expect((await post('k-11')).body.ticketId).toBe(`tkt_${ulid}`);
  });

  it('the sweep leaves what is open for a day', async () => {
    const { database } = service.stores;
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAZ';
    const now = nowSeconds();
    await database.write('claimIdempotencyKey', claimOf('k-12', ulid, now - 120));
    await database.write('sweep', {
      windowsBefore: now,
      idempotencyBefore: now,
      openClaimsBefore: now - 86_400,
    });
    expect((await post('k-12')).body.ticketId).toBe(`tkt_${ulid}`);
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
