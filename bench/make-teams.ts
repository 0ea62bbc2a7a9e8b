import { defaultScopes } from '@pandect/contract';
import { newUlid } from '../server/src/new-ulid.ts';
import { nowSeconds, openStores } from '../server/src/services.ts';
import { createKey } from '../server/src/teams/create-key.ts';

/** Teams of a new SQLite folder, each with one key; the keys. */
export async function makeTeams(dataDir: string, count: number): Promise<readonly string[]> {
  const { teams, database } = await openStores({ dataDir, databaseUrl: undefined, databasePool: 1 }, 'end');
  try {
    const keys: string[] = [];
    for (let at = 0; at < count; at++) {
      const teamId = `team-${at}`;
      const now = nowSeconds();
      await teams.ensureTeam(teamId, now);
      const { key } = await createKey(teams, {
        ulid: newUlid(),
        teamId,
        label: 'bench',
        scopes: defaultScopes,
        expiresAt: null,
        now,
      });
      keys.push(key);
    }
    return keys;
  } finally {
    await database.close();
  }
}
