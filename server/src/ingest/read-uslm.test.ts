import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readUslm } from './read-uslm.ts';

const uslm = 'http://xml.house.gov/schemas/uslm/1.0';

function code(sections: string, prefix = 'u:'): Uint8Array {
  const prefixed = sections.replace(/<(\/?)(?=[a-z])/g, `<$1${prefix}`);
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<${prefix}uscDoc xmlns${prefix === '' ? '' : ':u'}="${uslm}" xmlns:dcterms="http://purl.org/dc/terms/" identifier="/us/usc/t99">
  <${prefix}meta><dcterms:created>2031-02-03T04:05:06</dcterms:created></${prefix}meta>
  <${prefix}main><${prefix}title identifier="/us/usc/t99"><${prefix}num value="99">Title 99—</${prefix}num><${prefix}heading>LAMPS AND LANTERNS</${prefix}heading>
  ${prefixed}</${prefix}title></${prefix}main></${prefix}uscDoc>`);
}

const section = (body: string, value = '7') =>
  `<section identifier="/us/usc/t99/s${value}"><num value="${value}">§ ${value}.</num><heading> Lending of lamps</heading>${body}
   <sourceCredit>(June 1, 1931)</sourceCredit><notes><note topic="amendments"><p>Not law.</p><section><num>“SEC. 1.</num></section></note></notes></section>`;
const level = (name: string, value: string, body: string) =>
  `<${name}><num value="${value}">(${value})</num>${body}</${name}>`;

const readAll = (bytes: Uint8Array): Outline[] => [...readUslm.read({ name: 'usc99.xml', bytes })];
const linesOf = (body: string): string[] => {
  const [outline] = readAll(code(section(body)));
  return (outline?.blocks ?? []).map((block) => {
    if (block.kind === 'table') return JSON.stringify([...block.headerRows, ...block.rows]);
    if (block.kind === 'heading') return `# ${block.text}`;
    return `${block.opens.map(({ path, at, heading = '' }) => `${path.join('.')}@${at}:${heading}`).join(' ')}| ${block.text}`;
  });
};

describe('a section of the Code', () => {
  it('is a statute dated by its file and named by its number, under any prefix', () => {
    for (const prefix of ['', 'u:']) {
      const bytes = code(
        `<chapter><num value="3">CHAPTER 3—</num><heading>LENDING</heading>${section('<content>Lamps.</content>', '7a–1')}</chapter>`,
        prefix,
      );
      expect(readAll(bytes)).toEqual([
        {
          facts: {
            externalId: '99-usc-7a-1',
            category: 'statute',
            title: '99 U.S.C. 7a-1 Lending of lamps',
            authorities: ['congress'],
            jurisdictions: ['us-federal'],
            sourceUrl: 'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title99-section7a-1',
            attributes: {
              category: 'statute',
              citation: '99 U.S.C. 7a-1',
              sourceUrl: 'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title99-section7a-1',
              uscTitle: 99,
              uscChapter: '3',
              uscSection: '7a-1',
            },
          },
          edition: 'official',
          editionDate: '2031-02-03',
          container: ['Lending (99 U.S.C.)'],
          label: '99 U.S.C. 7a-1 Lending of lamps',
          heading: '§ 7a–1. Lending of lamps',
          blocks: [{ kind: 'paragraph', text: 'Lamps.', opens: [] }],
        },
      ]);
    }
  });

  it('keeps levels, chapeaux and flush text in order, headings on their own line', () => {
    const body = level(
      'subsection',
      'a',
      `<heading> Oil</heading><chapeau>A lender shall—</chapeau>
       ${level('paragraph', '1', '<content> fill; and</content>')}
       ${level('paragraph', '2', `<chapeau> trim—</chapeau>${level('subparagraph', 'A', '<content> weekly; or</content>')}${level('clause', 'i', '<content> daily,</content>')}<continuation>as needed</continuation>`)}
       <continuation>before dusk: </continuation><proviso><i>Provided</i>, That it rains.</proviso>`,
    );
    expect(linesOf(body)).toEqual([
      'a@0:Oil| (a) Oil',
      '| A lender shall—',
      'a.1@0:| (1) fill; and',
      'a.2@0:| (2) trim—',
      'a.2.A@0:| (A) weekly; or',
      'a.2.i@0:| (i) daily,',
      '| as needed',
      '| before dusk:',
      '| Provided, That it rains.',
    ]);
  });

  it('sets bare designators close and runs in the headings of enacted titles', () => {
    const body = `${level('subsection', 'a', level('paragraph', '1', '<content> Oil is sold.</content>'))}
      ${level('subsection', 'b', '<heading><inline class="small-caps">Wicks</inline>.—</heading><content>Wicks are free.</content>')}
      ${level('subsection', 'c', '<heading> Glass</heading><note topic="miscellaneous"><p>[Repealed.]</p></note>')}
      <subsection><num value="d">(d), (e)</num><content> Repealed.</content></subsection>`;
    expect(linesOf(body)).toEqual([
      'a@0: a.1@3:| (a)(1) Oil is sold.',
      'b@0:Wicks| (b) Wicks.—Wicks are free.',
      'c@0:Glass| (c) Glass',
      '| [Repealed.]',
      'd@0: e@5:| (d), (e) Repealed.',
    ]);
  });

  it('keeps footnotes, tables and quotations', () => {
    const footnote = (mark: string) =>
      `<ref class="footnoteRef" idref="f">${mark}</ref>\n   <note type="footnote" id="f"><num>${mark}</num> So in original.</note>`;
    const body = `<chapeau>Lamps ${footnote('1')}, lit,<sup>1</sup> are lent under <ref href="/us/usc/t99/s8">section 8</ref>:</chapeau>
      ${level(
        'subsection',
        'a',
        `<heading> Fees ${footnote('2')}</heading><content><p>These are due:</p>
        <table><thead><tr><th>Lamp</th><th>Fee</th></tr></thead><tbody><tr><td><p>Small</p></td><td>$1</td></tr></tbody></table></content>`,
      )}
      ${level('subsection', 'b', '<content> The label reads <quotedContent>“Hot”</quotedContent> and: <quotedContent><paragraph><num value="1">“(1)</num><content>Do not touch.”</content></paragraph></quotedContent></content>')}`;
    expect(linesOf(body)).toEqual([
      '| Lamps 1, lit,1 are lent under section 8:',
      '| 1 So in original.',
      'a@0:Fees| (a) Fees 2',
      '| 2 So in original.',
      '| These are due:',
      '[["Lamp","Fee"],["Small","$1"]]',
      'b@0:| (b) The label reads “Hot” and:',
      '| “(1) Do not touch.”',
    ]);
  });

  it('nests the paragraphs of a section that is one block of text', () => {
    const body = `<content><p class="indent2 firstIndent-2">(a) Oil</p><p>Oil is sold.</p><p>(1) by the can; or</p><p>(2) by the drop.</p>
      <p class="indent2 firstIndent-2">(b) Wicks</p></content>`;
    expect(linesOf(body)).toEqual([
      'a@0:Oil| (a) Oil',
      '| Oil is sold.',
      'a.1@0:| (1) by the can; or',
      'a.2@0:| (2) by the drop.',
      'b@0:Wicks| (b) Wicks',
    ]);
  });

  it('is left out where it was repealed', () => {
    const bytes = code(
      `<section status="repealed" identifier="/us/usc/t99/s6"><num value="6">§ 6.</num><heading> Repealed.</heading><notes><note><p>Not law.</p></note></notes></section>${section('<content>Lamps.</content>')}`,
    );
    expect(readAll(bytes).map(({ facts }) => facts.externalId)).toEqual(['99-usc-7']);
  });
});

describe('readUslm', () => {
  it('knows its files by their root under any prefix', () => {
    expect(readUslm.recognises('x.xml', '<?xml version="1.0"?><ns0:uscDoc xmlns:ns0="x">')).toBe(true);
    expect(readUslm.recognises('x.xml', `<uscDoc xmlns="${uslm}">`)).toBe(true);
    expect(readUslm.recognises('x.xml', '<regulation>')).toBe(false);
  });

  it.each([
    ['<lawDoc/>', 'malformed'],
    ['<uscDoc/>', 'no_text'],
    ['<uscDoc><main><section identifier="/us/usc/t99/s"><num>§</num></section></main></uscDoc>', 'malformed'],
    ['<uscDoc><main><section><num value="1">§ 1.</num></section></main></uscDoc>', 'malformed'],
    ['<uscDoc>', 'malformed'],
  ])('refuses %s', (xml, expected) => {
    const read = () => readAll(new TextEncoder().encode(xml));
    expect(read).toThrow(expect.objectContaining({ code: expected }));
  });
});

const corpus = new URL('../../../../shared/corpus/uscode/uslm-2026/', import.meta.url);
describe('the USLM corpus', () => {
  it.skipIf(!existsSync(corpus))(
    'opens every identified level once and in order (skipped without ../shared)',
    () => {
      let sections = 0;
      for (const file of readdirSync(corpus).filter((name) => name.endsWith('.xml.gz'))) {
        const bytes = gunzipSync(readFileSync(new URL(file, corpus)));
        const outlines = readAll(bytes);
        sections += outlines.length;
        const identified = [
          ...bytes.toString('utf8').matchAll(/ identifier="\/us\/usc\/t\d+\/s([^"/]+)\/([^"]+)"/g),
        ];
        for (const { facts, blocks } of outlines) {
          const { uscSection } = facts.attributes;
          const expected = identified.filter(([, number]) => number === uscSection).map(([, , path]) => path);
          const opened = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.opens : []));
          // Section 1715l is one block of text and has no identifiers of its own.
          if (expected.length > 0)
            expect(
              opened.map(({ path }) => path.join('/')),
              facts.externalId,
            ).toEqual(expected);
          else expect(opened.length, facts.externalId).toBeGreaterThan(50);
        }
      }
      expect(sections).toBe(19);
    },
  );
});
