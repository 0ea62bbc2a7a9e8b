import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@pandect/contract';
import type { AccessTokens } from '../teams/access-token.ts';
import { hashApiKey, isApiKeyForm } from '../teams/api-key.ts';
import type { ApiKeyRecord, TeamStore } from '../teams/team-store.ts';
import type { Caller } from './caller.ts';
import { goOn } from './go-on.ts';
import { Kept } from './kept.ts';

export interface Credentials {
  readonly teams: Pick<TeamStore, 'findKeyByHash' | 'findKey' | 'findTeam'>;
  readonly tokens: AccessTokens;
  readonly nowSeconds: () => number;
  /** The process itself, where a command works on the data without a server: a secret of its own making. */
  readonly inProcess?: { readonly secret: string; readonly caller: Caller };
}

/**
 * Hashes of keys that exist, so that a key in use is not checked for its form and hashed at every call. The
 * key itself is looked up at every call: a revoked one ends at once.
 */
const hashes = new Kept<string>(1000);

/** Finds out who is calling, or refuses with 401. The same words for every kind of bad credential. */
export function authenticate(
  headers: IncomingHttpHeaders,
  credentials: Credentials,
): Caller | Promise<Caller> {
  const credential = readCredential(headers);
  if (credential === undefined) {
    throw unauthorized(
      'Send an API key in the x-api-key header, or a key or access token as Authorization: Bearer.',
    );
  }
  const { inProcess } = credentials;
  if (inProcess && credential === inProcess.secret) return inProcess.caller;
  const found = credential.startsWith('pdct_')
    ? callerOfKey(credential, credentials)
    : callerOfToken(credential, credentials);
  return goOn(found, (caller) => {
    if (!caller) throw unauthorized('The credential is unknown, revoked or expired.');
    return caller;
  });
}

/** The key behind an API key, if it may be used now. Also what the token endpoint asks. */
export function usableKey(
  key: string,
  { teams, nowSeconds }: Pick<Credentials, 'teams' | 'nowSeconds'>,
): ApiKeyRecord | undefined | Promise<ApiKeyRecord | undefined> {
  const known = hashes.get(key);
  if (known === undefined && !isApiKeyForm(key)) return undefined;
  const hash = known ?? hashApiKey(key);
  return goOn(teams.findKeyByHash(hash), (record) => {
    if (!record || !timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash))) return undefined;
    if (known === undefined) hashes.set(key, hash);
    return isUsable(record, nowSeconds()) ? record : undefined;
  });
}

function callerOfKey(
  key: string,
  credentials: Credentials,
): Caller | undefined | Promise<Caller | undefined> {
  return goOn(usableKey(key, credentials), (record) => record && callerOf(record, record.scopes));
}

async function callerOfToken(token: string, credentials: Credentials): Promise<Caller | undefined> {
  const claims = await credentials.tokens.verify(token);
  if (!claims) return undefined;
  if (claims.kind === 'outside') {
    const team = await credentials.teams.findTeam(claims.teamId);
    if (!team) return undefined;
    const { id: teamId, monthlyCredits } = team;
    return { teamId, keyId: `sub_${claims.subject}`, scopes: claims.scopes, monthlyCredits };
  }
  // Revoking a key must end its tokens at once, so the key is read on every call.
  const record = await credentials.teams.findKey(claims.keyId);
  if (!record || !isUsable(record, credentials.nowSeconds())) return undefined;
  return callerOf(
    record,
    claims.scopes.filter((scope) => record.scopes.includes(scope)),
  );
}

function callerOf(record: ApiKeyRecord, scopes: Caller['scopes']): Caller {
  return { teamId: record.teamId, keyId: record.id, scopes, monthlyCredits: record.teamMonthlyCredits };
}

function isUsable(record: ApiKeyRecord, now: number): boolean {
  return record.revokedAt === null && (record.expiresAt === null || record.expiresAt > now);
}

export function readCredential(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key.trim();
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '');
  return bearer?.[1];
}

function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}
