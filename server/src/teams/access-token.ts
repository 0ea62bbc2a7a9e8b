import { ApiError, isScope, type Scope } from '@pandect/contract';
import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';

export const ownIssuer = 'pandect';
export const tokenLifetimeSeconds = 900;
/** A verified token is remembered until it expires, so that its signature is checked once. */
const maxRemembered = 10_000;

/** Whose tokens are accepted beside our own. */
export interface OutsideIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: URL;
  readonly teamClaim: string;
}

export type TokenClaims =
  /** Made here, for a key: the key must still be good. */
  | { readonly kind: 'own'; readonly keyId: string; readonly scopes: readonly Scope[] }
  /** Made by the configured issuer: stands for a team by itself. */
  | {
      readonly kind: 'outside';
      readonly subject: string;
      readonly teamId: string;
      readonly scopes: readonly Scope[];
    };

export interface AccessTokens {
  issue(keyId: string, scopes: readonly Scope[]): Promise<string>;
  /** Undefined for anything that is not a valid token of a known issuer. */
  verify(token: string): Promise<TokenClaims | undefined>;
}

export function createAccessTokens(parts: {
  readonly secret: Uint8Array;
  readonly outside: OutsideIssuer | undefined;
  readonly nowSeconds: () => number;
}): AccessTokens {
  const { secret, outside, nowSeconds } = parts;
  const outsideKeys = outside && readKeysAt(outside.jwksUrl);
  const remembered = new Map<string, { readonly claims: TokenClaims; readonly expires: number }>();

  async function check(token: string): Promise<{ claims: TokenClaims; expires: number } | undefined> {
    const issuer = decodeJwt(token).iss;
    const currentDate = new Date(nowSeconds() * 1000);
    if (issuer === ownIssuer) {
      // One algorithm per kind of key: a token can never choose how it is checked.
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ['HS256'],
        issuer: ownIssuer,
        audience: ownIssuer,
        requiredClaims: ['sub', 'exp'],
        currentDate,
      });
      const claims = { kind: 'own', keyId: payload.sub ?? '', scopes: readScopes(payload.scope) } as const;
      return { claims, expires: payload.exp ?? 0 };
    }
    if (!outside || !outsideKeys || issuer !== outside.issuer) return undefined;
    const { payload } = await jwtVerify(token, outsideKeys, {
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      issuer: outside.issuer,
      audience: outside.audience,
      requiredClaims: ['sub', 'exp', outside.teamClaim],
      currentDate,
    });
    const teamId = payload[outside.teamClaim];
    if (typeof teamId !== 'string' || !payload.sub) return undefined;
    const claims = {
      kind: 'outside',
      subject: payload.sub,
      teamId,
      scopes: readScopes(payload.scope),
    } as const;
    return { claims, expires: payload.exp ?? 0 };
  }

  return {
    issue: (keyId, scopes) =>
      new SignJWT({ scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(ownIssuer)
        .setAudience(ownIssuer)
        .setSubject(keyId)
        .setIssuedAt(nowSeconds())
        .setExpirationTime(nowSeconds() + tokenLifetimeSeconds)
        .sign(secret),

    async verify(token) {
      const known = remembered.get(token);
      if (known) {
        if (known.expires > nowSeconds()) return known.claims;
        remembered.delete(token);
        return undefined;
      }
      try {
        const checked = await check(token);
        if (!checked) return undefined;
        if (remembered.size >= maxRemembered) remembered.clear();
        remembered.set(token, checked);
        return checked.claims;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** The issuer's keys. That they cannot be had says nothing about the token: whoever sent it may try again. */
function readKeysAt(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, { timeoutDuration: 3_000 });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const known = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];
      if (known.some((kind) => error instanceof kind)) throw error;
      throw new ApiError('service_unavailable', 'The keys of the token issuer cannot be read just now.', {
        headers: { 'retry-after': '5' },
      });
    }
  };
}

function readScopes(scope: unknown): Scope[] {
  return typeof scope === 'string' ? scope.split(' ').filter(isScope) : [];
}
