import type { Report } from '../section.ts';
import { Checklist } from './checklist.ts';
import type { HttpClient } from './http-client.ts';
import { jsonRequest } from './http-client.ts';
import type { ServeChild } from './serve-child.ts';

/** What browsers are told with every kind of reply, and which files the server gives out. */
export async function checkHeaders(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  await checkSecurityHeaders(service, client, report);
  await checkOrigins(service, client, report);
  await checkLongHeaders(service, client, report);
  await checkTraversal(client, report);
}

async function checkSecurityHeaders(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const page = { accept: 'text/html' };
  const replies = {
    console: await client.send({ method: 'GET', path: '/', headers: page }),
    'a console address': await client.send({ method: 'GET', path: '/tickets', headers: page }),
    reference: await client.send({ method: 'GET', path: '/docs', headers: page }),
    guide: await client.send({ method: 'GET', path: '/docs/guide/security', headers: page }),
    health: await client.send({ method: 'GET', path: '/healthz', headers: {} }),
    jobs: await client.send(jsonRequest(service.key, 'GET', '/api/v1/jobs')),
    keys: await client.send(jsonRequest(service.key, 'GET', '/api/v1/keys')),
    'a new key': await client.send(jsonRequest(service.key, 'POST', '/api/v1/keys', {})),
    'a refusal': await client.send(jsonRequest(undefined, 'GET', '/api/v1/jobs')),
    'no such path': await client.send(jsonRequest(undefined, 'GET', '/api/v1/nothing')),
    'a bad path': await client.send(jsonRequest(undefined, 'GET', '/api/v1/jobs/%zz')),
  };
  for (const [name, { headers, status }] of Object.entries(replies)) {
    list.expect(`${name}: nosniff`, headers['x-content-type-options'] === 'nosniff', String(status));
    list.expect(`${name}: a type with its charset`, /charset=utf-8/i.test(headers['content-type'] ?? ''));
    list.expect(`${name}: no word about the software`, !headers.server && !headers['x-powered-by']);
    list.expect(`${name}: no cookie`, headers['set-cookie'] === undefined);
  }
  for (const name of ['jobs', 'keys', 'a new key', 'a refusal', 'no such path'] as const) {
    const cache = replies[name].headers['cache-control'] ?? '';
    list.expect(`${name}: kept by no cache`, cache === 'no-store', cache);
  }
  for (const name of ['console', 'a console address'] as const) {
    const policy = String(replies[name].headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'none'",
    ]) {
      list.expect(`${name}: ${rule}`, policy.includes(rule), policy);
    }
    list.expect(
      `${name}: nothing inline, nothing evaluated`,
      !/unsafe|\*|data:|https?:/.test(policy),
      policy,
    );
    list.expect(
      `${name}: no script in the page itself`,
      !/<script(?![^>]*\bsrc="\/)/.test(replies[name].text),
    );
    list.expect(`${name}: referrer`, replies[name].headers['referrer-policy'] === 'same-origin');
    list.expect(`${name}: opener`, replies[name].headers['cross-origin-opener-policy'] === 'same-origin');
  }
  for (const name of ['reference', 'guide'] as const) {
    const policy = String(replies[name].headers['content-security-policy']);
    list.expect(
      `${name}: may load and run nothing`,
      /default-src 'none'/.test(policy) && !/script-src/.test(policy),
      policy,
    );
    list.expect(`${name}: no frames around it`, policy.includes("frame-ancestors 'none'"), policy);
    list.expect(`${name}: no script`, !/<script|\son\w+=|javascript:/i.test(replies[name].text));
  }
  list.tellTo(report, 'security headers of pages, replies and refusals');
}

async function checkOrigins(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const origins = ['https://evil.example', 'null', `${service.url}.evil.example`];
  for (const origin of origins) {
    for (const path of ['/api/v1/jobs', '/api/v1/keys', '/oauth/token', '/mcp', '/', '/openapi.json']) {
      const asks = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      };
      const preflight = await client.send({ method: 'OPTIONS', path, headers: asks });
      const plain = await client.send({ method: 'GET', path, headers: { origin, 'x-api-key': service.key } });
      for (const { headers } of [preflight, plain]) {
        const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        list.expect(`${path} grants ${origin} nothing`, granted.length === 0, granted.join());
      }
    }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const mcp = await client.send(jsonRequest(service.key, 'POST', '/mcp', message, { origin }));
    list.expect(`/mcp refuses pages of ${origin}`, mcp.status === 403, String(mcp.status));
  }
  for (const method of ['TRACE', 'PROPFIND']) {
    const { status, text } = await client.send({
      method,
      path: '/api/v1/jobs',
      headers: { 'x-probe': 'echo-me' },
    });
    list.expect(
      `${method} is not spoken`,
      status >= 400 && status < 500 && !text.includes('echo-me'),
      String(status),
    );
  }
  list.tellTo(report, 'other origins (CORS, MCP) and methods that echo');
}

/** Headers as long as HTTP lets in, of what the expressions that read them could count again and again. */
async function checkLongHeaders(service: ServeChild, client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const names = ['accept-encoding', 'accept', 'authorization', 'x-api-key', 'if-none-match', 'content-type'];
  const fills = [' ', '\t', ',', ';', 'a', '"', 'Bearer ', 'Basic a', ';q=0.', 'W/', 'a=b; '];
  let slowest = 0;
  for (const name of [...names, 'idempotency-key', 'origin', 'cookie']) {
    for (const fill of fills) {
      const value = `a${fill.repeat(Math.floor(14_000 / fill.length))}b`;
      for (const path of ['/', '/api/v1/jobs', '/oauth/token', '/mcp']) {
        const started = performance.now();
        const { status } = await client.send(
          jsonRequest(
            service.key,
            path === '/oauth/token' || path === '/mcp' ? 'POST' : 'GET',
            path,
            undefined,
            { [name]: value },
          ),
        );
        const ms = performance.now() - started;
        slowest = Math.max(slowest, ms);
        list.expect(
          `${name} of ${JSON.stringify(fill)} to ${path}`,
          status < 500 && ms < 1000,
          `${status}, ${ms.toFixed(0)} ms`,
        );
      }
    }
  }
  list.tellTo(report, `headers of 14 kB of one piece, the slowest answer ${slowest.toFixed(0)} ms`);
}

async function checkTraversal(client: HttpClient, report: Report): Promise<void> {
  const list = new Checklist();
  const ups = [
    '..',
    '%2e%2e',
    '%2E%2E',
    '..%2f..',
    '%252e%252e',
    '..%5c..',
    '....',
    '..%00',
    '%c0%ae%c0%ae',
    '..;',
    '%uff0e%uff0e',
  ];
  const files = ['package.json', 'etc/passwd', 'server/src/config.ts', 'docs/dependencies'];
  const places = ['/assets', '/docs/guide', '/docs', ''];
  for (const place of places) {
    for (const up of ups) {
      for (const file of files) {
        const path = `${place}/${up}/${up}/${up}/${file}`;
        for (const headers of [{}, { accept: 'text/html' }]) {
          const { status, text } = await client.send({ method: 'GET', path, headers });
          const leaked = /"workspaces"|root:x:|readConfig|every dependency/i.test(text);
          const shell = status === 200 && /<div id="/.test(text); // the console's own page, for its script to read
          list.expect(
            path,
            !leaked && (status === 404 || status === 400 || shell),
            `${status} ${text.slice(0, 80)}`,
          );
        }
      }
    }
  }
  list.tellTo(report, 'paths out of the folders that are served, in encoded forms');
}
