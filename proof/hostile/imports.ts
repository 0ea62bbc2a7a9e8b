import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Answerer, fakePart, startFakeSite } from '../../server/src/ingest/sync/fake-site.ts';
import { runPandect } from '../processes.ts';
import type { Report } from '../section.ts';
import { parsed } from './check-reply.ts';
import { Checklist } from './checklist.ts';

const ecfr = (inner: string) =>
  `<?xml version="1.0"?>\n<ECFR><DIV1 N="99" TYPE="TITLE"><HEAD>Title 99</HEAD><DIV5 N="7" TYPE="PART"><HEAD>PART 7—EXAMPLES</HEAD>\n<DIV8 N="7.1" TYPE="SECTION"><HEAD>§ 7.1   Purpose.</HEAD>${inner}</DIV8></DIV5></DIV1></ECFR>`;

/** Files that grow, lie or lead elsewhere, through the command an operator uses. */
export async function checkBadFiles(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-proof-files-'));
  const list = new Checklist();
  try {
    const sources = join(folder, 'sources');
    mkdirSync(sources);
    const put = (name: string, content: string | Uint8Array) => writeFileSync(join(sources, name), content);
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      '',
    );
    put('good.xml', ecfr('<P>(a) An example begins.</P>'));
    put('laughs.xml', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>${ecfr('<P>&l9;</P>')}`);
    put('outside.xml', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${ecfr('<P>&e;</P>')}`);
    put(
      'parameter.xml',
      `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd">%p;]>${ecfr('<P>x</P>')}`,
    );
    put('entity.xml', ecfr('<P>&undefined;</P>'));
    put('deep.xml', `<ECFR><DIV1 N="9">${'<P>'.repeat(100_000)}${'</P>'.repeat(100_000)}</DIV1></ECFR>`);
    put('attributes.xml', ecfr(`<P ${Array.from({ length: 50_000 }, (_, i) => `a${i}="x"`).join(' ')}>x`));
    put('cut.xml', ecfr('<P>(a) Cut short').slice(0, -60));
    put('latin1.xml', Buffer.from(ecfr('<P>(a) Caf\xe9.</P>'), 'latin1'));
    put('bomb.xml.gz', gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20)));
    put('damaged.xml.gz', gzipSync(ecfr('<P>x</P>')).subarray(0, 60));
    put('huge.xml', '<ECFR>');
    truncateSync(join(sources, 'huge.xml'), 300 * 1024 * 1024);
    put('broken.pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R>>\n');
    const expected: Readonly<Record<string, string>> = {
      'laughs.xml': 'doctype_refused',
      'outside.xml': 'doctype_refused',
      'parameter.xml': 'doctype_refused',
      'entity.xml': 'malformed',
      'deep.xml': 'too_deep',
      'attributes.xml': 'malformed',
      'cut.xml': 'malformed',
      'latin1.xml': 'not_utf8',
      'bomb.xml.gz': 'too_large',
      'damaged.xml.gz': 'malformed',
      'huge.xml': 'too_large',
      'broken.pdf': 'malformed',
    };
    const started = performance.now();
    const imported = await importFolder(join(folder, 'data'), sources);
    const seconds = (performance.now() - started) / 1000;
    for (const [name, code] of Object.entries(expected)) {
      const found = imported.refused.find(({ path }) => basename(path) === name)?.code ?? 'not refused';
      list.expect(`${name} is refused as ${code}`, found === code, found);
    }
    list.expect('the good file is let in', imported.added === 1, String(imported.added));
    list.expect('in bounded time', seconds < 60, `${seconds.toFixed(1)} s`);
    list.tellTo(
      report,
      `XML and gzip bombs, outside entities, damaged files (all in ${seconds.toFixed(1)} s)`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ImportOutcome {
  readonly added: number;
  readonly refused: readonly { readonly path: string; readonly code: string }[];
}

/** `pandect corpus import`; files that are refused make its exit code 1, and its report says which. */
export async function importFolder(dataDir: string, sources: string): Promise<ImportOutcome> {
  const environment = { PANDECT_DATA_DIR: dataDir, PANDECT_VECTORS: 'off', DATABASE_URL: '' };
  const args = ['corpus', 'import', sources, '--no-index', '--json'];
  const { out, err } = await runPandect(args, environment);
  if (out === '') throw new Error(`the import said nothing: ${err}`);
  return JSON.parse(out);
}

/** Where a site that was taken over could lead `corpus sync`. */
export async function checkSync(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-proof-sync-'));
  const list = new Checklist();
  const inside = await startFakeSite((_, response) => response.end(fakePart(12, '1', 'Words from inside.')));
  const port = new URL(inside.origin).port;
  const leads = [
    `${inside.origin}/a`,
    `https://127.0.0.1:${port}/a`,
    `http://localhost:${port}/a`,
    `http://[::1]:${port}/a`,
    `http://2130706433:${port}/a`,
    'http://169.254.169.254/latest/meta-data/',
    'https://www.ecfr.gov.evil.example/a',
    `https://www.ecfr.gov@127.0.0.1:${port}/a`,
    `https://www.ecfr.gov:${port}/a`,
    `//127.0.0.1:${port}/a`,
    'file:///etc/passwd',
    'gopher://127.0.0.1/a',
  ];
  const titles = JSON.stringify({ titles: [{ number: 12, latest_issue_date: '2026-01-29' }] });
  const answer: Answerer = (_, response, path) => {
    const part = Number(/\?part=(\d+)$/.exec(path)?.[1]);
    const location = leads[part - 1];
    if (path.endsWith('/titles.json')) response.end(titles);
    else if (location === undefined) response.end(fakePart(12, String(part), 'Words of the site itself.'));
    else response.writeHead(302, { location }).end();
  };
  const site = await startFakeSite(answer);
  try {
    const manifests = join(folder, 'manifests');
    mkdirSync(manifests);
    const write = (name: string, fields: object) =>
      writeFileSync(join(manifests, `${name}.json`), JSON.stringify({ about: 'x', ...fields }));
    const sync = async () => {
      const environment = {
        DATABASE_URL: '',
        PANDECT_VECTORS: 'off',
        PANDECT_DATA_DIR: join(folder, 'data'),
        PANDECT_SYNC_SOURCES: manifests,
        PANDECT_SYNC_BASE: `https://www.ecfr.gov=${site.origin}`,
      };
      // What could not be fetched makes the exit code 1; the report says what.
      const { out: stdout, err: stderr } = await runPandect(['corpus', 'sync', '--json'], environment);
      return { stdout, stderr };
    };
    const good = leads.length + 1;
    write('ecfr', {
      kind: 'ecfr',
      site: 'https://www.ecfr.gov',
      titles: [{ title: 12, parts: `1-${good}` }],
    });
    const { stdout } = await sync();
    const [source] =
      (parsed(stdout) as { sources?: { fetched: number; failed: unknown[] }[] })?.sources ?? [];
    list.expect('each redirect out is refused', source?.failed.length === leads.length, stdout.slice(0, 300));
    list.expect('what the site itself gave is fetched', source?.fetched === 1, String(source?.fetched));
    list.expect('nothing inside was asked', inside.asked.length === 0, inside.asked.join());
    for (const address of [
      inside.origin,
      `https://127.0.0.1:${port}`,
      'http://www.ecfr.gov',
      'file:///etc',
    ]) {
      write('ecfr', { kind: 'ecfr', site: address, titles: [{ title: 12, parts: '1' }] });
      const refused = await sync();
      list.expect(
        `a manifest for ${address} is refused`,
        refused.stdout === '' && refused.stderr !== '',
        refused.stdout,
      );
    }
    list.expect('nothing inside was asked, still', inside.asked.length === 0, inside.asked.join());
    list.tellTo(report, `sync led elsewhere (${leads.length} redirects, 4 manifests)`);
  } finally {
    await site.close();
    await inside.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
