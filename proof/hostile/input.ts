import { operations } from '@pandect/contract';
import type { Report } from '../section.ts';
import { faultOfReply, parsed } from './check-reply.ts';
import { Checklist } from './checklist.ts';
import { type HttpClient, jsonRequest } from './http-client.ts';
import { exchange } from './raw-socket.ts';
import type { ServeChild } from './serve-child.ts';

/** Bodies and heads that are valid HTTP and meant to do harm. */
export async function checkInput(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  await checkPrototypes(service, client, report);
  await checkSizes(service, client, report);
  await checkLogLines(service, client, report);
}

function eventWith(json: string): string {
  return `{"scenario":"generic","content":{"type":"json","json":${json}}}`;
}

async function checkPrototypes(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  const post = (path: string, body: string) => client.send({ method: 'POST', path, headers, body });
  const bodies = [
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"\\u005f_proto__":{"admin":true}}',
    '{"a":[{"__proto__":{"admin":true}}]}',
    '[{"__proto__":1}]',
  ];
  for (const body of bodies) {
    for (const path of [
      '/api/v1/events',
      '/api/v1/keys',
      '/api/v1/regulations/query',
      '/api/v1/analysis/risk',
      '/mcp',
    ]) {
      const { status } = await post(path, body);
      list.expect(`${path} refuses ${body}`, status === 400, String(status));
    }
    const { status } = await post('/api/v1/events', eventWith(body.startsWith('[') ? `{"a":${body}}` : body));
    list.expect(`an event refuses ${body} inside`, status === 400, String(status));
  }
  for (const query of [
    '__proto__[admin]=1',
    '__proto__=1',
    'constructor=1',
    'constructor[prototype][admin]=1',
    'toString=1',
    'limit[__proto__]=1',
  ]) {
    const reply = await client.send(jsonRequest(service.key, 'GET', `/api/v1/jobs?${query}`));
    list.expect(`a list refuses ?${query}`, reply.status === 400, String(reply.status));
  }
  for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    for (const path of [`jobs/${id}`, `tickets/${id}`, `regulations/${id}`, `regulation-wikis/${id}`]) {
      const reply = await client.send(jsonRequest(service.key, 'GET', `/api/v1/${path}`));
      list.expect(`${path} is nothing`, reply.status === 404, String(reply.status));
    }
  }
  const after = await client.send(jsonRequest(service.key, 'GET', '/api/v1/team'));
  const team = parsed(after.text);
  const names = typeof team === 'object' && team !== null ? Object.keys(team).join() : '';
  list.expect('replies have no new members', names === 'id,autoScreen,monthlyCredits,createdAt', names);
  list.tellTo(report, 'prototype pollution (bodies, query strings, ids)');
}

async function checkSizes(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  const post = async (name: string, body: string | Uint8Array, expected: number) => {
    const started = performance.now();
    const reply = await client.send({ method: 'POST', path: '/api/v1/events', headers, body });
    const took = performance.now() - started;
    const fault = faultOfReply(reply, operations.createEvent);
    const right = reply.status === expected && fault === undefined && took < 3000;
    list.expect(name, right, `${reply.status} after ${took.toFixed(0)} ms ${fault ?? ''}`);
  };
  const kib = 1024;
  await post('a body of 1 MiB is read', `{"a":"${'x'.repeat(1024 * kib - 20)}"}`, 400);
  await post('lists in lists, 500,000 deep', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 400);
  await post('lists in lists, never closed', '['.repeat(1_000_000), 400);
  await post(
    'objects in objects, inside an event',
    eventWith(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`),
    400,
  );
  await post(
    'half a million members',
    `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`,
    400,
  );
  await post('a number of a million digits', `{"scenario":${'9'.repeat(1_000_000)}}`, 400);
  await post(
    'bytes that are not UTF-8',
    Buffer.from([...Buffer.from('{"scenario":"'), 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d]),
    400,
  );
  await post(
    'UTF-8 that is too long for its character',
    Buffer.from([...Buffer.from('{"a":"'), 0xc0, 0xaf, 0x22, 0x7d]),
    400,
  );
  await post(
    'half of a surrogate pair as UTF-8',
    Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    400,
  );
  await post('UTF-16', Buffer.from(eventWith('{}'), 'utf16le'), 400);
  // Raw, because the server hangs up before all is sent.
  const head = `POST /api/v1/events HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${service.key}\r\nContent-Type: application/json\r\n`;
  const large = await exchange(
    service.port,
    `${head}Content-Length: 2000000\r\n\r\n${'x'.repeat(10_000)}`,
    2000,
  );
  list.expect(
    'a body that says it is larger than 1 MiB',
    large.statuses.join() === '413',
    large.statuses.join(),
  );
  const piece = `10000\r\n${'x'.repeat(64 * kib)}\r\n`;
  const endless = await exchange(
    service.port,
    `${head}Transfer-Encoding: chunked\r\n\r\n${piece.repeat(20)}`,
    2000,
  );
  list.expect('pieces that grow over 1 MiB', endless.statuses.join() === '413', endless.statuses.join());
  const wide = await exchange(
    service.port,
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  );
  list.expect('a header of 20 kB', wide.statuses.join() === '413' && wide.closed, wide.statuses.join());
  const many = Array.from({ length: 3000 }, (_, i) => `a${i}:b\r\n`).join('');
  const crowded = await exchange(service.port, `GET /healthz HTTP/1.1\r\nHost: x\r\n${many}\r\n`);
  list.expect('3,000 headers', crowded.statuses.join() === '413' && crowded.closed, crowded.statuses.join());
  const long = await exchange(
    service.port,
    `GET /api/v1/jobs/${'x'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  list.expect('a path of 15 kB', long.statuses.join() === '404', long.statuses.join());
  list.tellTo(report, 'oversize, nested and badly encoded bodies and heads');
}

/** Lines of the log are JSON, one for each event: what a caller sends can end or begin none. */
async function checkLogLines(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const forged = '\n{"time":"2026-01-01T00:00:00.000Z","level":"error","msg":"forged"}\n\u001b[2K\u2028';
  const secret = 'SUBMITTED-TEXT-OF-THE-PROOF';
  const encoded = encodeURIComponent(forged);
  const text = { content: { type: 'text', text: `${secret}${forged}` }, scenario: 'generic' };
  const requests = [
    jsonRequest(service.key, 'GET', `/api/v1/jobs/${encoded}`),
    jsonRequest(service.key, 'GET', `/api/v1/jobs?${encoded}=${encoded}`),
    jsonRequest(service.key, 'GET', `/${encoded}`),
    jsonRequest(service.key, 'POST', '/api/v1/analysis/risk', text),
    jsonRequest(service.key, 'POST', '/api/v1/events', { ...text, externalRef: forged }),
    jsonRequest(service.key, 'POST', '/api/v1/keys', { label: forged }),
    jsonRequest(service.key, 'POST', '/mcp', { jsonrpc: '2.0', id: forged, method: forged }),
    jsonRequest(forged.replaceAll(/[^\x20-\x7e]/g, '\u00ff'), 'GET', '/api/v1/jobs'),
    jsonRequest(undefined, 'GET', '/api/v1/jobs', undefined, {
      authorization: 'Bearer \u00ff{"msg":"forged"}',
    }),
    jsonRequest(service.key, 'GET', '/healthz', undefined, {
      'user-agent': '{"msg":"forged"}',
      'request-id': 'forged',
    }),
  ];
  for (const request of requests) {
    const reply = await client.send(request);
    list.expect(
      `${request.method} ${request.path.slice(0, 30)} is answered`,
      reply.status < 500,
      String(reply.status),
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 600)); // lines are gathered for a moment
  const lines = service
    .log()
    .split('\n')
    .filter((line) => line !== '');
  const unreadable = lines.filter((line) => typeof parsed(line) !== 'object');
  list.expect('every line is JSON', unreadable.length === 0, unreadable[0]);
  list.expect('there are lines', lines.length > requests.length, String(lines.length));
  list.expect('no line is forged', !/"msg":"forged"/.test(service.log()));
  list.expect('no control character in any line', !lines.some((line) => /\p{Cc}/u.test(line)));
  list.expect('no key in the log', !service.log().includes(service.key));
  list.expect('no submitted text in the log', !service.log().includes(secret));
  list.tellTo(report, `log lines (${lines.length} read)`);
}
