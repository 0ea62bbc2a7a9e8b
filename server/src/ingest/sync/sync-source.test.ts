import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeSite, fakePart, fakeZip, startFakeSite } from './fake-site.ts';
import { parseManifest } from './manifest.ts';
import { createPoliteFetch } from './polite-fetch.ts';
import { createSendRequest } from './send-request.ts';
import { type SyncItem, syncSource } from './sync-source.ts';

const officialSite = 'https://www.example.gov';

describe('syncSource', () => {
  let folder: string;
  let site: FakeSite;
  /** What the site answers, by path; anything else is 404. */
  let answers: Map<string, string | Buffer | ((response: ServerResponse) => void)>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-sync-'));
    answers = new Map();
    site = await startFakeSite((_, response, path) => {
      const answer = answers.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === 'function') answer(response);
      else response.writeHead(200).end(answer);
    });
  });
  afterEach(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function sync(
    fields: Record<string, unknown>,
    { dryRun = false, take = Number.POSITIVE_INFINITY } = {},
  ) {
    const manifest = parseManifest('m.json', JSON.stringify({ about: 'x', site: officialSite, ...fields }));
    const fetch = createPoliteFetch({
      ...manifest,
      send: createSendRequest(),
      nowMs: () => 0,
      sleep: async () => {},
      random: () => 0,
      userAgent: 'Pandect/test',
      mirrors: new Map([[officialSite, new URL(site.origin)]]),
    });
    const items: SyncItem[] = [];
    const before = site.asked.length;
    const nowMs = () => Date.UTC(2026, 0, 30);
    for await (const item of syncSource({ manifest, folder, fetch, nowMs, dryRun, onProgress: () => {} })) {
      items.push(item);
      if (items.length >= take) break;
    }
    return { items, asked: site.asked.slice(before) };
  }
  const outcomes = (items: readonly SyncItem[]) =>
    items.map((item) => ('key' in item ? `${item.key} ${item.outcome}` : item.reason));

  describe('of the eCFR', () => {
    const ecfr = { kind: 'ecfr', titles: [{ title: 12, parts: '99, 101' }] };
    const titles = (issued: string | null) =>
      JSON.stringify({ titles: [{ number: 12, latest_issue_date: issued, reserved: false }] });
    const partPath = (issued: string, part: string) =>
      `/api/versioner/v1/full/${issued}/title-12.xml?part=${part}`;
    const issue = (issued: string, words: string) => {
      answers.set('/api/versioner/v1/titles.json', titles(issued));
      for (const part of ['99', '101']) answers.set(partPath(issued, part), fakePart(12, part, words));
    };

    it('fetches each part as of the latest issue, then only when there is a newer one', async () => {
      issue('2026-01-29', 'First words.');
      const first = await sync(ecfr);
      expect(outcomes(first.items)).toEqual(['title-12/part-99 fetched', 'title-12/part-101 fetched']);
      expect(first.items[0]).toMatchObject({
        files: [{ path: join(folder, 'title-12/part-99.xml'), editionDate: '2026-01-29' }],
      });
      const again = await sync(ecfr);
      expect(again.asked).toEqual(['/api/versioner/v1/titles.json']);
      expect(outcomes(again.items)).toEqual([
        'title-12/part-99 not-modified',
        'title-12/part-101 not-modified',
      ]);
      issue('2026-02-02', 'Second words.');
      answers.set(partPath('2026-02-02', '101'), fakePart(12, '101', 'First words.'));
      const newer = await sync(ecfr);
      expect(outcomes(newer.items)).toEqual(['title-12/part-99 fetched', 'title-12/part-101 not-modified']);
      expect(newer.items[1]).toMatchObject({ files: [{ editionDate: '2026-02-02' }] });
      expect(readFileSync(join(folder, 'title-12/part-99.xml'), 'utf8')).toContain('Second words.');
    });

    it('goes on after a run that was stopped, and fetches again what is gone or damaged', async () => {
      issue('2026-01-29', 'Words.');
      await sync(ecfr, { take: 1 });
      const resumed = await sync(ecfr);
      expect(resumed.asked).toEqual(['/api/versioner/v1/titles.json', partPath('2026-01-29', '101')]);
      writeFileSync(join(folder, 'title-12/part-99.xml'), 'damaged');
      rmSync(join(folder, 'title-12/part-101.xml'));
      expect(outcomes((await sync(ecfr)).items)).toEqual([
        'title-12/part-99 fetched',
        'title-12/part-101 fetched',
      ]);
    });

    it('starts afresh, and says so, when its state cannot be read', async () => {
      issue('2026-01-29', 'Words.');
      await sync(ecfr);
      writeFileSync(join(folder, '.sync-state.json'), '{"version":1,"entr');
      const { items } = await sync(ecfr);
      expect(outcomes(items)).toEqual([
        'the state of the last run cannot be read; everything is fetched',
        'title-12/part-99 fetched',
        'title-12/part-101 fetched',
      ]);
    });

    it('keeps what it has when the site answers with a page in place of the part', async () => {
      issue('2026-01-29', 'Words.');
      await sync(ecfr);
      issue('2026-02-02', 'Newer words.');
      answers.set(partPath('2026-02-02', '99'), '<html><body>Request access</body></html>');
      expect(outcomes((await sync(ecfr)).items)[0]).toBe('title-12/part-99 failed');
      expect(readFileSync(join(folder, 'title-12/part-99.xml'), 'utf8')).toContain('Words.');
    });

    it('names a part that is not there and goes on', async () => {
      issue('2026-01-29', 'Words.');
      answers.delete(partPath('2026-01-29', '99'));
      const { items } = await sync(ecfr);
      expect(items[0]).toMatchObject({ outcome: 'failed', key: 'title-12/part-99', code: 'http_status' });
      expect(items[1]).toMatchObject({ outcome: 'fetched' });
    });

    it.each<[string, string, string]>([
      ['a title without an issue date', titles(null), 'gives no issue date of title 12'],
      ['a list without titles', '{"error":"down"}', 'has no list of titles'],
      ['JSON that breaks off', '{"titles":[', 'JSON that cannot be read'],
      ['a date that is a path', titles('../../2026'), 'gives no issue date of title 12'],
    ])('tells %s', async (_, listing, message) => {
      answers.set('/api/versioner/v1/titles.json', listing);
      const { items } = await sync(ecfr);
      expect(items).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining(message) }]);
    });

    it('leaves a site alone that fails three times in a row', async () => {
      answers.set('/api/versioner/v1/titles.json', titles('2026-01-29'));
      const parts = ['1', '2', '3', '4', '5', '6'];
      for (const part of parts) {
        answers.set(partPath('2026-01-29', part), (response) => response.writeHead(503).end());
      }
      const { items } = await sync({ kind: 'ecfr', titles: [{ title: 12, parts: '1-6' }] });
      expect(items).toHaveLength(4);
      expect(items[3]).toMatchObject({
        code: 'left_for_later',
        reason: expect.stringContaining('3 more are left'),
      });
    });

    it('fetches and writes nothing in a dry run but the list', async () => {
      issue('2026-01-29', 'Words.');
      const { items, asked } = await sync(ecfr, { dryRun: true });
      expect(asked).toEqual(['/api/versioner/v1/titles.json']);
      expect(items[0]).toEqual({
        outcome: 'would-fetch',
        key: 'title-12/part-99',
        url: `${officialSite}${partPath('2026-01-29', '99')}`,
      });
      expect((await sync(ecfr)).items[0]).toMatchObject({ outcome: 'fetched' });
    });
  });

  it('asks govinfo whether a title has changed, by ETag', async () => {
    answers.set('/bulkdata/ECFR/title-16/ECFR-title16.xml', (response) => {
      const known = response.req.headers['if-none-match'] === '"v1"';
      response
        .writeHead(known ? 304 : 200, { etag: '"v1"' })
        .end(known ? undefined : fakePart(16, '9', 'Words.'));
    });
    const govinfo = { kind: 'govinfo-ecfr', titles: [16] };
    expect(outcomes((await sync(govinfo)).items)).toEqual(['title-16 fetched']);
    const second = await sync(govinfo);
    expect(second.items).toMatchObject([{ outcome: 'not-modified', files: [{ editionDate: undefined }] }]);
    expect(second.asked).toHaveLength(1);
  });

  describe('of the Federal Register', () => {
    const query = {
      agencies: ['example-bureau'],
      types: ['RULE'],
      cfrTitle: 12,
      publishedFrom: '2020-01-01',
    };
    const register = { kind: 'federal-register', queries: [query] };
    const first =
      '/api/v1/documents.json?per_page=1000&order=oldest&fields[]=document_number&fields[]=publication_date&fields[]=full_text_xml_url&conditions[agencies][]=example-bureau&conditions[type][]=RULE&conditions[cfr][title]=12&conditions[publication_date][gte]=2020-01-01';
    const row = (number: string, day: string, url: string | null = `${officialSite}/xml/${number}.xml`) => ({
      document_number: number,
      publication_date: day,
      full_text_xml_url: url,
    });
    const rule = '<RULE><PREAMB><SUBJECT>An example</SUBJECT></PREAMB></RULE>';

    it('reads all pages, fetches each document once, and counts those without a text', async () => {
      answers.set(
        first,
        JSON.stringify({
          count: 3,
          next_page_url: `${officialSite}/api/v1/documents.json?page=2`,
          results: [row('2020-00001', '2020-01-02'), row('2020-00002', '2020-01-03', null)],
        }),
      );
      const second = { count: 3, results: [row('2021-00003', '2021-05-06')] };
      answers.set('/api/v1/documents.json?page=2', JSON.stringify(second));
      for (const number of ['2020-00001', '2021-00003']) answers.set(`/xml/${number}.xml`, rule);
      const { items } = await sync(register);
      expect(outcomes(items)).toEqual([
        '1 listed documents have no XML text, or none yet',
        '2020-00001 fetched',
        '2021-00003 fetched',
      ]);
      expect(items[2]).toMatchObject({
        files: [{ path: join(folder, '2021/2021-00003.xml'), editionDate: '2021-05-06' }],
      });
      const again = await sync(register);
      expect(again.asked).toEqual([first, '/api/v1/documents.json?page=2']);
    });

    it.each<[string, unknown, string]>([
      [
        'a number that is a path',
        { results: [row('../../etc/x', '2020-01-02', `${officialSite}/x.xml`)] },
        'its number or date cannot be read',
      ],
      [
        'a text on another host',
        { results: [row('2020-00001', '2020-01-02', 'https://evil.example.org/x.xml')] },
        'not on a host that may answer',
      ],
      [
        'pages without end',
        { next_page_url: `${officialSite}${first}`, results: [] },
        'does not end within 50 pages',
      ],
      ['a list that stops early', { count: 5000, results: [] }, 'lists 0 of 5000 documents'],
    ])('refuses %s', async (_, page, message) => {
      answers.set(first, JSON.stringify(page));
      const { items } = await sync(register);
      expect(items).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining(message) }]);
    });
  });

  describe('of the Code', () => {
    const code = { kind: 'uscode', titles: [12, '18a'] };
    const zipPath = '/download/releasepoints/us/pl/119/73not60/xml_usc12@119-73not60.zip';
    const page = (link = zipPath.slice('/download/'.length)) =>
      `<html><h3 class="releasepointinformation">Public Law 119-73 (01/23/2026) , except 119-60</h3>
       <a href="${link}" title="Title 12">[XML]</a></html>`;
    const uslm = Buffer.from('<uscDoc><main>An example.</main></uscDoc>');

    it('takes the archives the page links, unpacks them, and dates them by the release point', async () => {
      answers.set('/download/download.shtml', page());
      answers.set(
        zipPath,
        fakeZip([
          { name: 'usc12.xml', bytes: uslm },
          { name: 'notes.txt', bytes: Buffer.from('x') },
        ]),
      );
      const { items } = await sync(code);
      expect(items).toMatchObject([
        {
          outcome: 'failed',
          key: 'title-18a',
          reason: expect.stringContaining('links no archive of title 18a'),
        },
        {
          outcome: 'fetched',
          files: [{ path: join(folder, 'title-12/usc12.xml'), editionDate: '2026-01-23' }],
        },
      ]);
      expect(readFileSync(join(folder, 'title-12/usc12.xml'))).toEqual(uslm);
      expect((await sync(code)).asked).toEqual(['/download/download.shtml']);
    });

    it('fetches an archive again when other chapters of it are wanted', async () => {
      const chapter = (number: string) =>
        `<chapter identifier="/us/usc/t12/ch${number}"><heading>EXAMPLE ${number}</heading></chapter>`;
      const title = `<uscDoc><main><title identifier="/us/usc/t12">${chapter('1')}${chapter('2')}</title></main></uscDoc>`;
      answers.set('/download/download.shtml', page());
      answers.set(zipPath, fakeZip([{ name: 'usc12.xml', bytes: Buffer.from(title) }]));
      const kept = () => readFileSync(join(folder, 'title-12/usc12.xml'), 'utf8').match(/EXAMPLE ./g);
      await sync({ ...code, titles: [{ title: 12, chapters: '2' }] });
      expect(kept()).toEqual(['EXAMPLE 2']);
      const { items } = await sync({ ...code, titles: [{ title: 12, chapters: '1, 2' }] });
      expect(outcomes(items)).toEqual(['title-12/chapters-1-2 fetched']);
      expect(kept()).toEqual(['EXAMPLE 1', 'EXAMPLE 2']);
      expect((await sync({ ...code, titles: [{ title: 12, chapters: '1, 2' }] })).asked).toHaveLength(1);
    });

    it.each<[string, () => void, string]>([
      [
        'a page that is down',
        () => answers.set('/download/download.shtml', '<html>down</html>'),
        'links no archive',
      ],
      [
        'an archive without the title',
        () => answers.set(zipPath, fakeZip([{ name: 'x.xml', bytes: uslm }])),
        'holds no title of the Code',
      ],
      [
        'a damaged archive',
        () => answers.set(zipPath, 'PK and no more, not even an end record'),
        'not a zip file',
      ],
    ])('tells %s', async (_, arrange, message) => {
      answers.set('/download/download.shtml', page());
      arrange();
      const { items } = await sync({ ...code, titles: [12] });
      expect(items).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining(message) }]);
    });
  });

  it('fetches a plain list of files', async () => {
    answers.set('/manuals/a.pdf?v=2', '%PDF-1.7 example');
    const { items } = await sync({
      kind: 'files',
      files: [{ path: '/manuals/a.pdf?v=2', file: 'a.pdf', editionDate: '2024-05-01' }],
    });
    expect(items).toMatchObject([{ files: [{ path: join(folder, 'a.pdf'), editionDate: '2024-05-01' }] }]);
  });
});
