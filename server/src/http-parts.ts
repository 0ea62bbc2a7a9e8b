import { randomBytes } from 'node:crypto';
import { ApiError } from '@pandect/contract';
import type { Config } from './config.ts';
import type { Caller } from './http/caller.ts';
import { nowSeconds, type Stores } from './services.ts';
import { createIdempotencyStore, createRateWindowStore } from './store/team-store.ts';
import { createAccessTokens } from './teams/access-token.ts';
import { countInMemory, countInStore } from './teams/rate-limit.ts';
import type { TeamStore } from './teams/team-store.ts';
import { createMeter, firstOfMonth, secondsToNextMonth } from './teams/usage.ts';

/** What the HTTP service needs beside the stores, made from the installation's secrets and settings. */
export async function createHttpParts(stores: Stores, config: Config) {
  const { teams, database } = stores;
  const [cursorSecret, tokenSecret] = await Promise.all([
    installationSecret(teams, 'cursor'),
    installationSecret(teams, 'token'),
  ]);
  const tokens = createAccessTokens({ secret: tokenSecret, outside: config.issuer, nowSeconds });
  return {
    ...stores,
    credentials: { teams, tokens, nowSeconds },
    cursorSecret,
    rateLimits: config.rateLimits,
    takeCall:
      database.dialect.name === 'sqlite'
        ? countInMemory(nowSeconds)
        : countInStore(createRateWindowStore(database), nowSeconds),
    meter: createMeter(teams, nowSeconds, database.dialect.name === 'sqlite' ? 8 : 1),
    checkBudget: createBudgetCheck(teams),
    idempotency: createIdempotencyStore(database),
    nowSeconds,
    ping: () => database.ping(),
  };
}

async function installationSecret(teams: TeamStore, name: string): Promise<Uint8Array> {
  return Buffer.from(await teams.ensureSecret(name, randomBytes(32).toString('base64')), 'base64');
}

/**
 * Refuses a call that costs credits once the team's budget for the month is spent. Calls under way are
 * not counted yet, so a team can overshoot by what it has in flight.
 */
function createBudgetCheck(teams: TeamStore) {
  return (caller: Caller, credits: number): Promise<void> | undefined =>
    credits === 0 || caller.monthlyCredits === null
      ? undefined
      : check(caller.teamId, caller.monthlyCredits, credits);

  async function check(teamId: string, budget: number, credits: number): Promise<void> {
    const now = nowSeconds();
    const spent = await teams.creditsSince(teamId, firstOfMonth(now));
    if (spent + credits <= budget) return;
    throw new ApiError(
      'rate_limit_exceeded',
      `The team has used ${spent} of its ${budget} credits this month; this call costs ${credits}.`,
      {
        headers: { 'retry-after': String(secondsToNextMonth(now)) },
        details: { monthlyCredits: budget, used: spent },
      },
    );
  }
}
