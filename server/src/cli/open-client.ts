import { randomBytes } from 'node:crypto';
import { createClient, type PandectClient } from '@pandect/client';
import { defaultScopes } from '@pandect/contract';
import { type Config, readConfig, readRemote } from '../config.ts';
import { createInProcessFetch } from '../http/in-process-fetch.ts';
import { createLog } from '../log.ts';
import { nowSeconds } from '../services.ts';
import { openService } from '../start-service.ts';
import { UsageError } from './usage-error.ts';

export interface OpenClient {
  readonly client: PandectClient;
  /** A server at hand answers at once: the pause before the first look at a job, in milliseconds. */
  readonly firstWaitMs: number;
  close(): Promise<void>;
}

/**
 * The operations, from wherever they are: a running server, or this very process on the local data. Both
 * are the same client; only what carries its requests differs.
 */
export async function openClient(environment: NodeJS.ProcessEnv): Promise<OpenClient> {
  const remote = readRemote(environment);
  if (remote) return { client: createClient(remote), firstWaitMs: 1000, close: async () => {} };
  return openLocal(readConfig(environment), environment.PANDECT_TEAM?.trim() || localTeam);
}

/** A team of its own, so that a first `serve` still finds a new installation and shows its first key. */
const localTeam = 'local';

async function openLocal(config: Config, teamId: string): Promise<OpenClient> {
  const secret = randomBytes(32).toString('hex');
  const caller = { teamId, keyId: 'local', scopes: defaultScopes, monthlyCredits: null };
  // Standard output is the command's; a fault of ours must still be seen.
  const service = await openService(config, createLog('error', 2), { secret, caller });
  try {
    const { teams } = service.stores;
    if (teamId === localTeam) await teams.ensureTeam(teamId, nowSeconds());
    else if (!(await teams.findTeam(teamId))) {
      throw new UsageError(`PANDECT_TEAM=${teamId} is no team of this installation.`);
    }
  } catch (error) {
    await service.stop();
    throw error;
  }
  const fetch = createInProcessFetch(service.app);
  const client = createClient({ baseUrl: 'http://in-process', apiKey: secret, fetch, retries: 0 });
  return { client, firstWaitMs: 20, close: () => service.stop() };
}
