import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answerer, type FakeSite, fakePart, fakeZip, startFakeSite } from '../ingest/sync/fake-site.ts';
import { readMirrors } from './corpus-sync.ts';

const shared = new URL('../../../../shared/corpus/', import.meta.url);
const module = new URL('./corpus-sync.ts', import.meta.url).href;
const hosts = ['www.ecfr.gov', 'www.govinfo.gov', 'www.federalregister.gov', 'uscode.house.gov'];

describe('corpus sync', () => {
  let folder: string;
  let site: FakeSite | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-corpus-sync-'));
    mkdirSync(join(folder, 'manifests'));
  });
  afterEach(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function writeManifest(name: string, fields: Record<string, unknown>): void {
    writeFileSync(join(folder, 'manifests', `${name}.json`), JSON.stringify({ about: 'x', ...fields }));
  }

  /** In a process of its own: exit code and kill are real. */
  function run(names: readonly string[], options: { json?: boolean; dryRun?: boolean } = {}) {
    const { json = true, dryRun = false } = options;
    const work = `const { syncCommand } = await import(${JSON.stringify(module)});
      try { await syncCommand(process.env, ${JSON.stringify(names)}, ${JSON.stringify({ json, dryRun })}); }
      catch (error) { console.error(error.name + ': ' + error.message); process.exitCode = 1; }`;
    const script = join(folder, 'sync.mjs');
    writeFileSync(script, work);
    const child = spawn(process.execPath, [script], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        PANDECT_DATA_DIR: join(folder, 'data'),
        PANDECT_SYNC_SOURCES: join(folder, 'manifests'),
        PANDECT_SYNC_BASE: hosts.map((host) => `https://${host}=${site?.origin}`).join(','),
      },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    const done = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, out, err })),
    );
    return { child, done };
  }

  const issued = '2026-01-29';
  const titlesJson = JSON.stringify({
    titles: [12, 13, 16, 31, 32, 47].map((number) => ({ number, latest_issue_date: issued })),
  });
  const partOf = (path: string) =>
    /^\/api\/versioner\/v1\/full\/[\d-]+\/title-(\d+)\.xml\?part=(\w+)$/.exec(path);
  const ecfrSite: Answerer = (_, response, path) => {
    const [, title, part] = partOf(path) ?? [];
    if (path === '/api/versioner/v1/titles.json') response.end(titlesJson);
    else if (part === undefined || part === '404') response.writeHead(404).end();
    else response.end(fakePart(Number(title), part, `Words of part ${part}.`));
  };

  it('imports what is new, passes over what is known, and ends with 1 when something failed', async () => {
    site = await startFakeSite(ecfrSite);
    writeManifest('ecfr', {
      kind: 'ecfr',
      site: 'https://www.ecfr.gov',
      titles: [{ title: 12, parts: '98, 99' }],
    });
    const first = await run([]).done;
    expect(first.code, first.err).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({
      sources: [{ name: 'ecfr', fetched: 2, notModified: 0, failed: [], files: 2, imported: { added: 2 } }],
    });
    writeManifest('ecfr', {
      kind: 'ecfr',
      site: 'https://www.ecfr.gov',
      titles: [{ title: 12, parts: '98, 99, 404' }],
    });
    const second = await run(['ecfr'], { json: false }).done;
    expect(second.code).toBe(1);
    expect(second.out).toContain(
      'failed  ecfr title-12/part-404: https://www.ecfr.gov/api/versioner/v1/full/',
    );
    expect(second.out).toContain('answers with status 404');
    expect(second.out).toContain('ecfr: 0 fetched, 2 not modified, 1 failed');
    expect(second.out).toContain(
      '0 added, 0 changed, 0 unchanged, 0 files refused, 2 of 2 files known already',
    );
  });

  it('goes on after it was killed, without asking again for what it has', async () => {
    const parts = ['91', '92', '93', '94'];
    let stall = true;
    let reachedStall = () => {};
    const stalled = new Promise<void>((resolve) => {
      reachedStall = resolve;
    });
    site = await startFakeSite((request, response, path) => {
      if (stall && partOf(path)?.[2] === '93') reachedStall();
      else ecfrSite(request, response, path);
    });
    writeManifest('ecfr', {
      kind: 'ecfr',
      site: 'https://www.ecfr.gov',
      titles: [{ title: 12, parts: '91-94' }],
    });
    const killed = run([]);
    await stalled;
    killed.child.kill('SIGKILL');
    await killed.done;
    stall = false;
    const before = site.asked.length;
    const resumed = await run([]).done;
    expect(resumed.code).toBe(0);
    expect(site.asked.slice(before).map((path) => partOf(path)?.[2])).toEqual([undefined, '93', '94']);
    expect(JSON.parse(resumed.out)).toMatchObject({
      sources: [{ fetched: 2, notModified: 2, imported: { added: parts.length } }],
    });
  });

  it('shows what it would fetch and leaves the data folder alone in a dry run', async () => {
    site = await startFakeSite(ecfrSite);
    writeManifest('ecfr', {
      kind: 'ecfr',
      site: 'https://www.ecfr.gov',
      titles: [{ title: 12, parts: '99' }],
    });
    writeManifest('off', {
      kind: 'uscode',
      site: 'https://uscode.house.gov',
      byDefault: false,
      titles: [12],
    });
    const { code, out } = await run([], { json: false, dryRun: true }).done;
    expect(code).toBe(0);
    expect(out).toContain(
      `would fetch  title-12/part-99  https://www.ecfr.gov/api/versioner/v1/full/${issued}/title-12.xml?part=99`,
    );
    expect(out).toContain('ecfr: 1 to fetch, 0 not modified, 0 failed');
    expect(out).not.toContain('off');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it.each<[string, () => void, readonly string[], string]>([
    ['an unknown name', () => {}, ['ecf'], 'UsageError: there is no manifest "ecf"; did you mean ecfr?'],
    [
      'a wrong manifest',
      () => writeManifest('bad', { kind: 'uscode', site: 'https://uscode.house.gov', titles: [] }),
      [],
      'bad.json: titles is []; write a list, not empty',
    ],
  ])('refuses %s', async (_, arrange, names, message) => {
    site = await startFakeSite(ecfrSite);
    writeManifest('ecfr', {
      kind: 'ecfr',
      site: 'https://www.ecfr.gov',
      titles: [{ title: 12, parts: '99' }],
    });
    arrange();
    const { code, err } = await run(names).done;
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(site.asked).toEqual([]);
  });

  it.skipIf(!existsSync(shared))(
    'fetches and imports real texts in the official layout (skipped without ../shared/corpus)',
    { timeout: 120_000 },
    async () => {
      const packed = (path: string) => readFileSync(new URL(path, shared));
      const registers = ['2013-10604', '2013-24521'];
      const origin = 'https://www.federalregister.gov';
      site = await startFakeSite((_, response, path) => {
        const [, title, part] = partOf(path) ?? [];
        const register = /\/full_text\/xml\/2013\/01\/01\/([\d-]+)\.xml$/.exec(path)?.[1];
        const gzip = (file: string) =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed(file));
        if (path === '/api/versioner/v1/titles.json') response.end(titlesJson);
        else if (part !== undefined) gzip(`ecfr/title-${title}/part-${part}.xml.gz`);
        else if (path.startsWith('/bulkdata/ECFR/title-1/'))
          gzip('ecfr/titles/ECFR-title1_gpo-bulk_2024-03.xml.gz');
        else if (register !== undefined) gzip(`guidance/federal-register/${register}.xml.gz`);
        else if (path.startsWith('/api/v1/documents.json?')) {
          const results = registers.map((number) => ({
            document_number: number,
            publication_date: '2013-01-01',
            full_text_xml_url: `${origin}/documents/full_text/xml/2013/01/01/${number}.xml`,
          }));
          response.end(JSON.stringify({ count: results.length, total_pages: 1, results }));
        } else if (path === '/download/download.shtml') {
          response.end(
            '<html><h3>Public Law 119-102 (07/12/2026)</h3><a href="releasepoints/us/pl/119/102/xml_usc15@119-102.zip">XML</a></html>',
          );
        } else if (path.endsWith('/xml_usc15@119-102.zip')) {
          const bytes = gunzipSync(packed('uscode/uslm-2026/usc15-extract.xml.gz'));
          response.end(fakeZip([{ name: 'usc15.xml', bytes }]));
        } else response.writeHead(404).end();
      });
      const titles = [
        { title: 31, parts: '1010, 1020' },
        { title: 16, parts: '433' },
        { title: 32, parts: '232' },
      ];
      writeManifest('ecfr', { kind: 'ecfr', site: 'https://www.ecfr.gov', titles });
      writeManifest('govinfo', { kind: 'govinfo-ecfr', site: 'https://www.govinfo.gov', titles: [1] });
      writeManifest('federal-register', {
        kind: 'federal-register',
        site: origin,
        queries: [
          {
            agencies: ['consumer-financial-protection-bureau'],
            types: ['RULE'],
            publishedFrom: '2013-01-01',
          },
        ],
      });
      writeManifest('uscode', { kind: 'uscode', site: 'https://uscode.house.gov', titles: [15] });
      const first = await run([]).done;
      expect(first.code, first.err).toBe(0);
      const report = JSON.parse(first.out);
      expect(report).toMatchObject({
        sources: [
          { name: 'ecfr', fetched: 4, failed: [], imported: { refused: [] } },
          { name: 'federal-register', fetched: 2, failed: [], imported: { added: 2, refused: [] } },
          { name: 'govinfo', fetched: 1, failed: [], imported: { refused: [] } },
          { name: 'uscode', fetched: 1, failed: [], imported: { added: 1, refused: [] } },
        ],
      });
      // 31 CFR 1010 and 1020, 16 CFR 433 and 32 CFR 232 hold over a hundred sections with text.
      expect(report.sources[0].imported.added).toBeGreaterThan(100);
      const again = JSON.parse((await run([]).done).out);
      for (const source of again.sources) {
        expect(source).toMatchObject({ fetched: 0, imported: { added: 0, changed: 0, unchanged: 0 } });
      }
    },
  );
});

describe('readMirrors', () => {
  it('reads official origins and the bases that stand in for them', () => {
    const mirrors = readMirrors(
      'https://www.ecfr.gov=http://127.0.0.1:1234, https://a.gov=https://b.example/a/',
    );
    expect([...mirrors].map(([origin, base]) => [origin, base.href])).toEqual([
      ['https://www.ecfr.gov', 'http://127.0.0.1:1234/'],
      ['https://a.gov', 'https://b.example/a/'],
    ]);
    expect(readMirrors('').size).toBe(0);
  });

  it.each([
    'http://127.0.0.1:1234',
    'http://www.ecfr.gov=http://127.0.0.1:1234',
    'https://www.ecfr.gov/api=http://127.0.0.1:1234',
    'https://www.ecfr.gov=file:///tmp',
    'https://www.ecfr.gov=http://user:word@127.0.0.1',
    'https://www.ecfr.gov=http://127.0.0.1/?x=1',
    'https://www.ecfr.gov=http://127.0.0.1,https://www.ecfr.gov=http://127.0.0.2',
  ])('refuses %s', (value) => {
    expect(() => readMirrors(value)).toThrow('PANDECT_SYNC_BASE=');
  });
});
