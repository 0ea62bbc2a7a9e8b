import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFault, type Operation, operations } from '@pandect/contract';
import { ulid } from 'ulid';
import { inject } from 'vitest';
import { readConfig } from '../server/src/config.ts';
import { createLog } from '../server/src/log.ts';
import { nowSeconds } from '../server/src/services.ts';
import { type RunningService, startService } from '../server/src/start-service.ts';
import { createKey } from '../server/src/teams/create-key.ts';
import { createDatabase } from './postgres.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** Both stores, for `describe.each`; PostgreSQL is left out, and said so, where none could be started. */
export const stores: readonly StoreKind[] =
  inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

export interface TestService extends RunningService {
  readonly key: string;
  readonly environment: Record<string, string>;
  /** A request with the first key, checked against the contract's reply schema when it succeeds. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  newKey(options?: {
    team?: string;
    scopes?: readonly never[] | readonly string[];
    expiresAt?: number;
  }): Promise<string>;
  dispose(): Promise<void>;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  readonly body: any;
  readonly text: string;
}

/** A service on a store of its own, on a free port. */
export async function startTestService(
  store: StoreKind,
  options: { readonly environment?: Record<string, string> } = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-test-'));
  const environment: Record<string, string> = {
    PORT: '0',
    PANDECT_DATA_DIR: folder,
    PANDECT_SHUTDOWN_SECONDS: '2',
    PANDECT_WORKERS: '2',
    PANDECT_STARTER_CORPUS: 'off',
    // Two models for each of the many services would take the machine; the tests of vectors turn them on.
    PANDECT_VECTORS: 'off',
    PANDECT_MEANING: 'off',
    ...(store === 'postgres' && {
      DATABASE_URL: await createDatabase(inject('postgresUrl'), `t_${ulid().toLowerCase()}`),
    }),
    ...options.environment,
  };
  const service = await startService(readConfig(environment), createLog('silent', 2));
  const key = service.firstKey ?? '';
  return {
    ...service,
    key,
    environment,
    call: (method, path, callOptions = {}) => call(service.url, method, path, { key, ...callOptions }),
    async newKey({ team = 'default', scopes, expiresAt } = {}) {
      await service.stores.teams.ensureTeam(team, nowSeconds());
      const made = await createKey(service.stores.teams, {
        ulid: ulid(),
        teamId: team,
        label: 'test',
        scopes: (scopes ?? ['regulations', 'wikis', 'analysis', 'jobs', 'events', 'admin']) as never,
        expiresAt: expiresAt ?? null,
        now: nowSeconds(),
      });
      return made.key;
    },
    async dispose() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function call(url: string, method: string, path: string, options: CallOptions): Promise<Reply> {
  const { key, body, raw, headers } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...((body !== undefined || raw !== undefined) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...((body !== undefined || raw !== undefined) && {
      body: (raw as string | undefined) ?? JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const reply: Reply = {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
  };
  checkAgainstContract(method, path, reply);
  return reply;
}

/** Every successful reply a test sees must fit the contract: a field of the wrong type fails the test. */
function checkAgainstContract(method: string, path: string, reply: Reply): void {
  const [bare = ''] = path.split('?');
  const operation = Object.values<Operation>(operations).find(
    (candidate) =>
      candidate.method === method &&
      new RegExp(`^${candidate.path.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(bare),
  );
  const schema = operation?.replies[reply.status];
  const fault = schema && findFault(schema, reply.body);
  if (fault) throw new Error(`${operation?.id} answered ${reply.status}: ${fault.path} ${fault.problem}`);
}
