import type { LookupAddress } from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeSite, startFakeSite } from './fake-site.ts';
import { createPoliteFetch, type PoliteFetchParts, readRetryAfter } from './polite-fetch.ts';
import { isPublicAddress } from './public-address.ts';
import { createSendRequest } from './send-request.ts';

const official = 'https://www.example.gov';
const xml = '<?xml version="1.0"?>\n<PART>Words of an example.</PART>\n';

describe('createPoliteFetch', () => {
  let site: FakeSite | undefined;
  afterEach(() => site?.close());

  /** A clock that only moves when somebody sleeps. */
  async function fetchFrom(
    answer: (request: IncomingMessage, response: ServerResponse, path: string) => void,
    changes: Partial<PoliteFetchParts> = {},
  ) {
    const own = await startFakeSite(answer);
    site = own;
    const slept: number[] = [];
    let nowMs = 0;
    const fetch = createPoliteFetch({
      send: createSendRequest(),
      nowMs: () => nowMs,
      sleep: async (ms) => {
        slept.push(ms);
        nowMs += ms;
      },
      random: () => 1,
      userAgent: 'Pandect/test',
      hosts: ['www.example.gov', 'files.example.gov'],
      mirrors: new Map([
        [official, new URL(own.origin)],
        ['https://files.example.gov', new URL(`${own.origin}/files`)],
      ]),
      pauseMs: 1000,
      maxBytes: 10_000,
      timeoutMs: 5000,
      ...changes,
    });
    return { fetch, slept, asked: own.asked, requests: own.requests };
  }

  it('gives the body with what makes the next request conditional, and says who asks', async () => {
    const { fetch, requests } = await fetchFrom((_, response) => {
      response.writeHead(200, { etag: '"one"', 'last-modified': 'Thu, 29 Jan 2026 00:00:00 GMT' }).end(xml);
    });
    const fetched = await fetch({ url: `${official}/a.xml?part=5`, format: 'xml' });
    expect(fetched).toMatchObject({ outcome: 'fetched', etag: '"one"' });
    expect(fetched.outcome === 'fetched' && fetched.bytes.toString()).toBe(xml);
    expect(requests[0]?.url).toBe('/a.xml?part=5');
    expect(requests[0]?.headers['user-agent']).toBe('Pandect/test');
  });

  it('takes 304 for an answer when it asked a condition', async () => {
    const { fetch, requests } = await fetchFrom((_, response) => response.writeHead(304).end());
    const request = { url: `${official}/a.xml`, format: 'xml' as const, etag: '"one"', lastModified: 'then' };
    expect(await fetch(request)).toEqual({ outcome: 'not-modified' });
    expect(requests[0]?.headers).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': 'then' });
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toThrow('status 304');
  });

  it('waits as long as a 429 asks, and no shorter than its own back-off', async () => {
    const answers = ['7', '0', undefined];
    const { fetch, slept } = await fetchFrom((_, response) => {
      const retryAfter = answers.shift();
      if (retryAfter === undefined) response.writeHead(200).end(xml);
      else response.writeHead(429, { 'retry-after': retryAfter }).end();
    });
    expect(await fetch({ url: `${official}/a.xml`, format: 'xml' })).toMatchObject({ outcome: 'fetched' });
    expect(slept).toEqual([7000, 2000]);
  });

  it('gives up at once when a 429 asks for an hour', async () => {
    const { fetch, slept } = await fetchFrom((_, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    );
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toThrow('asks to wait 3600 s');
    expect(slept).toEqual([]);
  });

  it('tries a failing site again with growing waits, five times in all', async () => {
    let left = 4;
    const { fetch, slept, asked } = await fetchFrom((_, response) =>
      left-- > 0 ? response.writeHead(503).end() : response.writeHead(200).end(xml),
    );
    expect(await fetch({ url: `${official}/a.xml`, format: 'xml' })).toMatchObject({ outcome: 'fetched' });
    expect(slept).toEqual([1000, 2000, 4000, 8000]);
    left = 100;
    await expect(fetch({ url: `${official}/b.xml`, format: 'xml' })).rejects.toThrow('status 503');
    expect(asked.filter((path) => path === '/b.xml')).toHaveLength(5);
  });

  it.each([400, 401, 403, 404, 410, 204, 206])(
    'does not repeat what was answered with %i',
    async (status) => {
      const { fetch, asked } = await fetchFrom((_, response) => response.writeHead(status).end());
      await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toThrow(`status ${status}`);
      expect(asked).toHaveLength(1);
    },
  );

  it('reads gzip, and checks the length of what came over the wire', async () => {
    const packed = gzipSync(xml);
    const { fetch } = await fetchFrom((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed),
    );
    const fetched = await fetch({ url: `${official}/a.xml`, format: 'xml' });
    expect(fetched.outcome === 'fetched' && fetched.bytes.toString()).toBe(xml);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'that closes before its Content-Length',
      (response) => {
        response.writeHead(200, { 'content-length': 500 });
        response.write(xml, () => response.destroy());
      },
    ],
    [
      'of pieces that breaks off',
      (response) => {
        response.writeHead(200);
        response.write(xml, () => response.destroy());
      },
    ],
    [
      'of gzip that stops short',
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(xml).subarray(0, -12)),
    ],
  ])('takes no body %s, and asks again', async (_, breakOff) => {
    let broken = 2;
    const { fetch, asked } = await fetchFrom((_request, response) =>
      broken-- > 0 ? breakOff(response) : response.writeHead(200).end(xml),
    );
    expect(await fetch({ url: `${official}/a.xml`, format: 'xml' })).toMatchObject({ outcome: 'fetched' });
    expect(asked).toHaveLength(3);
  });

  it('leaves a body that trickles', async () => {
    const { fetch, asked } = await fetchFrom(
      (_, response) => {
        response.writeHead(200).write('<PART>');
      },
      { timeoutMs: 150, maxTries: 2 },
    );
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toMatchObject({
      code: 'timed_out',
    });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'announced',
      (response) => response.writeHead(200, { 'content-length': 20_000 }).end('x'.repeat(20_000)),
    ],
    [
      'in pieces without end',
      (response) => {
        const timer = setInterval(() => response.write('x'.repeat(5000)), 1);
        response.writeHead(200).on('close', () => clearInterval(timer));
      },
    ],
    [
      'as a gzip bomb',
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    ],
  ])('stops at the cap when the body is too large, %s', async (_, answer) => {
    const { fetch, asked } = await fetchFrom((_request, response) => answer(response));
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['/b.xml', '/b.xml'],
    ['b.xml', '/b.xml'],
    ['https://files.example.gov/b.xml', '/files/b.xml'],
  ])('follows a redirect to %s on a host that may answer', async (location, arrives) => {
    const { fetch, asked } = await fetchFrom((_, response, path) =>
      path === '/a.xml' ? response.writeHead(302, { location }).end() : response.writeHead(200).end(xml),
    );
    expect(await fetch({ url: `${official}/a.xml`, format: 'xml' })).toMatchObject({ outcome: 'fetched' });
    expect(asked).toEqual(['/a.xml', arrives]);
  });

  it.each([
    'http://127.0.0.2/a.xml',
    'https://127.0.0.2/a.xml',
    'https://[::1]/a.xml',
    'https://2130706433/a.xml',
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://unblock.example.org/',
    'https://www.example.gov.example.org/',
    'https://www.example.gov:8443/',
    'https://www.example.gov@10.0.0.1/',
    'http://www.example.gov/',
    '//elsewhere.example.org/x',
    'file:///etc/passwd',
    'http://',
  ])('refuses a redirect to %s', async (location) => {
    const { fetch, asked } = await fetchFrom((_, response) => response.writeHead(302, { location }).end());
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toMatchObject({
      code: 'refused_host',
    });
    expect(asked).toHaveLength(1);
  });

  it('leaves a redirect loop after five', async () => {
    const { fetch, asked } = await fetchFrom((_, response) =>
      response.writeHead(301, { location: '/a.xml' }).end(),
    );
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toMatchObject({
      code: 'too_many_redirects',
    });
    expect(asked).toHaveLength(6);
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'does not connect to an official name that resolves to %s',
    async (address) => {
      const addresses: LookupAddress[] = [
        { address: '93.184.216.34', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ];
      const { fetch, asked } = await fetchFrom((_, response) => response.end(xml), {
        mirrors: new Map(),
        send: createSendRequest((_name, _options, done) => done(null, addresses)),
      });
      await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toMatchObject({
        code: 'refused_address',
      });
      expect(asked).toEqual([]);
    },
  );

  it('tells a name that cannot be resolved from a refusal, and tries again', async () => {
    let lookups = 0;
    const { fetch } = await fetchFrom((_, response) => response.end(xml), {
      mirrors: new Map(),
      maxTries: 3,
      send: createSendRequest((name, _options, done) => {
        lookups++;
        done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
      }),
    });
    await expect(fetch({ url: `${official}/a.xml`, format: 'xml' })).rejects.toThrow('cannot be reached');
    expect(lookups).toBe(3);
  });

  it('keeps a pause between requests to one host, and none towards a mirror', async () => {
    const send = async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield Buffer.from(xml);
      })(),
      discard: () => {},
    });
    const direct = await fetchFrom((_, response) => response.end(), { send, mirrors: new Map() });
    await direct.fetch({ url: `${official}/a.xml`, format: 'xml' });
    await direct.fetch({ url: `${official}/b.xml`, format: 'xml' });
    await direct.fetch({ url: 'https://files.example.gov/c.xml', format: 'xml' });
    await direct.fetch({ url: `${official}/d.xml`, format: 'xml' });
    expect(direct.slept).toEqual([1000, 1000]);
    await site?.close();
    const mirrored = await fetchFrom((_, response) => response.end(xml));
    await mirrored.fetch({ url: `${official}/a.xml`, format: 'xml' });
    await mirrored.fetch({ url: `${official}/b.xml`, format: 'xml' });
    expect(mirrored.slept).toEqual([]);
  });

  it.each<['xml' | 'json' | 'zip' | 'pdf', string, string]>([
    ['xml', '<!DOCTYPE html>\n<html><body>Request access</body></html>', 'a web page came in place of XML'],
    ['zip', '<?xml version="1.0"?><!-- down --><html></html>', 'a web page came in place of ZIP'],
    ['xml', '<PART><P>Words', 'does not close with it'],
    ['xml', 'Service unavailable', 'not XML'],
    ['json', 'null', 'not JSON'],
    ['zip', 'Pk', 'not a zip'],
    ['pdf', 'x', 'not a PDF'],
    ['xml', ' ', 'empty'],
  ])('refuses in place of %s: %s', async (format, body, message) => {
    const { fetch, asked } = await fetchFrom((_, response) => response.writeHead(200).end(body));
    await expect(fetch({ url: `${official}/a`, format })).rejects.toThrow(message);
    expect(asked).toHaveLength(1);
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 3 ', 3000],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads %j as %j ms', (value, expected) => {
    expect(readRetryAfter(value, 1000)).toBe(expected);
  });
});

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2600:1f18::1', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.2',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::',
    'localhost',
    '',
  ])('%j is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
