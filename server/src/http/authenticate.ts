import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@pandect/contract';
import type { AccessTokens } from '../teams/access-token.ts';
import { hashApiKey, isApiKeyForm } from '../teams/api-key.ts';
import type { ApiKeyRecord, TeamStore } from '../teams/team-store.ts';
import type { Caller } from './caller.ts';

export interface Credentials {
  readonly teams: Pick<TeamStore, 'findKeyByHash' | 'findKey' | 'findTeam'>;
  readonly tokens: AccessTokens;
  readonly nowSeconds: () => number;
  /** The process itself, where a command works on the data without a server: a secret of its own making. */
  readonly inProcess?: { readonly secret: string; readonly caller: Caller };
}

/** Finds out who is calling, or refuses with 401. The same words for every kind of bad credential. */
export async function authenticate(headers: IncomingHttpHeaders, credentials: Credentials): Promise<Caller> {
  const credential = readCredential(headers);
  if (credential === undefined) {
    throw unauthorized(
      'Send an API key in the x-api-key header, or a key or access token as Authorization: Bearer.',
    );
  }
  if (credential === credentials.inProcess?.secret) return credentials.inProcess.caller;
  const caller = credential.startsWith('pdct_')
    ? await callerOfKey(credential, credentials)
    : await callerOfToken(credential, credentials);
  if (!caller) throw unauthorized('The credential is unknown, revoked or expired.');
  return caller;
}

/** The key behind an API key, if it may be used now. Also what the token endpoint asks. */
export async function usableKey(
  key: string,
  { teams, nowSeconds }: Pick<Credentials, 'teams' | 'nowSeconds'>,
): Promise<ApiKeyRecord | undefined> {
  if (!isApiKeyForm(key)) return undefined;
  const hash = hashApiKey(key);
  const found = teams.findKeyByHash(hash);
  const record = found instanceof Promise ? await found : found;
  if (!record || !timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash))) return undefined;
  return isUsable(record, nowSeconds()) ? record : undefined;
}

async function callerOfKey(key: string, credentials: Credentials): Promise<Caller | undefined> {
  const record = await usableKey(key, credentials);
  return record && callerOf(record, record.scopes);
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
