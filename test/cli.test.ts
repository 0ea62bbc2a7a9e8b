import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const entry = join(root, 'server/src/cli/pandect.ts');

describe('the pandect command', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], environment: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(
        process.execPath,
        [entry, ...args],
        { cwd: root, env: { ...process.env, PANDECT_DATA_DIR: folder, ...environment } },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });

  async function serve(environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [entry, 'serve'], {
      cwd: root,
      env: { ...process.env, PORT: '0', PANDECT_DATA_DIR: folder, ...environment },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await expect.poll(() => out, { timeout: 15_000 }).toContain('/docs');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const url = /http:\S+(?=\/docs)/.exec(out)?.[0] ?? '';
    return { child, url, exited, output: () => out, errors: () => err };
  }

  it('serves, shows its first key once, and works beside the other commands on the same folder', async () => {
    const first = await serve();
    const firstKey = /pdct_\w{38}/.exec(first.output())?.[0] ?? '';
    const jobs = (key: string) => fetch(`${first.url}/api/v1/jobs`, { headers: { 'x-api-key': key } });
    expect((await jobs(firstKey)).status).toBe(200);

    const made = await run(['keys', 'create', '--team', 'acme', '--label', 'gateway', '--expires', '90d']);
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^pdct_\w{38}\n$/);
    expect(made.err).toContain('made the team acme');
    const key = made.out.trim();
    expect((await jobs(key)).status).toBe(200);

    const list = await run(['keys', 'list', '--team', 'acme', '--json']);
    const [record] = JSON.parse(list.out);
    expect(record).toMatchObject({ teamId: 'acme', label: 'gateway', state: 'active' });
    expect(list.out).not.toContain(key);
    const usage = await run(['usage', '--team', 'acme']);
    expect(usage.out).toMatch(/acme\s+key_\w+\s+listJobs\s+1\s+0/);

    expect((await run(['keys', 'revoke', record.id])).code).toBe(0);
    expect((await jobs(key)).status).toBe(401);

    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(first.errors()).not.toContain(firstKey);
    expect(first.errors()).not.toContain(key);
    const second = await serve();
    expect(second.output()).not.toContain('pdct_');
    second.child.kill('SIGTERM');
    await second.exited;
  });

  it('finishes requests under way before it stops', async () => {
    const service = await serve();
    const key = /pdct_\w{38}/.exec(service.output())?.[0] ?? '';
    const body = JSON.stringify({ scenario: 'generic', content: { type: 'text', text: 'x' } });
    const post = () =>
      fetch(`${service.url}/api/v1/events`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body,
      });
    const underWay = Array.from({ length: 50 }, post);
    await underWay[0];
    service.child.kill('SIGTERM');
    const replies = await Promise.allSettled(underWay);
    expect(
      replies.filter((reply) => reply.status === 'fulfilled' && reply.value.status === 201),
    ).toHaveLength(50);
    expect(await service.exited).toBe(0);
  });

  it('refuses a second server on the same folder', async () => {
    const service = await serve();
    const second = await run(['serve'], { PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.err).toMatch(/^pandect: another `pandect serve` is using .* DATABASE_URL/);
    service.child.kill('SIGTERM');
    await service.exited;
  });

  it.each([
    [['serv'], 'Did you mean serve?'],
    [['keys', 'creat', '--team', 'x'], 'Did you mean create?'],
    [['keys', 'create'], "required option '--team <team>'"],
    [['keys', 'create', '--team', 'x', '--labl', 'y'], 'Did you mean --label?'],
    [['keys', 'create', '--team', 'x', '--scopes', 'job'], 'did you mean jobs?'],
    [['keys', 'create', '--team', 'Big Bank'], 'is not a team name'],
    [['keys', 'create', '--team', 'x', '--expires', 'soon'], '90d, 12h'],
    [['keys', 'revoke', 'key_x'], 'there is no key key_x'],
    [['usage', '--from', 'monday'], 'write yyyy-mm-dd'],
  ])('a wrong word gets a way out: %j', async (args, message) => {
    const { code, err } = await run(args);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it.each([[[]], [['serve']], [['worker']], [['keys']], [['keys', 'create']], [['usage']], [['openapi']]])(
    '%j has --help',
    async (args) => {
      const { code, out } = await run([...args, '--help']);
      expect(code).toBe(0);
      expect(out).toContain('Usage: pandect');
    },
  );

  it('the committed openapi.json is what the contract says', async () => {
    expect((await run(['openapi', '--check'])).code).toBe(0);
  });

  describe('what it must not touch, it refuses in one sentence with exit code 1', () => {
    const refuses = async (message: RegExp, environment: Record<string, string> = {}) => {
      const { code, out, err } = await run(['serve'], { PORT: '0', ...environment });
      expect(code).toBe(1);
      expect(err).toMatch(message);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(out).toBe('');
    };

    it('a setting out of range', () => refuses(/PORT="x" is not allowed/, { PORT: 'x' }));

    it('a data folder that is a file', async () => {
      writeFileSync(join(folder, 'file'), 'x');
      await refuses(/PANDECT_DATA_DIR=.*file cannot be used/, { PANDECT_DATA_DIR: join(folder, 'file') });
    });

    it.skipIf(process.getuid?.() === 0)('a read-only data folder', async () => {
      const locked = join(folder, 'locked');
      mkdirSync(locked);
      chmodSync(locked, 0o500);
      await refuses(/cannot be used/, { PANDECT_DATA_DIR: locked });
    });

    it('a file that is no database', async () => {
      writeFileSync(join(folder, 'pandect.sqlite'), 'x'.repeat(5000));
      await refuses(/cannot be opened as Pandect's store: file is not a database. Nothing was changed/);
    });

    it('a newer schema than the program knows', async () => {
      const database = new DatabaseSync(join(folder, 'pandect.sqlite'));
      database.exec(
        'CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (999)',
      );
      database.close();
      await refuses(/written by a newer Pandect \(schema 999/);
    });

    it('a PostgreSQL that does not answer', () =>
      refuses(/DATABASE_URL cannot be used: .*ECONNREFUSED/, { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }));

    it('a port that is taken', async () => {
      const service = await serve();
      const port = new URL(service.url).port;
      const other = mkdtempSync(join(tmpdir(), 'pandect-cli-'));
      await refuses(/PORT=\d+ on 127.0.0.1 is taken/, { PORT: port, PANDECT_DATA_DIR: other });
      rmSync(other, { recursive: true, force: true });
      service.child.kill('SIGTERM');
      await service.exited;
    });
  });
});
