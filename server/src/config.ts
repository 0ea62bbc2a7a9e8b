import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Bucket, buckets } from '@pandect/contract';
import { type LogLevel, logLevels } from './log.ts';
import type { OutsideIssuer } from './teams/access-token.ts';
import type { RateLimits } from './teams/rate-limit.ts';

/** Everything the environment may set, read and checked once. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly workers: number;
  readonly queryThreads: number;
  /** Whether passages are embedded and queries compared with them by meaning. */
  readonly vectors: boolean;
  /** Whether queries are read again by the reranker where they do not say. */
  readonly rerank: boolean;
  /** Whether screening reads meaning beside patterns. */
  readonly meaning: boolean;
  readonly starterCorpus: boolean;
  readonly rateLimits: RateLimits;
  readonly logLevel: LogLevel;
  readonly shutdownSeconds: number;
  readonly issuer: OutsideIssuer | undefined;
}

/** A setting that cannot be used: names the variable, its value and what is allowed. */
export class ConfigError extends Error {
  constructor(name: string, value: string, allowed: string) {
    super(`${name}=${JSON.stringify(value)} is not allowed: ${allowed}`);
    this.name = 'ConfigError';
  }
}

/** Shown by `--help` and in the documentation; the one list of what there is to set. */
export const settings: readonly {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
}[] = [
  { name: 'HOST', fallback: '127.0.0.1', about: 'address to listen on' },
  { name: 'PORT', fallback: '8080', about: 'port to listen on; 0 takes a free one' },
  { name: 'PANDECT_DATA_DIR', fallback: './.pandect', about: 'folder that keeps everything' },
  { name: 'DATABASE_URL', fallback: '', about: 'postgres:// address; without it, SQLite in the data folder' },
  { name: 'PANDECT_DATABASE_POOL', fallback: '10', about: 'PostgreSQL connections per process, 1 to 200' },
  {
    name: 'PANDECT_WORKERS',
    fallback: 'one per core',
    about: 'worker threads for analysis inside `serve`, 0 to 64; 0 leaves the work to `pandect worker`',
  },
  {
    name: 'PANDECT_QUERY_THREADS',
    fallback: 'one less than cores',
    about: 'threads that answer queries, 1 to 64; they share one index',
  },
  { name: 'PANDECT_VECTORS', fallback: 'on', about: 'on, or off to search by words alone' },
  {
    name: 'PANDECT_MEANING',
    fallback: 'on',
    about: 'on, or off to screen by patterns alone: faster, and finds less',
  },
  {
    name: 'PANDECT_RERANK',
    fallback: 'off',
    about: 'on reads the first results of every query again, for precision; a request may ask for itself',
  },
  {
    name: 'PANDECT_RATE_LIMITS',
    fallback: '',
    about: 'buckets to change, such as `query=1000/min,submit=off`, or `off` for none',
  },
  { name: 'PANDECT_STARTER_CORPUS', fallback: 'on', about: 'on, or off to begin with an empty corpus' },
  {
    name: 'PANDECT_SYNC_BASE',
    fallback: '',
    about: 'mirrors for `corpus sync`, such as `https://www.ecfr.gov=http://mirror.example`',
  },
  { name: 'PANDECT_SYNC_SOURCES', fallback: 'sources/', about: 'folder of manifests for `corpus sync`' },
  {
    name: 'PANDECT_URL',
    fallback: '',
    about: 'a running server for query, screen and the like; without it they work on the data folder',
  },
  { name: 'PANDECT_API_KEY', fallback: '', about: 'the key for PANDECT_URL' },
  { name: 'PANDECT_TEAM', fallback: 'local', about: 'the team they act for where there is no PANDECT_URL' },
  { name: 'PANDECT_LOG_LEVEL', fallback: 'info', about: logLevels.join(', ') },
  { name: 'PANDECT_SHUTDOWN_SECONDS', fallback: '25', about: 'how long SIGTERM waits for work, 0 to 600' },
  { name: 'PANDECT_TOKEN_ISSUER', fallback: '', about: 'issuer (`iss`) of outside access tokens' },
  { name: 'PANDECT_TOKEN_AUDIENCE', fallback: '', about: 'audience (`aud`) outside tokens must name' },
  { name: 'PANDECT_TOKEN_JWKS_URL', fallback: '', about: 'where the keys of that issuer are, https://' },
  { name: 'PANDECT_TOKEN_TEAM_CLAIM', fallback: 'team', about: 'claim that names the team' },
];

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment): Config {
  const read = (name: string): string => {
    const value = environment[name]?.trim() ?? '';
    return value === '' ? (settings.find((setting) => setting.name === name)?.fallback ?? '') : value;
  };
  const integer = (name: string, from: number, to: number, fallback?: number): number => {
    const value = read(name);
    if (fallback !== undefined && !environment[name]?.trim()) return fallback;
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < from || number > to) {
      throw new ConfigError(name, value, `a whole number from ${from} to ${to}`);
    }
    return number;
  };
  const onOrOff = (name: string): boolean => {
    const value = read(name);
    if (value !== 'on' && value !== 'off') throw new ConfigError(name, value, 'on or off');
    return value === 'on';
  };
  const logLevel = logLevels.find((level) => level === read('PANDECT_LOG_LEVEL'));
  if (!logLevel) throw new ConfigError('PANDECT_LOG_LEVEL', read('PANDECT_LOG_LEVEL'), logLevels.join(', '));
  return {
    host: read('HOST'),
    port: integer('PORT', 0, 65_535),
    dataDir: resolve(read('PANDECT_DATA_DIR')),
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    databasePool: integer('PANDECT_DATABASE_POOL', 1, 200),
    workers: integer('PANDECT_WORKERS', 0, 64, availableParallelism()),
    queryThreads: integer('PANDECT_QUERY_THREADS', 1, 64, Math.max(1, availableParallelism() - 1)),
    vectors: onOrOff('PANDECT_VECTORS'),
    rerank: onOrOff('PANDECT_RERANK'),
    meaning: onOrOff('PANDECT_MEANING'),
    starterCorpus: onOrOff('PANDECT_STARTER_CORPUS'),
    rateLimits: readRateLimits(read('PANDECT_RATE_LIMITS')),
    logLevel,
    shutdownSeconds: integer('PANDECT_SHUTDOWN_SECONDS', 0, 600),
    issuer: readIssuer(read),
  };
}

/** Where commands find a running server; undefined when they are to work on the data folder. */
export function readRemote(
  environment: Environment,
): { readonly baseUrl: string; readonly apiKey: string } | undefined {
  const baseUrl = environment.PANDECT_URL?.trim() ?? '';
  if (baseUrl === '') return undefined;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new ConfigError('PANDECT_URL', baseUrl, 'an address such as https://pandect.example');
  }
  const apiKey = environment.PANDECT_API_KEY?.trim() ?? '';
  if (apiKey === '') throw new ConfigError('PANDECT_API_KEY', '', `${baseUrl} wants an API key`);
  return { baseUrl, apiKey };
}

function readDatabaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(value)) {
    // The value may hold a password: say what is wrong with it without repeating it.
    throw new ConfigError(
      'DATABASE_URL',
      `${value.slice(0, 8)}...`,
      'an address that begins with postgres://',
    );
  }
  return value;
}

const windowSeconds: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600 };

function readRateLimits(value: string): RateLimits {
  const limits: Partial<Record<Bucket, { calls: number; windowSeconds: number }>> = {};
  if (value === 'off') return limits;
  for (const [bucket, calls] of Object.entries(buckets)) {
    if (isBucket(bucket)) limits[bucket] = { calls, windowSeconds: 60 };
  }
  for (const entry of value.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const match = /^([a-z]+)=(?:(off)|(\d{1,9})\/([a-z]+))$/.exec(entry);
    const [, bucket = '', off, calls, unit = ''] = match ?? [];
    const seconds = windowSeconds[unit];
    if (!isBucket(bucket) || (!off && (!seconds || Number(calls) < 1))) {
      throw new ConfigError(
        'PANDECT_RATE_LIMITS',
        entry,
        `write off, or <bucket>=<calls>/<s|min|h> or <bucket>=off, with bucket one of ${Object.keys(buckets).join(', ')}`,
      );
    }
    if (off) delete limits[bucket];
    else limits[bucket] = { calls: Number(calls), windowSeconds: seconds ?? 60 };
  }
  return limits;
}

function isBucket(value: string): value is Bucket {
  return Object.hasOwn(buckets, value);
}

function readIssuer(read: (name: string) => string): OutsideIssuer | undefined {
  const issuer = read('PANDECT_TOKEN_ISSUER');
  const audience = read('PANDECT_TOKEN_AUDIENCE');
  const jwks = read('PANDECT_TOKEN_JWKS_URL');
  if (issuer === '' && audience === '' && jwks === '') return undefined;
  for (const [name, value] of [
    ['PANDECT_TOKEN_ISSUER', issuer],
    ['PANDECT_TOKEN_AUDIENCE', audience],
    ['PANDECT_TOKEN_JWKS_URL', jwks],
  ] as const) {
    if (value === '')
      throw new ConfigError(name, '', 'issuer, audience and JWKS address are set together or not at all');
  }
  const jwksUrl = URL.canParse(jwks) ? new URL(jwks) : undefined;
  const local = jwksUrl?.hostname === '127.0.0.1' || jwksUrl?.hostname === 'localhost';
  if (!jwksUrl || !(jwksUrl.protocol === 'https:' || (jwksUrl.protocol === 'http:' && local))) {
    throw new ConfigError(
      'PANDECT_TOKEN_JWKS_URL',
      jwks,
      'an https:// address (http:// only on this machine)',
    );
  }
  return { issuer, audience, jwksUrl, teamClaim: read('PANDECT_TOKEN_TEAM_CLAIM') };
}
