import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readRegmlTree } from './read-regml-tree.ts';

type Node = Readonly<Record<string, unknown>>;

const node = (label: string, nodeType: string, rest: Node = {}): Node => ({
  label: label.split('-'),
  node_type: nodeType,
  text: '',
  children: [],
  ...rest,
});
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const readAll = (value: unknown, editionDate?: string): Outline[] => [
  ...readRegmlTree.read({
    name: 'x.tree.json',
    bytes: bytesOf(value),
    ...(editionDate !== undefined && { editionDate }),
  }),
];
const part = (...children: Node[]) => node('1099', 'regtext', { title: 'LANTERN RENTALS', children });
const lines = (outline: Outline | undefined): string[] =>
  (outline?.blocks ?? []).map((block) => {
    if (block.kind === 'table') return 'table';
    if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text} {${block.id}}`;
    return `${block.opens.map(({ path, heading = '' }) => `${path.join('.')}:${heading}`).join(' ')}| ${block.text}`;
  });

const section = node('1099-1', 'regtext', {
  title: '§ 1099.1 Lending of lanterns.',
  text: 'For this part:',
  children: [
    node('1099-1-a', 'regtext', {
      marker: '(a)',
      text: '(a) Scope of lending.',
      children: [
        node('1099-1-a-1', 'regtext', { marker: '(1)', text: '(1) Dusk.A lender lends at dusk. Not later.' }),
        node('1099-1-a-2', 'regtext', {
          marker: '(2)',
          title: 'Dawn.',
          text: '(2) Nothing is lent at dawn.',
        }),
      ],
    }),
    node('1099-1-b', 'regtext', {
      marker: '(b)',
      text: '(b) The wick is trimmed.',
      children: [node('1099-1-b-1', 'regtext', { marker: '(1)', text: '(1) Under 1 U.S.C. 1, weekly.' })],
    }),
  ],
});

describe('the JSON tree of a part', () => {
  it('gives the documents RegML gives, with titles parted from the words they are set solid with', () => {
    const [outline] = readAll(
      part(node('1099-Subpart-A', 'subpart', { title: 'General', children: [section] })),
    );
    expect(outline).toMatchObject({
      facts: { externalId: '12-cfr-1099-1', title: '12 CFR 1099.1 Lending of lanterns' },
      container: ['Lantern Rentals (12 CFR 1099)'],
      heading: '§ 1099.1 Lending of lanterns.',
    });
    expect(lines(outline)).toEqual([
      '| For this part:',
      'a:Scope of lending a.1:Dusk| (a) Scope of lending. (1) Dusk. A lender lends at dusk. Not later.',
      'a.2:Dawn| (2) Dawn. Nothing is lent at dawn.',
      'b:| (b) The wick is trimmed.',
      'b.1:| (1) Under 1 U.S.C. 1, weekly.',
    ]);
  });

  it('reads appendices and interpretations, pictures left out', () => {
    const outlines = readAll(
      part(
        node('1099-A', 'appendix', {
          title: 'Appendix A to Part 1099—Model Lamps',
          children: [
            node('1099-A-1', 'appendix', {
              title: 'A-1—Small Lamps',
              text: 'Lamps are these:',
              children: [
                node('1099-A-1-p1', 'appendix', { marker: '', text: '![](X.001)' }),
                node('1099-A-1-a', 'appendix', { marker: '(a)', text: '(a) Brass lamps.' }),
              ],
            }),
          ],
        }),
        node('1099-B', 'appendix', { title: 'Appendix B to Part 1099—[Reserved]' }),
        node('1099-Interp', 'interp', {
          title: 'Supplement I to Part 1099—Official Interpretations',
          children: [
            node('1099-1-Interp', 'interp', {
              title: 'Section 1099.1 Lending',
              children: [
                node('1099-1-a-Interp', 'interp', {
                  marker: 'Interp',
                  title: '1(a) Scope',
                  children: [
                    node('1099-1-a-Interp-1', 'interp', {
                      marker: '1.',
                      title: 'Dusk.',
                      text: 'Dusk is not night.',
                    }),
                  ],
                }),
              ],
            }),
          ],
        }),
      ),
    );
    expect(outlines.map(({ facts }) => facts.externalId)).toEqual([
      '12-cfr-1099-appendix-a',
      '12-cfr-1099-supplement-i',
    ]);
    expect(lines(outlines[0])).toEqual([
      '# A-1—Small Lamps {1099-a-1}',
      '| Lamps are these:',
      'A-1.a:| (a) Brass lamps.',
    ]);
    expect(lines(outlines[1])).toEqual([
      '# Section 1099.1 Lending {1099-1-interp}',
      '## 1(a) Scope {1099-1-a-interp}',
      '1.a.Interp.1:Dusk| 1. Dusk. Dusk is not night.',
    ]);
  });

  it('has the edition date it is given from outside, and none of its own', () => {
    expect(readAll(part(section))[0]?.editionDate).toBeUndefined();
    expect(readAll(part(section), '2031-02-03')[0]?.editionDate).toBe('2031-02-03');
    expect(readAll(part(section), '2031-02-03')[0]?.facts.attributes.effectiveDate).toBeUndefined();
  });

  it('knows its files by node types or by name', () => {
    expect(readRegmlTree.recognises('a.json', '{"children": [{"node_type": "regtext"')).toBe(true);
    expect(readRegmlTree.recognises('2018.tree.json', '{"children": [{"children": [')).toBe(true);
    expect(readRegmlTree.recognises('a.json', '{"id": "USC-T15"}')).toBe(false);
    expect(readRegmlTree.recognises('a.tree.json', '[1]')).toBe(false);
  });
});

describe('a tree that is not one', () => {
  const refusal = (bytes: Uint8Array) => () => [...readRegmlTree.read({ name: 'x.tree.json', bytes })];

  it.each([
    ['{"label": ["1099"]', 'malformed'],
    ['[]', 'malformed'],
    ['{"label": "1099", "node_type": "regtext"}', 'malformed'],
    ['{"label": ["1099"], "node_type": 3}', 'malformed'],
    ['{"label": ["1099"], "node_type": "regtext", "text": 1}', 'malformed'],
    ['{"label": ["1099"], "node_type": "regtext", "children": {}}', 'malformed'],
    ['{"label": ["1099"], "node_type": "regtext", "title": 5}', 'malformed'],
    ['{"label": ["1099", "1"], "node_type": "regtext"}', 'malformed'],
    ['{"label": ["1099"], "node_type": "regtext"}', 'no_text'],
  ])('is refused: %s', (json, code) => {
    expect(refusal(new TextEncoder().encode(json))).toThrow(expect.objectContaining({ code }));
  });

  it('is refused where it nests too deep or is not UTF-8', () => {
    let deep = node('1099-1', 'regtext', { text: 'x' });
    for (let depth = 0; depth < 250; depth += 1) deep = node('1099-1', 'regtext', { children: [deep] });
    expect(refusal(bytesOf(part(deep)))).toThrow(expect.objectContaining({ code: 'too_deep' }));
    expect(refusal(Uint8Array.of(0x7b, 0xff))).toThrow(expect.objectContaining({ code: 'not_utf8' }));
  });
});

const tree = new URL(
  '../../../../shared/corpus/cfr-regml/part-1005/2018-01305.tree.json.gz',
  import.meta.url,
);
describe('the tree of the corpus', () => {
  it.skipIf(!existsSync(tree))('is read whole (skipped without ../shared)', () => {
    const bytes = gunzipSync(readFileSync(tree));
    const outlines = [...readRegmlTree.read({ name: 'part-1005/2018-01305.tree.json', bytes })];
    expect(outlines).toHaveLength(30);
    const paragraphs = outlines.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'paragraph');
    const squeezed = outlines
      .flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'table' ? '' : block.text)))
      .join('')
      .replace(/\s/g, '');
    let from = 0;
    for (const text of textsOf(JSON.parse(bytes.toString('utf8')))) {
      const at = squeezed.indexOf(text, from);
      expect(at, text.slice(0, 80)).toBeGreaterThanOrEqual(0);
      from = at + text.length;
    }
    // Nothing is left set solid: `Scope.This`.
    const solid = paragraphs.filter(
      (block) => block.kind === 'paragraph' && /^[^.]{0,150}[a-z]\.[A-Z][a-z]/.test(block.text),
    );
    expect(solid).toEqual([]);
  });
});

/** A second extraction: the words of every node in tree order, marker and pictures taken off, squeezed. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const marker = String(fields.get('marker') ?? '');
  const text = String(fields.get('text') ?? '').replace(/!\[\]\([^)]*\)/g, '');
  const words = (text.startsWith(marker) ? text.slice(marker.length) : text).replace(/\s/g, '');
  const children = fields.get('children');
  return [...(words === '' ? [] : [words]), ...(Array.isArray(children) ? children.flatMap(textsOf) : [])];
}
