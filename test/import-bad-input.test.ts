import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../server/src/ingest/find-files.ts';
import { type ImportReport, importFiles } from '../server/src/ingest/import-files.ts';
import { nowSeconds, openStores, type Stores } from '../server/src/services.ts';
import { exampleMarkdown } from './fixtures/corpus.ts';

/** A made-up part in the eCFR's own form. */
const ecfr = (inner: string) =>
  `<?xml version="1.0"?>\n<ECFR><DIV1 N="99" TYPE="TITLE"><HEAD>Title 99</HEAD><DIV5 N="7" TYPE="PART"><HEAD>PART 7—EXAMPLES</HEAD>\n<DIV8 N="7.1" TYPE="SECTION"><HEAD>§ 7.1   Purpose.</HEAD>${inner}</DIV8></DIV5></DIV1></ECFR>`;

describe('importing what cannot be trusted', () => {
  let folder: string;
  let stores: Stores;
  let report: ImportReport;
  let seconds: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-bad-'));
    const sources = join(folder, 'sources');
    mkdirSync(sources);
    const put = (name: string, content: string | Uint8Array) => writeFileSync(join(sources, name), content);
    put('a-good.xml', ecfr('<P>(a) An example begins.</P>'));
    put('b-doctype.xml', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${ecfr('<P>&b;</P>')}`);
    put('c-entity.xml', ecfr('<P>&undefined;</P>'));
    put('d-truncated.xml', ecfr('<P>(a) Cut short').slice(0, -60));
    put('e-latin1.xml', Buffer.from(ecfr('<P>(a) Caf\xe9.</P>'), 'latin1'));
    put('f-deep.xml', `<ECFR><DIV1 N="9">${'<P>'.repeat(10_000)}${'</P>'.repeat(10_000)}</DIV1></ECFR>`);
    put('g-bomb.xml.gz', gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20)));
    put('h-damaged.xml.gz', gzipSync(ecfr('<P>x</P>')).subarray(0, 60));
    put('i-huge.xml', '<ECFR>');
    truncateSync(join(sources, 'i-huge.xml'), 300 * 1024 * 1024);
    put(
      'j-broken.pdf',
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n',
    );
    put('k-notes.txt', 'Nothing of ours.');
    put(
      'l-front-matter.md',
      exampleMarkdown({ externalId: 'bad-one' }).replace('category: regulation', 'category: rumour'),
    );
    put('m-good.md', exampleMarkdown({ externalId: 'good-two' }));
    stores = await openStores({ dataDir: join(folder, 'data'), databaseUrl: undefined, databasePool: 1 });
    const started = performance.now();
    report = await importFiles({
      files: findFiles([sources]),
      store: stores.corpus,
      threads: 2,
      nowSeconds,
      onProgress: () => {},
    });
    seconds = (performance.now() - started) / 1000;
  });
  afterAll(async () => {
    await stores.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses each file with a code and a reason, and lets the others in', () => {
    const codes = Object.fromEntries(report.refused.map(({ path, code }) => [basename(path), code]));
    expect(codes).toEqual({
      'b-doctype.xml': 'doctype_refused',
      'c-entity.xml': 'malformed',
      'd-truncated.xml': 'malformed',
      'e-latin1.xml': 'not_utf8',
      'f-deep.xml': 'too_deep',
      'g-bomb.xml.gz': 'too_large',
      'h-damaged.xml.gz': 'malformed',
      'i-huge.xml': 'too_large',
      'j-broken.pdf': 'malformed',
      'k-notes.txt': 'unrecognised_format',
      'l-front-matter.md': 'malformed',
    });
    expect(report.added).toBe(2);
    const lines = report.refused.filter(({ path }) => /c-entity|d-truncated|f-deep/.test(path));
    for (const { reason } of lines) expect(reason).toMatch(/^line \d+: /);
  });

  it('takes bounded time', () => expect(seconds).toBeLessThan(60));

  it('leaves nothing of a refused file behind', async () => {
    const kept = await stores.corpus.allRevisions(undefined, 100);
    expect(kept.map(({ externalId }) => externalId).sort()).toEqual(['99-cfr-7-1', 'good-two']);
    for (const table of ['revisions', 'body_pieces', 'documents']) {
      const [row] = await stores.database.read(`SELECT COUNT(*) AS count FROM ${table}`, []);
      expect(row?.count, table).toBe(2);
    }
  });
});
