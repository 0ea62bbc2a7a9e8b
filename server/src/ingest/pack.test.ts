import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exampleMarkdown } from '../../../test/fixtures/corpus.ts';
import { prepareDocument } from '../corpus/prepared-document.ts';
import { flattenOutline } from './flatten-outline.ts';
import { isPack, readPack, writePack } from './pack.ts';
import { readPandectMarkdown } from './read-pandect-markdown.ts';

const documents = ['one', 'two'].flatMap((externalId) => {
  const bytes = new TextEncoder().encode(exampleMarkdown({ externalId }));
  return [...readPandectMarkdown.read({ name: `${externalId}.md`, bytes })].map((outline) =>
    prepareDocument(flattenOutline(outline)),
  );
});

describe('packs', () => {
  it('give back what was put in, byte for byte', () => {
    const lines = gunzipSync(writePack(documents));
    expect(isPack(lines.subarray(0, 100).toString())).toBe(true);
    expect(readPack(lines)).toEqual(documents);
  });

  it.each([
    ['a changed word', (line: string) => line.replace('paragraph', 'paragraff')],
    ['a chunk that leaves the text', (line: string) => line.replace(/"endByte":\d+/, '"endByte":99999')],
    ['a lost hash', (line: string) => line.replace(/"textSha256":"\w+",?/, '')],
    ['an unknown edition', (line: string) => line.replace('"official"', '"rumour"')],
    ['half a line', (line: string) => line.slice(0, 200)],
    ['another kind of line', () => '{"hello":1}'],
  ])('are refused with their line for %s', (_name, spoil) => {
    const [mark = '', first = '', second = ''] = gunzipSync(writePack(documents)).toString().split('\n');
    const spoilt = [mark, first, spoil(second)].join('\n');
    expect(() => readPack(gunzipSync(gzipSync(spoilt)))).toThrow(/^line 3: /);
  });
});
