import { ApiError, type ApiKey, defaultScopes, operations } from '@pandect/contract';
import { createKey } from '../../teams/create-key.ts';
import type { ApiKeyRecord, Team, TeamStore } from '../../teams/team-store.ts';
import { utcDay } from '../../teams/usage.ts';
import { presentTime, presentTimeOrNull, upperBound } from '../present-time.ts';
import type { Mount } from '../route.ts';

const defaultUsageDays = 30;

export function mountTeam(
  mount: Mount,
  { teams, nowSeconds }: { teams: TeamStore; nowSeconds: () => number },
): void {
  mount(operations.getTeam, async ({ caller }) => ({
    body: presentTeam(await teams.findTeam(caller.teamId)),
  }));

  mount(operations.updateTeam, async ({ caller, body }) => ({
    body: presentTeam(await teams.updateTeam(caller.teamId, body)),
  }));

  mount(operations.listKeys, async ({ caller }) => ({
    body: { results: (await teams.listKeys(caller.teamId)).map(presentKey) },
  }));

  mount(operations.createKey, async ({ caller, body, ulid }) => {
    const now = nowSeconds();
    const expiresAt = upperBound(body.expiresAt) ?? null;
    if (expiresAt !== null && expiresAt <= now) {
      throw new ApiError('invalid_request', `expiresAt ${body.expiresAt} is not in the future.`, {
        param: 'expiresAt',
      });
    }
    const { key, record } = await createKey(teams, {
      ulid,
      teamId: caller.teamId,
      label: body.label ?? '',
      scopes: body.scopes ?? defaultScopes,
      expiresAt,
      now,
    });
    const made = presentKey({ ...record, lastUsedAt: null, revokedAt: null });
    return { body: { ...made, key }, keepable: made };
  });

  mount(operations.revokeKey, async ({ caller, params }) => {
    const record = await teams.revokeKey(caller.teamId, params.id, nowSeconds());
    if (!record) {
      throw new ApiError('not_found', `There is no key ${JSON.stringify(params.id)}.`, { param: 'id' });
    }
    return { body: presentKey(record) };
  });

  mount(operations.listUsage, async ({ caller, query }) => {
    const now = nowSeconds();
    const to = query.to ?? utcDay(now);
    const from = query.from ?? utcDay(now - (defaultUsageDays - 1) * 86_400);
    const rows = await teams.listUsage({ teamId: caller.teamId, from, to });
    return { body: { results: rows.map(({ teamId: _, ...row }) => row) } };
  });
}

function presentTeam(team: Team | undefined) {
  if (!team) throw new ApiError('unauthorized', 'The team of this credential is gone.');
  return {
    id: team.id,
    autoScreen: team.autoScreen,
    monthlyCredits: team.monthlyCredits,
    createdAt: presentTime(team.createdAt),
  };
}

function presentKey(record: Omit<ApiKeyRecord, 'teamMonthlyCredits'>): ApiKey {
  return {
    id: record.id,
    label: record.label,
    scopes: [...record.scopes],
    createdAt: presentTime(record.createdAt),
    expiresAt: presentTimeOrNull(record.expiresAt),
    lastUsedAt: presentTimeOrNull(record.lastUsedAt),
    revokedAt: presentTimeOrNull(record.revokedAt),
  };
}
