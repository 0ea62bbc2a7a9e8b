import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Report } from '../section.ts';
import { Checklist } from './checklist.ts';
import { type HttpClient, jsonRequest } from './http-client.ts';
import type { ServeChild } from './serve-child.ts';

const issuer = 'https://login.example';
const audience = 'pandect-proof';

/** An outside issuer on loopback, with the settings that make a service trust it. */
export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const keys = JSON.stringify({ keys: [{ ...jwk, kid: 'k1', alg: 'ES256' }] });
  const server = createServer((_request, response) => response.end(keys)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    publicPem: await exportSPKI(publicKey),
    publicJwk: JSON.stringify(jwk),
    sign: (claims: JWTPayload, header: object = {}) =>
      new SignJWT({ iss: issuer, aud: audience, sub: 'proof', team: 'default', scope: 'jobs', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header })
        .sign(privateKey),
    environment: {
      PANDECT_TOKEN_ISSUER: issuer,
      PANDECT_TOKEN_AUDIENCE: audience,
      PANDECT_TOKEN_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    },
    close: () => server.close(),
  };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function hmac(header: object, claims: object, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Tokens that choose how they are checked, or say more than was signed. */
export async function checkTokens(
  service: ServeChild,
  client: HttpClient,
  outside: Awaited<ReturnType<typeof startIssuer>>,
  report: Report,
): Promise<void> {
  const list = new Checklist();
  const statusOf = async (token: string) => {
    const authorization = { authorization: `Bearer ${token}` };
    return (await client.send(jsonRequest(undefined, 'GET', '/api/v1/jobs', undefined, authorization)))
      .status;
  };
  const form = `grant_type=client_credentials&client_secret=${service.key}&scope=jobs`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const given = await client.send({ method: 'POST', path: '/oauth/token', headers, body: form });
  const token: string = JSON.parse(given.text).access_token;
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const soon = Math.floor(Date.now() / 1000) + 300;
  const theirs = { iss: issuer, aud: audience, sub: 'x', team: 'default', scope: 'jobs', exp: soon };

  list.expect('our own token is good', (await statusOf(token)) === 200);
  list.expect("the issuer's token is good", (await statusOf(await outside.sign({ exp: soon }))) === 200);
  const bad: Readonly<Record<string, string>> = {
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'alg None, with the signature': `${encode({ alg: 'None' })}.${payload}.${signature}`,
    'alg nOnE for the issuer': `${encode({ alg: 'nOnE' })}.${encode(theirs)}.`,
    'no alg': `${encode({})}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'another signature': `${header}.${payload}.${'A'.repeat(43)}`,
    'more scopes than signed': `${header}.${encode({ ...claims, scope: 'jobs admin' })}.${signature}`,
    'a later end than signed': `${header}.${encode({ ...claims, exp: soon * 2 })}.${signature}`,
    'another secret': hmac({ alg: 'HS256' }, claims, 'secret'),
    'an empty secret': hmac({ alg: 'HS256' }, claims, ''),
    "HS256 with the issuer's public key (PEM)": hmac({ alg: 'HS256', kid: 'k1' }, theirs, outside.publicPem),
    "HS256 with the issuer's public key (JWK)": hmac({ alg: 'HS256', kid: 'k1' }, theirs, outside.publicJwk),
    'our issuer, signed by the other': await outside.sign({ iss: 'pandect', aud: 'pandect', exp: soon }),
    'a key that comes with the token': hmac({ alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } }, claims, '\0'),
    'a key file as kid': hmac({ alg: 'HS256', kid: '../../../dev/null' }, claims, ''),
    'a key address': hmac({ alg: 'HS256', jku: 'http://127.0.0.1:1/keys' }, theirs, ''),
    'an unknown critical header': hmac({ alg: 'HS256', crit: ['x'], x: 1 }, claims, ''),
    'an unknown kid': await outside.sign({ exp: soon }, { kid: 'k2' }),
    'an end in the past': await outside.sign({ exp: soon - 900 }),
    'no end': await outside.sign({}),
    'not yet': await outside.sign({ exp: soon, nbf: soon }),
    'another audience': await outside.sign({ exp: soon, aud: 'someone-else' }),
    'another issuer': await outside.sign({ exp: soon, iss: 'https://evil.example' }),
    'a team that is not there': await outside.sign({ exp: soon, team: 'nobody' }),
    'a team that is a list': await outside.sign({ exp: soon, team: ['default'] }),
    'five parts': `${token}.a.b`,
    'a payload that is no object': `${header}.${encode([1])}.${signature}`,
    'a payload that is no JSON': `${header}.AAAA.${signature}`,
    'a megabyte of header is cut off by HTTP': 'a'.repeat(12_000),
  };
  for (const [name, one] of Object.entries(bad)) {
    const status = await statusOf(one);
    list.expect(name, status === 401, String(status));
  }
  const noScope = await statusOf(await outside.sign({ exp: soon, scope: 'events' }));
  list.expect('a good token without the scope', noScope === 403, String(noScope));
  list.tellTo(report, 'tokens (algorithm confusion, tampering, claims)');
}
