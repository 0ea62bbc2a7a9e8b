import type { Report, Size } from '../section.ts';
import { callApi, nextCursor, resultIds } from './api.ts';
import type { Cluster } from './cluster.ts';
import { timeUntil } from './time-until.ts';

/** The bucket and limit that `scale-out` sets; by the hour, so that no window ends meanwhile. */
export const sharedLimit = { setting: 'wikis=60/h', calls: 60 } as const;

/** One bucket, asked of all processes at once. */
export async function proveRateLimits({ nodes, key }: Cluster, report: Report): Promise<void> {
  const calls = sharedLimit.calls * 3;
  const replies = await Promise.all(
    Array.from({ length: calls }, (_, at) =>
      callApi(nodes[at % nodes.length]?.url ?? '', key, 'GET', '/api/v1/regulation-wikis'),
    ),
  );
  const allowed = replies.filter(({ status }) => status === 200).length;
  const refused = replies.filter(({ status, headers }) => status === 429 && headers.has('retry-after'));
  report.check(
    `${calls} calls at once over ${nodes.length} processes, bucket of ${sharedLimit.calls}`,
    allowed === sharedLimit.calls && allowed + refused.length === calls,
    `${allowed} allowed, ${refused.length} answered 429 with Retry-After`,
    `exactly ${sharedLimit.calls} allowed`,
  );
}

/** The same request with the same key, sent to all processes at once. */
export async function proveIdempotency({ nodes, key }: Cluster, report: Report): Promise<void> {
  const calls = 30;
  const body = (text: string) => ({ scenario: 'generic', content: { type: 'text', text } });
  const headers = { 'idempotency-key': `proof-${crypto.randomUUID()}` };
  const ids = new Set<string>();
  let underWay = 0;
  const submit = async (url: string): Promise<void> => {
    for (;;) {
      const reply = await callApi(
        url,
        key,
        'POST',
        '/api/v1/analysis/screen',
        body('No fee, ever.'),
        headers,
      );
      if (reply.status === 409) {
        underWay += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      if (reply.status !== 202) throw new Error(`a submit answered ${reply.status}: ${reply.text}`);
      ids.add(String(reply.body.id));
      return;
    }
  };
  await Promise.all(Array.from({ length: calls }, (_, at) => submit(nodes[at % nodes.length]?.url ?? '')));
  const jobs = resultIds(await callApi(nodes[0]?.url ?? '', key, 'GET', '/api/v1/jobs'));
  report.check(
    `${calls} equal submits with one Idempotency-Key over ${nodes.length} processes`,
    ids.size === 1 && jobs.length === 1,
    `${jobs.length} job, ${ids.size} id in the replies (${underWay} times answered 409 and tried again)`,
    'one job',
  );
  const others = await Promise.all(
    nodes.map(({ url }) => callApi(url, key, 'POST', '/api/v1/analysis/screen', body('Another.'), headers)),
  );
  report.check(
    'the same key with another body',
    others.every(({ status }) => status === 422),
    others.map(({ status }) => status).join(', '),
    '422 from every process',
  );
}

/** What one process made, another answers. */
export async function proveAnyProcess({ nodes, key }: Cluster, report: Report): Promise<void> {
  const at = (index: number) => nodes[index % nodes.length]?.url ?? '';
  const content = { type: 'text', text: 'Guaranteed approval, no credit check, no risk at all.' };
  const made = await callApi(at(0), key, 'POST', '/api/v1/analysis/screen', {
    scenario: 'marketing_asset',
    content,
  });
  const path = `/api/v1/jobs/${made.body.id}`;
  const readAtOnce = await callApi(at(1), key, 'GET', path);
  const finished = await timeUntil(
    async () => (await callApi(at(1), key, 'GET', path)).body.status === 'succeeded',
    20_000,
  );
  const results = await Promise.all(nodes.map(({ url }) => callApi(url, key, 'GET', path)));
  const isSame = new Set(results.map(({ text }) => text)).size === 1;
  report.check(
    'a job submitted to one process, worked on by a worker process, read from the others',
    readAtOnce.status === 200 && finished !== undefined && isSame,
    finished === undefined
      ? 'not finished in 20 s'
      : `found at once, finished after ${finished.toFixed(0)} ms, ${isSame ? 'the same bytes' : 'different bytes'} from all`,
    'the same from all',
  );

  const event = { scenario: 'complaint', content, externalRef: 'proof-1' };
  const tickets = await Promise.all(
    nodes.map(({ url }) => callApi(url, key, 'POST', '/api/v1/events', event)),
  );
  const ticketIds = new Set(tickets.map(({ body }) => String(body.ticketId)));
  const created = tickets.filter(({ body }) => body.created === true).length;
  report.check(
    'one event reported to all processes at once',
    ticketIds.size === 1 && created === 1,
    `${ticketIds.size} ticket, ${created} times created: true`,
    'one ticket',
  );
}

/** A list begun on one process and gone on with on the others. */
export async function proveCursors({ nodes, key }: Cluster, report: Report): Promise<void> {
  const path = '/api/v1/regulations';
  const whole: string[] = [];
  const mixed: string[] = [];
  for (const [ids, turns] of [
    [whole, false],
    [mixed, true],
  ] as const) {
    let cursor: string | undefined;
    let page = 0;
    do {
      const limit = turns ? 40 : 200;
      const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const node = nodes[turns ? page++ % nodes.length : 0];
      const reply = await callApi(node?.url ?? '', key, 'GET', `${path}?limit=${limit}${more}`);
      if (reply.status !== 200) throw new Error(`a page answered ${reply.status}: ${reply.text}`);
      ids.push(...resultIds(reply));
      cursor = nextCursor(reply);
    } while (cursor !== undefined);
  }
  report.check(
    'a list of documents, each page from another process',
    whole.length > 0 && whole.join() === mixed.join(),
    `${mixed.length} of ${whole.length} documents, ${whole.join() === mixed.join() ? 'in the same order' : 'in another order'}`,
    'the list of one process',
  );
}

/** Keys made on one process and revoked there: how long the others go on letting them in. */
export async function proveRevocation({ nodes, key }: Cluster, size: Size, report: Report): Promise<void> {
  const rounds = size === 'full' ? 30 : 6;
  let refusedNew = 0;
  let acceptedRevoked = 0;
  let worstMs = 0;
  for (let round = 0; round < rounds; round++) {
    const home = nodes[round % nodes.length]?.url ?? '';
    const made = await callApi(home, key, 'POST', '/api/v1/keys', { label: 'proof' });
    const madeKey = String(made.body.key);
    const token = await accessToken(home, madeKey);
    const bearer = { authorization: `Bearer ${token}` };
    const ask = () =>
      Promise.all(
        nodes.flatMap(({ url }) => [
          callApi(url, madeKey, 'GET', '/api/v1/jobs'),
          callApi(url, '', 'GET', '/api/v1/jobs', undefined, bearer),
        ]),
      );
    refusedNew += (await ask()).filter(({ status }) => status !== 200).length;
    await callApi(home, key, 'DELETE', `/api/v1/keys/${made.body.id}`);
    const revoked = performance.now();
    acceptedRevoked += (await ask()).filter(({ status }) => status !== 401).length;
    const ms = await timeUntil(async () => (await ask()).every(({ status }) => status === 401), 10_000);
    if (ms === undefined) throw new Error('a revoked key was still let in after 10 s');
    worstMs = Math.max(worstMs, performance.now() - revoked);
  }
  report.check(
    `${rounds} new keys and their tokens, used at once on all processes`,
    refusedNew === 0,
    `${refusedNew} calls refused`,
    'none',
  );
  report.check(
    'the same keys and tokens, revoked on one process and used at once on all',
    acceptedRevoked === 0,
    `${acceptedRevoked} calls let in; all refused within ${worstMs.toFixed(0)} ms, the asking included`,
    'none let in',
  );
}

async function accessToken(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_secret: key }),
  });
  const { access_token: token } = Object(await response.json());
  if (typeof token !== 'string') throw new Error(`no access token: ${response.status}`);
  return token;
}
