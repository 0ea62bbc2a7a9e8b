import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

/** As the network has it: `fetch` would unpack the body. */
function rawGet(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('the console over HTTP', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('sqlite');
  });
  afterAll(() => service.dispose());

  const asReader = { accept: 'text/html,application/xhtml+xml', 'accept-encoding': 'gzip' };
  const page = async (path: string) => rawGet(`${service.url}${path}`, asReader);
  const assetsOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((m) => m[1] ?? '');

  it('is one page with a strict content policy and nothing inline', async () => {
    const { status, headers, body } = await page('/');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['cache-control']).toBe('no-cache');
    const html = gunzipSync(body).toString();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/);
  });

  it('reads Accept-Encoding as it is written, and a hostile one in no time', async () => {
    const coding = async (accepted: string) =>
      (await rawGet(`${service.url}/`, { 'accept-encoding': accepted })).headers['content-encoding'];
    expect(await coding('gzip ; q=0.5')).toBe('gzip');
    expect(await coding('br;q=0 , gzip ;\tq=0.0')).toBeUndefined();
    const started = performance.now();
    expect(await coding(`a${' '.repeat(15_000)}b`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(200);
  });

  it('gives deep links the same page, and programs the same errors as ever', async () => {
    const root = await page('/');
    for (const path of ['/library/12-cfr-1005-11?at=120', '/tickets/tkt_1', '/playbooks/cip']) {
      expect((await page(path)).headers.etag, path).toBe(root.headers.etag);
    }
    for (const path of ['/api/v1/nowhere', '/assets/nowhere.js', '/docs/nowhere', '/oauth/nowhere']) {
      const reply = await page(path);
      expect([path, reply.status, reply.headers['content-type']]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
    expect((await service.call('GET', '/somewhere')).status).toBe(404);
    expect((await service.call('POST', '/')).status).toBe(405);
    for (const path of ['/docs', '/openapi.json', '/healthz', '/metrics']) {
      expect((await page(path)).headers.etag, path).toBeUndefined();
    }
  });

  it('sends files compressed, kept for a year under their hashed names, and 304 to who has them', async () => {
    const html = gunzipSync((await page('/')).body).toString();
    const [script = ''] = assetsOf(html).filter((path) => path.endsWith('.js'));
    expect(script).toMatch(/^\/assets\/[\w-]+-[\w-]{8}\.js$/);
    const forms = await Promise.all(
      ['br', 'gzip', 'identity', 'br;q=0, gzip'].map((coding) =>
        rawGet(`${service.url}${script}`, { 'accept-encoding': coding }),
      ),
    );
    expect(forms.map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
      'gzip',
    ]);
    const [brotli, gzipped, plain] = forms;
    expect(gunzipSync(gzipped?.body ?? '')).toEqual(plain?.body);
    expect(brotli?.body.length).toBeLessThan(gzipped?.body.length ?? 0);
    expect(plain?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await rawGet(`${service.url}${script}`, {
      'accept-encoding': 'gzip',
      'if-none-match': String(gzipped?.headers.etag),
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});
