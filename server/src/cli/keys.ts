import { defaultScopes, isScope, type Scope, scopes } from '@pandect/contract';
import { readConfig } from '../config.ts';
import { presentTime } from '../http/present-time.ts';
import { newUlid } from '../new-ulid.ts';
import { nowSeconds, openStores } from '../services.ts';
import { hashApiKey, isApiKeyForm } from '../teams/api-key.ts';
import { createKey } from '../teams/create-key.ts';
import type { ApiKeyRecord } from '../teams/team-store.ts';
import { nearestWord } from './nearest-word.ts';
import { printTable } from './print-table.ts';
import { UsageError } from './usage-error.ts';

type Environment = NodeJS.ProcessEnv;

export async function createKeyCommand(
  environment: Environment,
  options: { team: string; label: string; scopes?: string; expires?: string },
): Promise<void> {
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(options.team)) {
    throw new UsageError(
      `--team ${JSON.stringify(options.team)} is not a team name: use up to 63 lower-case letters, digits, - and _.`,
    );
  }
  const wanted = options.scopes === undefined ? defaultScopes : readScopes(options.scopes);
  const now = nowSeconds();
  const expiresAt = options.expires === undefined ? null : readExpiry(options.expires, now);
  const { teams, database } = await openStores(readConfig(environment));
  try {
    const { made } = await teams.ensureTeam(options.team, now);
    if (made) console.error(`made the team ${options.team}`);
    const { key } = await createKey(teams, {
      ulid: newUlid(),
      teamId: options.team,
      label: options.label,
      scopes: wanted,
      expiresAt,
      now,
    });
    console.log(key);
  } finally {
    await database.close();
  }
}

export async function listKeysCommand(
  environment: Environment,
  options: { team?: string; json: boolean },
): Promise<void> {
  const { teams, database } = await openStores(readConfig(environment));
  try {
    const keys = await teams.listKeys(options.team);
    const now = nowSeconds();
    if (options.json) {
      console.log(
        JSON.stringify(
          keys.map(({ hash: _, ...key }) => ({ ...key, state: stateOf(key, now) })),
          null,
          2,
        ),
      );
      return;
    }
    printTable(
      ['KEY', 'TEAM', 'STATE', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'LABEL'],
      keys.map((key) => [
        key.id,
        key.teamId,
        stateOf(key, now),
        key.scopes.join(','),
        presentTime(key.createdAt),
        key.expiresAt === null ? '-' : presentTime(key.expiresAt),
        key.lastUsedAt === null ? '-' : presentTime(key.lastUsedAt),
        key.label,
      ]),
    );
  } finally {
    await database.close();
  }
}

export async function revokeKeyCommand(environment: Environment, given: string): Promise<void> {
  const { teams, database } = await openStores(readConfig(environment));
  try {
    const record = await (isApiKeyForm(given)
      ? teams.findKeyByHash(hashApiKey(given))
      : teams.findKey(given));
    if (!record)
      throw new UsageError(`there is no key ${given}. \`pandect keys list\` shows those there are.`);
    const revoked = await teams.revokeKey(record.teamId, record.id, nowSeconds());
    console.error(
      `revoked ${record.id} of the team ${record.teamId} at ${presentTime(revoked?.revokedAt ?? nowSeconds())}`,
    );
  } finally {
    await database.close();
  }
}

function stateOf(key: Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>, now: number): string {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

function readScopes(value: string): Scope[] {
  return value.split(',').map((part) => {
    const scope = part.trim();
    if (isScope(scope)) return scope;
    const nearest = nearestWord(scope, scopes);
    throw new UsageError(
      `--scopes ${JSON.stringify(scope)} is not a scope${nearest ? `; did you mean ${nearest}?` : '.'} There are ${scopes.join(', ')}.`,
    );
  });
}

function readExpiry(value: string, now: number): number {
  const span = /^(\d{1,6})([dh])$/.exec(value);
  const at = span
    ? now + Number(span[1]) * (span[2] === 'd' ? 86_400 : 3_600)
    : Math.floor(Date.parse(value) / 1000);
  const hasZone = span !== null || /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value);
  if (!hasZone || !Number.isFinite(at) || at <= now) {
    throw new UsageError(
      `--expires ${JSON.stringify(value)} is not in the future: write 90d, 12h or a timestamp such as 2027-01-31T00:00:00Z.`,
    );
  }
  return at;
}
