import { type Operation, operations, type Scope } from '@pandect/contract';
import { startPostgres } from '../../test/postgres.ts';
import type { Report, Section, Size } from '../section.ts';
import { faultOfReply } from './check-reply.ts';
import { createHttpClient, type GotReply, type HttpClient, jsonRequest } from './http-client.ts';
import { median, permutationTest } from './permutation-test.ts';
import { allScopes, makeKey, type ServeChild, startServeChild } from './serve-child.ts';

/** Pairs of requests timed for each operation, and how much may be told by them. */
const timed = { full: 1500, smoke: 120 } as const;
const regroupings = { full: 2000, smoke: 500 } as const;
/** A difference a caller could use: one that chance does not explain, and that a network would not swallow. */
const tellingP = 0.01;
const tellingMs = 0.05;

export const tenants: Section = {
  name: 'tenants',
  title: 'Teams kept apart',
  async run(size, report) {
    await onStore('SQLite', {}, size, report);
    if (size === 'smoke') {
      report.note('The small run looks at SQLite only.');
      return;
    }
    const postgres = await startPostgres();
    try {
      await onStore('PostgreSQL', { DATABASE_URL: postgres.url }, size, report);
    } finally {
      await postgres.stop();
    }
  },
};

async function onStore(
  store: string,
  environment: Record<string, string>,
  size: Size,
  report: Report,
): Promise<void> {
  const service = await startServeChild({
    PANDECT_LOG_LEVEL: 'error',
    PANDECT_STARTER_CORPUS: 'off',
    ...environment,
  });
  const client = createHttpClient(service.url, 8);
  try {
    const owner = await fillTeam(
      client,
      await makeKey(service.environment, { team: 'owner', scopes: allScopes }),
    );
    await checkRefusals(store, service, client, owner, report);
    await checkNames(store, service, client, owner, report);
    await checkTiming(store, service, client, owner, size, report);
  } finally {
    client.close();
    await service.stop();
  }
}

interface Owner {
  readonly key: string;
  /** One of each kind of thing that belongs to a team. */
  readonly ids: Readonly<Record<'job' | 'runningJob' | 'ticket' | 'key', string>>;
  readonly cursors: Readonly<Record<'jobs' | 'tickets', string>>;
}

async function fillTeam(client: HttpClient, key: string): Promise<Owner> {
  const call = async (method: string, path: string, body?: unknown) =>
    JSON.parse((await client.send(jsonRequest(key, method, `/api/v1/${path}`, body))).text);
  const text = { content: { type: 'text', text: 'Approval is guaranteed.' }, scenario: 'generic' };
  const job = await call('POST', 'analysis/risk', text);
  const runningJob = await call('POST', 'analysis/screen', text);
  const event = { ...text, externalRef: 'shared' };
  const ticket = await call('POST', 'events', event);
  await call('POST', 'events', text);
  const made = await call('POST', 'keys', { label: 'kept' });
  const jobs = await call('GET', 'jobs?limit=1');
  const tickets = await call('GET', 'tickets?limit=1');
  return {
    key,
    ids: { job: job.id, runningJob: runningJob.id, ticket: ticket.ticketId, key: made.id },
    cursors: { jobs: jobs.pagination.nextCursor, tickets: tickets.pagination.nextCursor },
  };
}

/** An id of the same form that nothing ever had. */
function neverWas(id: string): string {
  const [prefix = ''] = id.split('_');
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const random = Array.from({ length: 22 }, () => alphabet[Math.floor(Math.random() * 32)]).join('');
  return `${prefix}_${id.slice(prefix.length + 1, prefix.length + 5)}${random}`;
}

/** A body each operation takes, so that only the id can be refused. */
const bodies: Readonly<Record<string, unknown>> = { updateTicket: { status: 'dismissed' } };

function requestFor(operation: Operation, id: string, headers: Record<string, string>) {
  const path = operation.path.replace(/\{\w+\}/, id);
  return jsonRequest(undefined, operation.method, path, bodies[operation.id], headers);
}

const withId = Object.values<Operation>(operations).filter(({ path }) => path.includes('{'));

async function checkRefusals(
  store: string,
  service: ServeChild,
  client: HttpClient,
  owner: Owner,
  report: Report,
): Promise<void> {
  const credentials = await strangersOf(service, client);
  const before = await stateOf(client, owner);
  let pairs = 0;
  const faults: string[] = [];
  for (const operation of withId) {
    for (const [kind, id] of Object.entries(owner.ids)) {
      for (const [who, { headers, status }] of Object.entries(credentials)) {
        pairs++;
        const unknown = neverWas(id);
        const [theirs, nobodys] = [
          await client.send(requestFor(operation, id, headers)),
          await client.send(requestFor(operation, unknown, headers)),
        ];
        const expected = status(operation.scope);
        const fault =
          faultOfReply(theirs, operation) ??
          (theirs.status === expected ? undefined : `${theirs.status} instead of ${expected}`) ??
          (comparable(theirs, id) === comparable(nobodys, unknown)
            ? undefined
            : `${comparable(theirs, id)} and ${comparable(nobodys, unknown)}`);
        if (fault !== undefined) faults.push(`${operation.id} of a ${kind} with ${who}: ${fault}`);
      }
    }
  }
  const ids = Object.keys(owner.ids).length;
  report.check(
    `${store}: "not yours" and "never was" (${withId.length} operations x ${ids} kinds of id x ${Object.keys(credentials).length} credentials)`,
    faults.length === 0,
    `${pairs - faults.length} of ${pairs} pairs alike in status, headers and body`,
    'all',
  );
  for (const fault of faults.slice(0, 5)) report.note(`${store}: ${fault.slice(0, 600)}`);
  const changed = (await stateOf(client, owner)) !== before;
  report.check(`${store}: what the owner sees is as before`, !changed, changed ? 'no' : 'yes', 'yes');
}

/** Everything of a reply that may tell something, with the id asked for left out. */
function comparable({ status, headers, text }: GotReply, id: string): string {
  const { 'request-id': requestId, date: _, ...rest } = headers;
  const told = text.replaceAll(id, '(id)').replaceAll(String(requestId), '(request)');
  return JSON.stringify([status, rest, told]);
}

async function stateOf(client: HttpClient, owner: Owner): Promise<string> {
  const paths = [`tickets/${owner.ids.ticket}`, `jobs/${owner.ids.job}`, 'tickets', 'team'];
  const replies = await Promise.all(
    paths.map((path) => client.send(jsonRequest(owner.key, 'GET', `/api/v1/${path}`))),
  );
  // When a key was last used changes with every call of its owner.
  const keys = await client.send(jsonRequest(owner.key, 'GET', '/api/v1/keys'));
  const kept = keys.text.replace(/"lastUsedAt":("[^"]*"|null)/g, '');
  return [...replies.map(({ text }) => text), kept].join('\n');
}

interface Stranger {
  readonly headers: Record<string, string>;
  /** What every operation of a scope must answer. */
  readonly status: (scope: Scope) => number;
}

async function strangersOf(service: ServeChild, client: HttpClient): Promise<Record<string, Stranger>> {
  const key = await makeKey(service.environment, { team: 'other', scopes: allScopes });
  const newKey = async (body: unknown): Promise<{ id: string; key: string }> =>
    JSON.parse((await client.send(jsonRequest(key, 'POST', '/api/v1/keys', body))).text);
  const tokenFor = async (secret: string, scope: string) => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_secret: secret, scope });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await client.send({ method: 'POST', path: '/oauth/token', headers, body: form.toString() });
    return { authorization: `Bearer ${JSON.parse(reply.text).access_token}` };
  };
  const [revoked, narrow] = [await newKey({}), await newKey({ scopes: ['wikis'] })];
  const expiresAt = new Date(Date.now() + 1500).toISOString();
  const expired = await newKey({ expiresAt });
  const ofRevoked = await tokenFor(revoked.key, '');
  const ofExpired = await tokenFor(expired.key, '');
  const narrowToken = await tokenFor(key, 'wikis');
  await client.send(jsonRequest(key, 'DELETE', `/api/v1/keys/${revoked.id}`));
  await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 1100));
  const missing = () => 404;
  const refused = () => 401;
  const onlyWikis = (scope: Scope) => (scope === 'wikis' ? 404 : 403);
  return {
    "another team's key": { headers: { 'x-api-key': key }, status: missing },
    "another team's key as Bearer": { headers: { authorization: `Bearer ${key}` }, status: missing },
    "another team's token": { headers: await tokenFor(key, ''), status: missing },
    'a key without the scope': { headers: { 'x-api-key': narrow.key }, status: onlyWikis },
    'a token without the scope': { headers: narrowToken, status: onlyWikis },
    'a revoked key': { headers: { 'x-api-key': revoked.key }, status: refused },
    'the token of a revoked key': { headers: ofRevoked, status: refused },
    'an expired key': { headers: { 'x-api-key': expired.key }, status: refused },
    'the token of an expired key': { headers: ofExpired, status: refused },
    'a key that never was': { headers: { 'x-api-key': `pdct_${'0'.repeat(38)}` }, status: refused },
    'no credential': { headers: {}, status: refused },
  };
}

/** Cursors, references and idempotency keys are names too: those of one team mean nothing to another. */
async function checkNames(
  store: string,
  service: ServeChild,
  client: HttpClient,
  owner: Owner,
  report: Report,
): Promise<void> {
  const key = await makeKey(service.environment, { team: 'namesake', scopes: allScopes });
  const call = async (as: string, method: string, path: string, body?: unknown, headers = {}) => {
    const reply = await client.send(jsonRequest(as, method, `/api/v1/${path}`, body, headers));
    return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) };
  };
  const faults: string[] = [];
  const expect = (what: string, holds: boolean) => {
    if (!holds) faults.push(what);
  };
  for (const [list, cursor] of Object.entries(owner.cursors)) {
    const own = await call(owner.key, 'GET', `${list}?limit=1&cursor=${encodeURIComponent(cursor)}`);
    expect(`the owner's own cursor of ${list} is good`, own.status === 200);
    const theirs = await call(key, 'GET', `${list}?limit=1&cursor=${encodeURIComponent(cursor)}`);
    expect(`a cursor of ${list}`, theirs.status === 400 && theirs.body.error.code === 'invalid_cursor');
    const lists = await call(key, 'GET', list);
    expect(
      `the list ${list} is empty`,
      lists.body.results.length === 0 && lists.body.pagination.approximateTotal === 0,
    );
  }
  const event = { content: { type: 'text', text: 'x' }, scenario: 'generic', externalRef: 'shared' };
  const reported = await call(key, 'POST', 'events', event);
  expect('an externalRef', reported.status === 201 && reported.body.ticketId !== owner.ids.ticket);
  const once = { 'idempotency-key': 'the-same' };
  const first = await call(owner.key, 'POST', 'events', { ...event, externalRef: 'once' }, once);
  const second = await call(key, 'POST', 'events', { ...event, scenario: 'dispute' }, once);
  expect('an Idempotency-Key', second.status === 200 || second.status === 201);
  expect('an Idempotency-Key replays nothing', second.headers['idempotent-replayed'] === undefined);
  expect('an Idempotency-Key gives another ticket', second.body.ticketId !== first.body.ticketId);
  const keys = await call(key, 'GET', 'keys');
  expect('keys listed', keys.body.results.length === 1);
  const usage = await call(key, 'GET', 'usage');
  const [own] = keys.body.results;
  expect(
    'usage listed',
    usage.body.results.every((row: { keyId: string }) => row.keyId === own.id),
  );
  report.check(
    `${store}: cursors, lists, externalRefs, Idempotency-Keys, keys and usage of another team`,
    faults.length === 0,
    faults.length === 0 ? 'apart' : faults.join('; '),
    'apart',
  );
}

async function checkTiming(
  store: string,
  service: ServeChild,
  client: HttpClient,
  owner: Owner,
  size: Size,
  report: Report,
): Promise<void> {
  const key = await makeKey(service.environment, { team: 'timer', scopes: allScopes });
  const headers = { 'x-api-key': key };
  const questions = [
    [operations.getJob, owner.ids.job],
    [operations.getTicket, owner.ids.ticket],
    [operations.updateTicket, owner.ids.ticket],
    [operations.revokeKey, owner.ids.key],
  ] as const;
  for (const [operation, id] of questions) {
    const unknown = neverWas(id);
    const took = async (asked: string) => {
      const request = requestFor(operation, asked, headers);
      const started = performance.now();
      await client.send(request);
      return performance.now() - started;
    };
    for (let i = 0; i < 20; i++) await took(i % 2 === 0 ? id : unknown);
    const theirs: number[] = [];
    const nobodys: number[] = [];
    for (let i = 0; i < timed[size]; i++) {
      // In changing order, so that neither always follows the other.
      const theirsFirst = Math.random() < 0.5;
      if (theirsFirst) theirs.push(await took(id));
      nobodys.push(await took(unknown));
      if (!theirsFirst) theirs.push(await took(id));
    }
    const { difference, p } = permutationTest(theirs, nobodys, regroupings[size]);
    report.check(
      `${store}: ${operation.id}, medians of ${timed[size]} interleaved pairs`,
      p >= tellingP || Math.abs(difference) < tellingMs,
      `${median(theirs).toFixed(3)} ms for another team's, ${median(nobodys).toFixed(3)} ms for none: ${(difference * 1000).toFixed(0)} us apart, p = ${p.toFixed(3)}`,
      `p at least ${tellingP}, or under ${tellingMs * 1000} us`,
    );
  }
}
