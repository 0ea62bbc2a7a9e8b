import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

const root = join(import.meta.dirname, '..');
const entry = join(root, 'server/src/cli/pandect.ts');
/** As `npm run pandect` has it: without it most of the tests' time is compiling. */
const compiled = join(root, 'node_modules/.cache/compiled');

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-cli-'));
  service = await startTestService('sqlite', {
    environment: { PANDECT_STARTER_CORPUS: 'on' },
  });
});
afterAll(async () => {
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function pandect(args: readonly string[], environment: Record<string, string>, stdin = '') {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { cwd: folder, env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiled, ...environment } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
    child.stdin?.end(stdin);
  });
}

/** The same commands by both ways. */
const ways = {
  'against a server': () => ({ PANDECT_URL: service.url, PANDECT_API_KEY: service.key }),
  'on local data': () => ({ PANDECT_DATA_DIR: join(folder, 'data') }),
};

describe.each(Object.keys(ways) as (keyof typeof ways)[])('the operations %s', (way) => {
  const run = (args: readonly string[], stdin?: string) => pandect(args, ways[way](), stdin);

  it('regulations list, show, read and revisions', async () => {
    const list = await run([
      'regulations',
      'list',
      'error',
      'resolution',
      '--authority',
      'cfpb',
      '--limit',
      '3',
    ]);
    expect(list.out).toMatch(/^DOCUMENT +CATEGORY/);
    expect(list.out.trim().split('\n')).toHaveLength(4);
    const show = await run(['regulations', 'show', '12-cfr-1005-11']);
    expect(show.out).toMatch(/^12 CFR 1005\.11 [^\n]+\nhttps:/);
    const detail = JSON.parse((await run(['regulations', 'show', '12-cfr-1005-11', '--json'])).out);
    const whole = await run(['regulations', 'read', '12-cfr-1005-11']);
    expect(Buffer.byteLength(whole.out)).toBe(detail.totalBytes);
    const slice = await run(['regulations', 'read', '12-cfr-1005-11', '--offset', '44', '--limit', '20']);
    expect(slice.out).toBe(Buffer.from(whole.out).subarray(44, 64).toString());
    const revisions = JSON.parse((await run(['regulations', 'revisions', '12-cfr-1005-11', '--json'])).out);
    expect(revisions).toMatchObject([{ revision: 1, current: true, textSha256: detail.textSha256 }]);
  });

  it('a list is read over its pages', async () => {
    const { out } = await run(['regulations', 'list', '--category', 'statute', '--all', '--json']);
    const ids = JSON.parse(out).map(({ id }: { id: string }) => id);
    const { body } = await service.call('GET', '/api/v1/regulations?categories=statute&limit=1');
    expect(new Set(ids).size).toBe(body.pagination.approximateTotal);
    expect(ids.length).toBeGreaterThan(200);
  });

  it('wikis list and show', async () => {
    expect((await run(['wikis', 'list', 'adverse', 'action'])).out).toMatch(/^adverse-action-notices +/m);
    expect((await run(['wikis', 'show', 'adverse-action-notices'])).out).toContain('[Source: ');
  });

  it('events create, list, show and update', async () => {
    const ref = `crm-${way}`;
    const made = await run(
      ['events', 'create', '--scenario', 'complaint', '--ref', ref],
      'A fee was hidden.',
    );
    expect(made.out).toMatch(/^tkt_\w{26}\n$/);
    const again = await run(['events', 'create', '-', '--scenario', 'complaint', '--ref', ref], 'Again.');
    expect(again.out).toBe(made.out);
    expect(again.err).toContain('was reported before');
    const id = made.out.trim();
    expect((await run(['events', 'update', id, 'resolved', '--reason', 'refunded'])).code).toBe(0);
    expect((await run(['events', 'show', id])).out).toMatch(
      /resolved\n.* open .*\n.* open -> resolved .*: refunded\n\nA fee was hidden\./,
    );
    const list = await run(['events', 'list', '--status', 'resolved', '--json']);
    expect(JSON.parse(list.out)).toMatchObject([{ id, externalRef: ref }]);
  });

  it('jobs list; an unknown job is one sentence and exit code 1', async () => {
    expect((await run(['jobs', 'list', '--json'])).code).toBe(0);
    const unknown = await run(['jobs', 'show', 'job_x']);
    expect(unknown.code).toBe(1);
    expect(unknown.err).toMatch(/^pandect: There is no job "job_x"\. \(not_found, req_\w+\)\n$/);
  });

  it('query', async () => {
    const { out, code } = await run(['query', 'debit', 'card', 'error', 'investigation', '--limit', '3']);
    expect(code).toBe(0);
    expect(out).toMatch(/^1\. {2}\S.*\n(?: {4}.*\n|\n)+ {4}.*, bytes \d+ to \d+\n {4}https:/);
  });

  it('risk', async () => {
    writeFileSync(join(folder, 'ad.txt'), 'Guaranteed approval, no credit check, 0% APR for ever!');
    const args = ['risk', 'ad.txt', '--scenario', 'marketing_asset'];
    const { out, code } = await run(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\t(Limited|Low|Moderate|High|Critical)\tad\.txt\n$/);
    expect((await run([...args, '--fail-above', '0'])).code).toBe(1);
  });

  it('screen: files, folders, patterns and standard input; every format; exit codes', async () => {
    const letters = join(folder, 'letters');
    rmSync(letters, { recursive: true, force: true });
    mkdirSync(letters);
    const threat = 'Pay today or we will have you arrested.\n';
    writeFileSync(join(letters, 'threat.txt'), threat);
    writeFileSync(join(letters, 'kind.md'), 'Thank you for your payment.\n');
    const screen = (...args: string[]) => run(['screen', ...args, '--scenario', 'debt_collection'], threat);
    const text = await screen('letters', '--fail-on', 'p1');
    expect(text.code).toBe(1);
    expect(text.out).toMatch(/letters\/threat\.txt: risk \d+, \w+; \d+ finding/);
    expect(text.out).toMatch(/1 \| Pay today or we will have you arrested\.\n +\| +\^{5,}/);
    expect((await screen('letters/kind.md', '--fail-on', 'p1')).code).toBe(0);
    const json = JSON.parse((await screen('letters/*.txt', '--json')).out);
    expect(json).toMatchObject({ results: [{ file: 'letters/threat.txt' }], failed: [] });
    expect((await screen('--format', 'markdown')).out).toContain('## `stdin`');
    await screen('letters', '--format', 'sarif', '--output', 'found.sarif');
    const sarif = JSON.parse(readFileSync(join(folder, 'found.sarif'), 'utf8'));
    expect(sarif.runs[0].results[0].level).toBe('error');
    writeFileSync(join(letters, 'scan.txt'), Buffer.from([0xff, 0xfe, 0x00]));
    const partly = await screen('letters', '--fail-on', 'p1');
    expect(partly.code).toBe(2);
    expect(partly.out).toContain('not screened: letters/scan.txt is not UTF-8 text.');
  });
});

describe('the commands of the operations', () => {
  const local = () => ({ PANDECT_DATA_DIR: join(folder, 'data') });

  it.each<[string[], number, string]>([
    [['screen', 'x.txt', '--scenario', 'disput'], 2, 'did you mean dispute?'],
    [['screen', 'x.txt', '--scenario', 'dispute', '--format', 'sarf'], 2, 'did you mean sarif?'],
    [['screen', 'x.txt'], 2, "required option '--scenario <scenario>'"],
    [
      ['screen', 'nowhere.txt', '--scenario', 'dispute'],
      2,
      'there is no file, folder or match for nowhere.txt',
    ],
    [['screen', 'x.txt', '--scenario', 'dispute', '--fail-on', 'p4'], 2, 'There are p1, p2, p3.'],
    [
      ['risk', 'nowhere.txt', '--scenario', 'dispute'],
      2,
      'there is no file, folder or match for nowhere.txt',
    ],
    [['regulatons', 'list'], 1, 'Did you mean regulations?'],
    [['regulations', 'lst'], 1, 'Did you mean list?'],
    [['regulations', 'list', '--limit', 'x'], 1, 'a whole number from 1'],
    [['events', 'update', 'tkt_x', 'reslved'], 1, 'did you mean resolved?'],
    [['jobs', 'list', '--type', 'screen'], 1, 'There are screen_analysis, risk_assessment.'],
    [['completion', 'bsh'], 1, 'did you mean bash?'],
  ])('%j ends with %i and a way out', async (args, code, message) => {
    const ended = await pandect(args, local());
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(message);
    expect(ended.err).not.toMatch(/\n {4}at /);
    expect(ended.out).toBe('');
  });

  it('an empty text is refused with exit code 2', async () => {
    const ended = await pandect(['screen', '--scenario', 'generic'], local(), ' \n');
    expect(ended).toMatchObject({
      code: 2,
      out: expect.stringContaining('stdin: not screened: stdin is empty.'),
    });
  });

  it('a server that is not there, a key that is missing or wrong, a team that does not exist', async () => {
    const cases: readonly [Record<string, string>, RegExp][] = [
      [
        { PANDECT_URL: 'http://127.0.0.1:18699', PANDECT_API_KEY: 'x' },
        /does not answer: connect ECONNREFUSED/,
      ],
      [{ PANDECT_URL: service.url }, /PANDECT_API_KEY="" is not allowed/],
      [{ PANDECT_URL: 'nonsense', PANDECT_API_KEY: 'x' }, /PANDECT_URL="nonsense" is not allowed/],
      [{ PANDECT_URL: service.url, PANDECT_API_KEY: 'x' }, /unknown, revoked or expired\. \(unauthorized/],
      [{ ...local(), PANDECT_TEAM: 'nobody' }, /PANDECT_TEAM=nobody is no team/],
    ];
    for (const [environment, message] of cases) {
      const ended = await pandect(['wikis', 'list'], environment);
      expect(ended.code).toBe(1);
      expect(ended.err).toMatch(message);
      expect(ended.err.trim().split('\n')).toHaveLength(1);
    }
  });

  it('work beside a running server on the same folder, in a ledger of their own', async () => {
    const environment = { PANDECT_DATA_DIR: service.environment.PANDECT_DATA_DIR ?? '' };
    expect((await pandect(['wikis', 'show', 'adverse-action-notices'], environment)).code).toBe(0);
    const usage = await pandect(['usage', '--team', 'local', '--json'], environment);
    expect(JSON.parse(usage.out)).toMatchObject([
      { keyId: 'local', operation: 'getRegulationWiki', calls: 1 },
    ]);
    const asDefault = await pandect(['jobs', 'list'], { ...environment, PANDECT_TEAM: 'default' });
    expect(asDefault.code).toBe(0);
  });

  it('leave a new folder to its first server: the first key is still shown', async () => {
    const data = join(folder, 'fresh');
    expect((await pandect(['events', 'list'], { PANDECT_DATA_DIR: data })).code).toBe(0);
    const first = await startTestService('sqlite', {
      environment: { PANDECT_DATA_DIR: data, PANDECT_STARTER_CORPUS: 'on' },
    });
    expect(first.firstKey).toMatch(/^pdct_/);
    await first.dispose();
  });

  it('a reader that stops early ends them quietly', () => {
    const script = `'${process.execPath}' '${entry}' regulations list --all | head -1`;
    const env = { PATH: process.env.PATH ?? '', ...local() };
    const out = execFileSync('bash', ['--norc', '-o', 'pipefail', '-c', script], { env, encoding: 'utf8' });
    expect(out).toMatch(/^DOCUMENT/);
  });

  it.each([
    'query',
    'screen',
    'risk',
    'regulations',
    'regulations list',
    'regulations read',
    'wikis show',
    'jobs show',
    'events create',
    'mcp',
    'completion',
  ])('%s has --help', async (command) => {
    const { code, out } = await pandect([...command.split(' '), '--help'], {});
    expect(code).toBe(0);
    expect(out).toContain(`Usage: pandect ${command}`);
    if (!['regulations', 'mcp'].includes(command)) expect(out).toMatch(/Examples:\n {2}\$ /);
  });

  describe('completion', () => {
    it('bash offers commands, options and values', async () => {
      const { out } = await pandect(['completion', 'bash'], {});
      const complete = (...words: string[]) =>
        execFileSync('bash', [
          '--norc',
          '-c',
          `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _pandect; echo "\${COMPREPLY[@]}"`,
        ])
          .toString()
          .trim();
      expect(complete('pandect', 'scr')).toBe('screen');
      expect(complete('pandect', 'regulations', '')).toContain('list show read revisions');
      expect(complete('pandect', 'screen', 'x', '--fa')).toBe('--fail-on');
      expect(complete('pandect', 'screen', '--scenario', 'deb')).toBe('debt_collection');
    });

    it('zsh and fish have theirs', async () => {
      expect((await pandect(['completion', 'zsh'], {})).out).toMatch(/^#compdef pandect\n/);
      expect((await pandect(['completion', 'fish'], {})).out).toContain(
        "complete -c pandect -n '__fish_seen_subcommand_from corpus' -a import\n",
      );
    });
  });
});
