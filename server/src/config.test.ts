import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('has sensible defaults', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, databaseUrl: undefined, logLevel: 'info' });
    expect(config.dataDir).toMatch(/\.pandect$/);
    expect(config.rateLimits.query).toEqual({ calls: 300, windowSeconds: 60 });
    expect(config.rateLimits.submit).toEqual({ calls: 120, windowSeconds: 60 });
  });

  it('changes single buckets, or switches all off', () => {
    const { rateLimits } = readConfig({ PANDECT_RATE_LIMITS: 'query=1000/min, submit=off,events=5/s' });
    expect(rateLimits.query).toEqual({ calls: 1000, windowSeconds: 60 });
    expect(rateLimits.submit).toBeUndefined();
    expect(rateLimits.events).toEqual({ calls: 5, windowSeconds: 1 });
    expect(rateLimits.jobs).toEqual({ calls: 1200, windowSeconds: 60 });
    expect(readConfig({ PANDECT_RATE_LIMITS: 'off' }).rateLimits).toEqual({});
  });

  it.each([
    [{ PORT: 'http' }, 'PORT="http" is not allowed: a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT="70000"'],
    [{ PANDECT_WORKERS: '-1' }, 'PANDECT_WORKERS="-1"'],
    [{ PANDECT_LOG_LEVEL: 'loud' }, 'debug, info, warn, error, silent'],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, 'begins with postgres://'],
    [{ PANDECT_RATE_LIMITS: 'query=1000' }, 'PANDECT_RATE_LIMITS="query=1000"'],
    [{ PANDECT_RATE_LIMITS: 'quary=1/min' }, 'bucket one of regulations, query'],
    [{ PANDECT_RATE_LIMITS: 'query=0/min' }, 'PANDECT_RATE_LIMITS'],
    [{ PANDECT_TOKEN_ISSUER: 'https://x' }, 'set together or not at all'],
    [
      { PANDECT_TOKEN_ISSUER: 'x', PANDECT_TOKEN_AUDIENCE: 'y', PANDECT_TOKEN_JWKS_URL: 'http://z' },
      'https:// address',
    ],
  ])('refuses %j, naming the variable and what is allowed', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it('never repeats a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });
});
