import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseManifest } from './manifest.ts';

const common = { about: 'An example.', site: 'https://www.example.gov' };
const parse = (value: unknown) => parseManifest('sources/example.json', JSON.stringify(value));

describe('parseManifest', () => {
  const folder = new URL('../../../../sources/', import.meta.url);
  it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('reads sources/%s', (name) => {
    const manifest = parseManifest(`sources/${name}`, readFileSync(new URL(name, folder), 'utf8'));
    expect(`${manifest.name}.json`).toBe(name);
    expect(manifest.pauseMs).toBeGreaterThanOrEqual(1000);
  });

  it('expands ranges of parts and keeps their order', () => {
    const manifest = parse({
      ...common,
      kind: 'ecfr',
      titles: [{ title: 12, parts: '21, 708a, 1002-1004' }],
    });
    expect(manifest).toMatchObject({
      titles: [{ title: 12, parts: ['21', '708a', '1002', '1003', '1004'] }],
    });
  });

  it('writes titles of the Code with two digits', () => {
    const titles = [5, '18a', { title: 42, chapters: '45, 2A' }];
    const manifest = parse({ ...common, kind: 'uscode', titles });
    expect(manifest).toMatchObject({
      titles: [{ title: '05' }, { title: '18a' }, { title: '42', chapters: ['45', '2A'] }],
      hosts: ['www.example.gov'],
      byDefault: true,
    });
  });

  it.each<[string, unknown, string]>([
    ['kind', { ...common, kind: 'ftp' }, 'kind is "ftp"; write one of ecfr'],
    ['about', { kind: 'uscode', site: common.site }, 'about is missing'],
    [
      'site',
      { ...common, kind: 'uscode', site: 'http://www.example.gov' },
      'site is "http://www.example.gov"',
    ],
    ['an address as site', { ...common, kind: 'uscode', site: 'https://10.0.0.1' }, 'site is "10.0.0.1"'],
    ['a host', { ...common, kind: 'uscode', redirectHosts: ['x', 'y'] }, 'redirectHosts[0] is "x"'],
    ['pauseMs', { ...common, kind: 'uscode', pauseMs: 1.5, titles: [12] }, 'pauseMs is 1.5'],
    ['an empty list', { ...common, kind: 'uscode', titles: [] }, 'titles is []'],
    ['a title of the Code', { ...common, kind: 'uscode', titles: ['12b'] }, 'titles[0] is "12b"'],
    [
      'a chapter',
      { ...common, kind: 'uscode', titles: [{ title: 42, chapters: '4/5' }] },
      'titles[0].chapters is "4/5"',
    ],
    ['a title', { ...common, kind: 'govinfo-ecfr', titles: [12, 99] }, 'titles[1] is 99'],
    [
      'a part',
      { ...common, kind: 'ecfr', titles: [{ title: 12, parts: '5, ../x' }] },
      'titles[0].parts is "../x"; write a part',
    ],
    [
      'a range',
      { ...common, kind: 'ecfr', titles: [{ title: 12, parts: '9-1' }] },
      'titles[0].parts is "9-1"',
    ],
    ['a part twice', { ...common, kind: 'ecfr', titles: [{ title: 12, parts: '5, 4-6' }] }, 'listed twice'],
    [
      'a slip of the pen',
      { ...common, kind: 'ecfr', titles: [{ title: 12, parts: '5', part: 6 }] },
      'titles[0].part is 6; there is no such field; there are title, parts',
    ],
    [
      'a query',
      { ...common, kind: 'federal-register', queries: [{ agencies: ['a b'], types: ['RULE'] }] },
      'queries[0].agencies[0] is "a b"',
    ],
    [
      'a file that leads out of its folder',
      { ...common, kind: 'files', files: [{ path: '/a.pdf', file: '../a.pdf' }] },
      'files[0].file is "../a.pdf"',
    ],
    ['no object', [], 'the file is []'],
  ])('names the file, the field and the value when %s is wrong', (_, value, message) => {
    expect(() => parse(value)).toThrow(`sources/example.json: `);
    expect(() => parse(value)).toThrow(message);
  });

  it('says so when the file is not JSON', () => {
    expect(() => parseManifest('sources/example.json', '{')).toThrow('sources/example.json: the file is "{"');
  });
});
