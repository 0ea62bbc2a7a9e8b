import { findFault, limits } from '@pandect/contract';
import { faultOfReply, parsed, readError } from './check-reply.ts';
import {
  createHttpClient,
  type GotReply,
  type HttpClient,
  jsonRequest,
  type SentRequest,
} from './http-client.ts';
import type { Credential, DrawnRequest } from './request-arbitraries.ts';
import { allScopes, makeKey, type ServeChild } from './serve-child.ts';

/** Members a valid request may still be refused for: what they name is checked against what there is. */
const checkedLater =
  /^(?:content\.(?:text|json)|expiresAt|asOf|domain|(?:filters\.)?(?:categories|category|jurisdictions)|Idempotency-Key)$/;

/** A running service, what is known of it, and what was done to it. */
export class FuzzTarget {
  readonly statuses = new Map<number, number>();
  readonly #client: HttpClient;
  readonly #credentials: Readonly<Record<Credential, Record<string, string>>>;
  /** The settings of a team change what its calls get: they are changed for a team of their own. */
  readonly #settingsKey: string;
  readonly #pools: Record<'documents' | 'wikis' | 'jobs' | 'tickets' | 'keys', string[]>;
  readonly #made = { tickets: new Set<string>(), jobs: new Set<string>(), keys: new Set<string>() };
  readonly #goodKey: string;

  private constructor(parts: {
    client: HttpClient;
    credentials: Readonly<Record<Credential, Record<string, string>>>;
    settingsKey: string;
    goodKey: string;
    documents: string[];
    wikis: string[];
  }) {
    this.#client = parts.client;
    this.#credentials = parts.credentials;
    this.#settingsKey = parts.settingsKey;
    this.#goodKey = parts.goodKey;
    this.#pools = { documents: parts.documents, wikis: parts.wikis, jobs: [], tickets: [], keys: [] };
  }

  static async open(service: ServeChild, connections: number): Promise<FuzzTarget> {
    const client = createHttpClient(service.url, connections);
    const call = async (key: string, method: string, path: string, body?: unknown) =>
      JSON.parse((await client.send(jsonRequest(key, method, path, body))).text);
    const goodKey = await makeKey(service.environment, { team: 'fuzzed', scopes: allScopes });
    const settingsKey = await makeKey(service.environment, { team: 'settings', scopes: allScopes });
    const narrow = await makeKey(service.environment, { team: 'narrow', scopes: 'jobs' });
    // The revoked key is of another team, so that the fuzzed one has only keys that are counted.
    const revoked = await call(settingsKey, 'POST', '/api/v1/keys', {});
    await call(settingsKey, 'DELETE', `/api/v1/keys/${revoked.id}`);
    const form = `grant_type=client_credentials&client_secret=${goodKey}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = JSON.parse(
      (await client.send({ method: 'POST', path: '/oauth/token', headers, body: form })).text,
    );
    const documents = await call(goodKey, 'GET', '/api/v1/regulations?limit=50');
    const wikis = await call(goodKey, 'GET', '/api/v1/regulation-wikis?limit=50');
    return new FuzzTarget({
      client,
      settingsKey,
      goodKey,
      credentials: {
        good: { 'x-api-key': goodKey },
        token: { authorization: `Bearer ${token.access_token}` },
        none: {},
        forged: { 'x-api-key': `${goodKey.slice(0, -1)}${goodKey.endsWith('a') ? 'b' : 'a'}` },
        revoked: { 'x-api-key': revoked.key },
        narrow: { 'x-api-key': narrow },
      },
      documents: documents.results.map(({ id }: { id: string }) => id),
      wikis: wikis.results.map(({ slug }: { slug: string }) => slug),
    });
  }

  close(): void {
    this.#client.close();
  }

  /** Sends one request; throws, with the request, when the reply is not one the contract allows. */
  async tryOne(drawn: DrawnRequest): Promise<void> {
    const request = this.#requestOf(drawn);
    const reply = await this.#client.send(request);
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    const fault = faultOfReply(reply, drawn.operation) ?? this.#unexpected(drawn, request, reply);
    if (fault !== undefined) throw new Error(`${fault}; ${describe(request)}; ${reply.text.slice(0, 300)}`);
    this.#remember(drawn, reply);
  }

  /** Whether the lists hold exactly what replies said was made: a refused request made nothing. */
  async countFaults(): Promise<string[]> {
    const get = async (path: string) =>
      JSON.parse((await this.#client.send(jsonRequest(this.#goodKey, 'GET', path))).text);
    const [tickets, jobs, keys] = await Promise.all(
      ['tickets?limit=1', 'jobs?limit=1', 'keys'].map((list) => get(`/api/v1/${list}`)),
    );
    const counts = [
      ['tickets', tickets.pagination.approximateTotal, this.#made.tickets.size],
      ['jobs', jobs.pagination.approximateTotal, this.#made.jobs.size],
      ['keys', keys.results.length, this.#made.keys.size + 1],
    ] as const;
    return counts.flatMap(([what, held, told]) =>
      held === told ? [] : [`the store holds ${held} ${what}, replies told of ${told}`],
    );
  }

  get made(): string {
    const { tickets, jobs, keys } = this.#made;
    return `${tickets.size} tickets, ${jobs.size} jobs, ${keys.size} keys`;
  }

  #requestOf(drawn: DrawnRequest): SentRequest {
    const { operation, query, body, method } = drawn;
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => percentEncode(this.#paramOf(drawn, name)));
    const search = query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
    const ours = drawn.credential === 'good' || drawn.credential === 'token';
    const settings = ours && operation.id === 'updateTeam';
    return {
      method,
      path: `${path}${drawn.slash ? '/' : ''}${search === '' ? '' : `?${search}`}`,
      headers: {
        ...(settings ? { 'x-api-key': this.#settingsKey } : this.#credentials[drawn.credential]),
        ...(body && { 'content-type': drawn.contentType }),
        ...(drawn.idempotencyKey !== undefined && { 'idempotency-key': drawn.idempotencyKey }),
      },
      body: body && ('raw' in body ? body.raw : (JSON.stringify(body.value) ?? '')),
    };
  }

  #paramOf({ operation, params }: DrawnRequest, name: string): string {
    const choice = params[name] ?? { pick: 0 };
    if ('words' in choice) return choice.words;
    const pool = this.#pools[poolOf(operation.path)];
    return pool[choice.pick % Math.max(1, pool.length)] ?? 'none_yet';
  }

  /** What the request alone says about its reply. */
  #unexpected(drawn: DrawnRequest, request: SentRequest, { status, text }: GotReply): string | undefined {
    const { operation, credential, method } = drawn;
    if (status === 503) return undefined;
    if (method !== operation.method) {
      return status === 405 || status === 404 ? undefined : `${status} for the method ${method}`;
    }
    const words = Object.keys(drawn.params).map((name) => this.#paramOf(drawn, name));
    // A path of dots or of nothing is another path; one too long for the router is none.
    if (words.some((word) => /^\.*$/.test(word) || percentEncode(word).length > 500)) return undefined;
    if (credential === 'none' || credential === 'forged' || credential === 'revoked') {
      return status === 401 ? undefined : `${status} for a ${credential} credential`;
    }
    if (credential === 'narrow' && operation.scope !== 'jobs') {
      return status === 403 ? undefined : `${status} without the scope`;
    }
    const fits = this.#fits(drawn, request);
    if (fits === false && status < 400) return `${status} for a request that does not fit its schema`;
    if (fits !== true || status !== 400) return undefined;
    const error = readError(parsed(text))?.error;
    return error?.code === 'invalid_cursor' || checkedLater.test(error?.param ?? '')
      ? undefined
      : '400 for a request that fits its schema';
  }

  /** Undefined where only the server can tell. */
  #fits(drawn: DrawnRequest, request: SentRequest): boolean | undefined {
    const { operation, contentType } = drawn;
    const params = Object.fromEntries(
      Object.keys(drawn.params).map((name) => [name, Buffer.from(this.#paramOf(drawn, name)).toString()]),
    );
    if (findFault(operation.params, params)) return false;
    if (operation.body) {
      const sent = typeof request.body === 'string' ? request.body : '';
      if (contentType !== 'application/json')
        return contentType.startsWith('application/json') ? undefined : false;
      // A byte order mark in front is passed over, as RFC 8259 allows.
      const value = parsed(sent.replace(/^\ufeff/, ''));
      if (value === undefined || findFault(operation.body, value)) return false;
      if (/__proto__|constructor/.test(sent) || depthOf(value) > limits.jsonLevels) return undefined;
    }
    return drawn.queryFits ? true : undefined;
  }

  #remember({ operation, credential, method }: DrawnRequest, { status, text }: GotReply): void {
    if (status >= 300 || method !== 'POST') return;
    const ours = credential === 'good' || credential === 'token';
    const body = JSON.parse(text);
    const [kind, id] =
      operation.id === 'createEvent'
        ? (['tickets', body.ticketId] as const)
        : operation.id === 'createKey'
          ? (['keys', body.id] as const)
          : operation.tag === 'Analysis'
            ? (['jobs', body.id] as const)
            : [undefined, ''];
    if (kind === undefined || !ours || this.#made[kind].has(id)) return;
    this.#made[kind].add(id);
    this.#pools[kind].push(id);
  }
}

function poolOf(path: string): 'documents' | 'wikis' | 'jobs' | 'tickets' | 'keys' {
  if (path.includes('/jobs/')) return 'jobs';
  if (path.includes('/tickets/')) return 'tickets';
  if (path.includes('/keys/')) return 'keys';
  return path.includes('-wikis/') ? 'wikis' : 'documents';
}

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth++) {
    level = level.filter((one) => typeof one === 'object' && one !== null);
    if (level.length === 0) return depth;
    level = level.flatMap((one) => Object.values(one ?? {}));
  }
}

/** Every byte that is not a plain letter or digit: what is drawn arrives as drawn. */
export function percentEncode(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const char = String.fromCharCode(byte);
    return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

function describe({ method, path, headers, body }: SentRequest): string {
  const { 'x-api-key': _, authorization: __, ...shown } = headers;
  return `${method} ${path} ${JSON.stringify(shown)} ${JSON.stringify(body)?.slice(0, 500) ?? ''}`;
}
