import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../server/src/teams/api-key.ts';
import { startTestService, stores, type TestService } from '../service.ts';

describe.each(stores)('identity on %s', (store) => {
  let service: TestService;
  let jwks: Server;
  let signOutside: (claims: Record<string, unknown>, issuer?: string) => Promise<string>;

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] };
    jwks = createServer((_request, response) => response.end(JSON.stringify(keys))).listen(0, '127.0.0.1');
    await new Promise((resolve) => jwks.once('listening', resolve));
    const address = jwks.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    signOutside = (claims, issuer = 'https://login.example') =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setIssuer(issuer)
        .setAudience('pandect-bank')
        .setExpirationTime('5m')
        .sign(privateKey);
    service = await startTestService(store, {
      environment: {
        PANDECT_TOKEN_ISSUER: 'https://login.example',
        PANDECT_TOKEN_AUDIENCE: 'pandect-bank',
        PANDECT_TOKEN_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
      },
    });
  });
  afterAll(async () => {
    await service.dispose();
    jwks.close();
  });

  const jobs = (headers: Record<string, string>) =>
    service.call('GET', '/api/v1/jobs', { key: null, headers });
  const bearer = (token: string) => jobs({ authorization: `Bearer ${token}` });
  const token = async (form: Record<string, string>, headers: Record<string, string> = {}) =>
    service.call('POST', '/oauth/token', {
      key: null,
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  it('a key works as x-api-key and as Bearer', async () => {
    expect((await jobs({ 'x-api-key': service.key })).status).toBe(200);
    expect((await bearer(service.key)).status).toBe(200);
  });

  it('401: a missing, unknown, mistyped, expired or revoked key, in the same words', async () => {
    const expired = await service.newKey({ expiresAt: Math.floor(Date.now() / 1000) - 1 });
    const { key: revoked, id } = (await service.call('POST', '/api/v1/keys', { body: {} })).body;
    expect((await bearer(revoked)).status).toBe(200);
    await service.call('DELETE', `/api/v1/keys/${id}`);
    const mistyped = `${service.key.slice(0, -1)}${service.key.endsWith('a') ? 'b' : 'a'}`;
    const replies = await Promise.all([makeApiKey(), mistyped, expired, revoked].map(bearer));
    expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401]);
    expect(new Set(replies.map((reply) => reply.body.error.message)).size).toBe(1);
    expect((await jobs({})).status).toBe(401);
    expect((await jobs({ authorization: 'Basic abc' })).status).toBe(401);
  });

  it('403: a key without the scope, which the error names', async () => {
    const key = await service.newKey({ scopes: ['events'] });
    const reply = await service.call('GET', '/api/v1/jobs', { key });
    expect(reply.status).toBe(403);
    expect(reply.body.error).toMatchObject({
      code: 'forbidden',
      details: { required: 'jobs', granted: ['events'] },
    });
    const plain = await service.newKey({ scopes: ['jobs'] });
    expect((await service.call('GET', '/api/v1/keys', { key: plain })).status).toBe(403);
  });

  describe('access tokens', () => {
    it('a key is exchanged for a token of 15 minutes, by form or by Basic', async () => {
      const byForm = await token({ grant_type: 'client_credentials', client_secret: service.key });
      expect(byForm.status).toBe(200);
      expect(byForm.body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
      expect(byForm.headers.get('cache-control')).toBe('no-store');
      const basic = Buffer.from(`any:${service.key}`).toString('base64');
      const byBasic = await token({ grant_type: 'client_credentials' }, { authorization: `Basic ${basic}` });
      for (const { body } of [byForm, byBasic]) expect((await bearer(body.access_token)).status).toBe(200);
    });

    it('a token may have fewer scopes than its key, never more', async () => {
      const key = await service.newKey({ scopes: ['jobs', 'events'] });
      const form = { grant_type: 'client_credentials', client_secret: key };
      const narrow = await token({ ...form, scope: 'events' });
      expect((await bearer(narrow.body.access_token)).status).toBe(403);
      expect((await token({ ...form, scope: 'admin' })).status).toBe(400);
    });

    it('revoking the key ends its tokens at once', async () => {
      const { key, id } = (await service.call('POST', '/api/v1/keys', { body: {} })).body;
      const { body } = await token({ grant_type: 'client_credentials', client_secret: key });
      expect((await bearer(body.access_token)).status).toBe(200);
      await service.call('DELETE', `/api/v1/keys/${id}`);
      expect((await bearer(body.access_token)).status).toBe(401);
      expect((await token({ grant_type: 'client_credentials', client_secret: key })).status).toBe(401);
    });

    it('refuses a forged, unsigned, re-signed or expired token', async () => {
      const { body } = await token({ grant_type: 'client_credentials', client_secret: service.key });
      const [header = '', payload = '', signature = ''] = body.access_token.split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      const changed = Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), scope: 'admin' }),
      ).toString('base64url');
      const guessed = await new SignJWT({ scope: 'jobs' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('pandect')
        .setAudience('pandect')
        .setSubject('key_x')
        .setExpirationTime('5m')
        .sign(new TextEncoder().encode('guess'));
      for (const bad of [`${none}.${payload}.`, `${header}.${changed}.${signature}`, guessed, 'a.b.c', 'x']) {
        expect((await bearer(bad)).status).toBe(401);
      }
    });

    it('400, 401, 415: refuses another grant, a bad secret, a JSON body', async () => {
      expect((await token({ grant_type: 'password' })).status).toBe(400);
      expect((await token({ grant_type: 'client_credentials', client_secret: 'x' })).status).toBe(401);
      const json = await service.call('POST', '/oauth/token', { key: null, body: {} });
      expect(json.status).toBe(415);
    });
  });

  it('503: the keys of the issuer cannot be read', async () => {
    const away = await startTestService(store, {
      environment: {
        PANDECT_TOKEN_ISSUER: 'https://login.example',
        PANDECT_TOKEN_AUDIENCE: 'pandect-bank',
        PANDECT_TOKEN_JWKS_URL: 'http://127.0.0.1:1/jwks',
      },
    });
    const authorization = `Bearer ${await signOutside({ sub: 'alice', team: 'default', scope: 'jobs' })}`;
    const reply = await away.call('GET', '/api/v1/jobs', { key: null, headers: { authorization } });
    expect(reply.status).toBe(503);
    expect(reply.body.error.code).toBe('service_unavailable');
    expect(reply.headers.get('retry-after')).toBe('5');
    await away.dispose();
  });

  describe('tokens of an outside issuer', () => {
    it('stand for the team they name, with the scopes they name', async () => {
      const good = await signOutside({ sub: 'alice', team: 'default', scope: 'jobs' });
      expect((await bearer(good)).status).toBe(200);
      const reply = await service.call('GET', '/api/v1/keys', {
        key: null,
        headers: { authorization: `Bearer ${good}` },
      });
      expect(reply.status).toBe(403);
    });

    it('401: an unknown team, another issuer, no team, another audience', async () => {
      const bad = await Promise.all([
        signOutside({ sub: 'alice', team: 'nobody', scope: 'jobs' }),
        signOutside({ sub: 'alice', team: 'default', scope: 'jobs' }, 'https://evil.example'),
        signOutside({ sub: 'alice', scope: 'jobs' }),
        signOutside({ sub: 'alice', team: 'default', scope: 'jobs' }, 'pandect'),
      ]);
      for (const one of bad) expect((await bearer(one)).status).toBe(401);
    });
  });
});
