import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readUscJsonl } from './read-usc-jsonl.ts';

interface Fields {
  readonly heading?: string;
  readonly credit?: string;
  readonly [name: string]: unknown;
}

/** A record with the given paragraphs of law, in the shape of the source. */
function record(
  law: readonly string[],
  { heading = '§ 501. Dusting of halls', credit, ...others }: Fields = {},
): string {
  const source =
    credit ??
    '([Pub. L. 101–7, title II, § 9](/us/pl/101/7), May 3, 1989, [103 Stat. 1](/us/stat/103/1); [Pub. L. 110–1](/x).)';
  const text = [
    `# ${heading}`,
    `##### ${heading}`,
    ...law,
    `*${source}*`,
    '#### **Editorial Notes**',
    '(z) Not law.',
  ];
  return JSON.stringify({
    id: 'USC-T99-S501',
    section: '501',
    heading,
    release_point: 'Online@119-1',
    status: 'in_force',
    last_updated: '2026-02-01',
    source_credit: source.slice(0, 60),
    order_defect: false,
    text: text.join('\n\n'),
    ...others,
  });
}

function read(...lines: string[]): Outline[] {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return [...readUscJsonl.read({ name: 'title-99-ch7a-dust.jsonl', bytes })];
}

function textsOf(outline: Outline | undefined): string[] {
  return (outline?.blocks ?? []).map((block) => (block.kind === 'table' ? 'table' : block.text));
}

const sound = [
  '(a) In general The Keeper shall dust under [section 7 of this title](/us/usc/t99/s7) 11 So in original. and—',
  '(1) the hall; and',
  '(2) the yard.',
];

describe('a record', () => {
  it('gives its law alone: heading lines, credit and notes stay out, links become words', () => {
    const [outline] = read(record(sound));
    expect(textsOf(outline)).toEqual([
      '(a) In general',
      'The Keeper shall dust under section 7 of this title 1 and—',
      '1 So in original.',
      '(1) the hall; and',
      '(2) the yard.',
    ]);
    expect(outline).toMatchObject({
      facts: {
        externalId: '99-usc-501',
        title: '99 U.S.C. 501 Dusting of halls',
        attributes: {
          citation: '99 U.S.C. 501',
          uscTitle: 99,
          uscChapter: '7A',
          uscSection: '501',
          publicLawNumber: '101-7',
          enactedDate: '1989-05-03',
        },
      },
      edition: 'official',
      editionDate: '2026-02-01',
      heading: '§ 501. Dusting of halls',
    });
  });

  it('names the law that added the section, not the one it was added to', () => {
    const credit =
      '([Pub. L. 90–3, § 5](/a), as added [Pub. L. 91–8, § 601](/b), Oct. 6, 1970, [84 Stat. 1](/c); [Pub. L. 99–1](/d).)';
    const [outline] = read(record(sound, { source_credit: credit, credit }));
    expect(outline?.facts.attributes).toMatchObject({ publicLawNumber: '91-8', enactedDate: '1970-10-06' });
  });

  it.each([
    ['a flag', sound, { order_defect: true }],
    ['no introduction before (1)', ['(1) the hall;', '(2) the yard.'], {}],
    ['a list that begins with an infinitive', ['(a) To dust the hall.', '(b) To dust the yard.'], {}],
    ['a list of definitions', ['(a) The term “hall” means a room.', '(b) The term “yard” means none.'], {}],
    [
      'closing words before their list',
      ['(a) A keeper who—', 'shall pay.', '(1) sleeps; or', '(2) leaves,'],
      {},
    ],
    ['one designator twice', ['(a) Halls are—', '(1) wide.', '(2) high.', '(1) long.', '(2) deep.'], {}],
    ['a table run into the text', ['(a) The sums are: **Day****Sum** First$1'], {}],
  ])('is lossy with %s', (_why, law, fields) => {
    expect(read(record(law, fields))[0]?.edition).toBe('lossy');
  });

  it('keeps neither the marks of bold cells run together nor soft hyphens, in text or heading', () => {
    const law = ['(a) The sums are: **Day****Sum** Fi\u00adrst$1'];
    const [outline] = read(record(law, { heading: '§ 501. Dust\u00ading of halls' }));
    expect(outline?.heading).toBe('§ 501. Dusting of halls');
    expect(textsOf(outline)).toEqual(['(a) The sums are: Day Sum First$1']);
  });

  it.each([
    '§ 501. Repealed. [Pub. L. 104–2](/us/pl/104/2), May 1, 1996, [110 Stat. 1](/us/stat/110/1)',
    '[§ 501. Omitted',
    '§§ 501 to 503. Transferred',
    '§ 501. [Reserved]',
  ])('headed %s is skipped', (heading) => {
    expect(read(record(['Section, act of 1900, related to dust.'], { heading }))).toEqual([]);
  });

  it('called Reserved halls is not', () => {
    expect(read(record(sound, { heading: '§ 501. Reserved halls' })).length).toBe(1);
  });

  it.each([
    ['{"id":', 'line 2: the line is not JSON'],
    ['[]', 'line 2: the line is not a JSON object'],
    ['{"id":"X"}', 'line 2: id must look like USC-T15-S1681m; found X'],
    ['{"id":"USC-T9-S1","section":7}', 'line 2: section must be text; found 7'],
    [record(sound, { order_defect: 'no' }), 'line 2: order_defect must be true or false; found "no"'],
  ])('%s is refused with its line', (line, message) => {
    expect(() => read(record(sound), line)).toThrow(message);
  });
});

const folder = new URL('../../../../shared/corpus/uscode/md-2026/', import.meta.url);

describe.skipIf(!existsSync(folder))('the 2026 edition (skipped where the shared corpus is absent)', () => {
  it('gives 2,137 sections with distinct slugs, 420 of them lossy', () => {
    const outlines = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl.gz'))
      .flatMap((name) => [
        ...readUscJsonl.read({
          name: name.slice(0, -3),
          bytes: gunzipSync(readFileSync(new URL(name, folder))),
        }),
      ]);
    expect(outlines.length).toBe(2137);
    expect(new Set(outlines.map(({ facts }) => facts.externalId)).size).toBe(2137);
    expect(outlines.filter(({ edition }) => edition === 'lossy').length).toBe(420);
  }, 60_000);
});
