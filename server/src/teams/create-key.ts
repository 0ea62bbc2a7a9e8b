import type { Scope } from '@pandect/contract';
import { hashApiKey, makeApiKey } from './api-key.ts';
import type { NewApiKey, TeamStore } from './team-store.ts';

/** Makes and stores a key; the key itself is returned here and never again. */
export async function createKey(
  teams: Pick<TeamStore, 'addKey'>,
  wanted: {
    readonly ulid: string;
    readonly teamId: string;
    readonly label: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: number | null;
    readonly now: number;
  },
): Promise<{ readonly key: string; readonly record: NewApiKey }> {
  const key = makeApiKey();
  const record: NewApiKey = {
    id: `key_${wanted.ulid}`,
    teamId: wanted.teamId,
    hash: hashApiKey(key),
    label: wanted.label,
    scopes: wanted.scopes,
    createdAt: wanted.now,
    expiresAt: wanted.expiresAt,
  };
  await teams.addKey(record);
  return { key, record };
}
