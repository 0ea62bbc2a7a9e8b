import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readRegml } from './read-regml.ts';
import { SourceError } from './reader.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function regulation(content: string, effectiveDate = '2031-02-03'): Uint8Array {
  return encode(`<?xml version="1.0" encoding="UTF-8"?>
<regulation xmlns="eregs">
  <fdsys><cfrTitleNum>12</cfrTitleNum><title>LANTERN RENTALS</title></fdsys>
  <preamble><cfr><title>12</title><section>1099</section></cfr><effectiveDate>${effectiveDate}</effectiveDate></preamble>
  <part label="1099">
    <tableOfContents><tocSecEntry target="1099-1"><sectionSubject>not law</sectionSubject></tocSecEntry></tableOfContents>
    <content>${content}</content>
  </part>
  <analysis><analysisSection target="1099-1"><title>Preamble talk</title></analysisSection></analysis>
</regulation>`);
}

function section(paragraphs: string, subject = '§ 1099.1 Lending of lanterns.'): Uint8Array {
  return regulation(
    `<subpart label="1099-Subpart-A"><title>General</title><content><section label="1099-1" sectionNum="1"><subject>${subject}</subject>${paragraphs}</section></content></subpart>`,
  );
}

const readAll = (bytes: Uint8Array): Outline[] => [...readRegml.read({ name: 'part.xml', bytes })];
const only = (bytes: Uint8Array): Outline => {
  const [outline] = readAll(bytes);
  if (outline === undefined) throw new Error('no outline');
  return outline;
};
/** One line per block: opened paths, then the text. */
const lines = (outline: Outline): string[] =>
  outline.blocks.map((block) => {
    if (block.kind === 'table') return JSON.stringify([...block.headerRows, ...block.rows]);
    if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text} {${block.id}}`;
    return `${block.opens.map(({ path, at }) => `${path.join('.')}@${at}`).join(' ')}| ${block.text}`;
  });

describe('a RegML section', () => {
  it('is a regulation with the facts of its part and preamble', () => {
    const outline = only(
      section('<paragraph label="1099-1-p1" marker=""><content>Lanterns are lent.</content></paragraph>'),
    );
    expect(outline).toEqual({
      facts: {
        externalId: '12-cfr-1099-1',
        category: 'regulation',
        title: '12 CFR 1099.1 Lending of lanterns',
        authorities: ['cfpb'],
        jurisdictions: ['us-federal'],
        sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1099.1',
        attributes: {
          category: 'regulation',
          citation: '12 CFR 1099.1',
          sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1099.1',
          cfrTitle: 12,
          cfrPart: 1099,
          cfrSection: '1',
          effectiveDate: '2031-02-03',
        },
      },
      edition: 'official',
      editionDate: '2031-02-03',
      container: ['Lantern Rentals (12 CFR 1099)'],
      label: '1099.1 Lending of lanterns',
      heading: '§ 1099.1 Lending of lanterns.',
      blocks: [{ kind: 'paragraph', text: 'Lanterns are lent.', opens: [] }],
    });
  });

  it('reads marker, title and words as the CFR prints them, links and defined terms in place', () => {
    const outline = only(
      section(`
        <paragraph label="1099-1-a" marker="(a)"><title type="keyterm">Scope.</title><content>A <ref target="x" reftype="term">lender</ref>'s
          “<def term="lantern">lantern</def>” is <em>lit</em>.</content>
          <paragraph label="1099-1-a-1" marker="(1)"><content>At dusk; or</content></paragraph>
        </paragraph>
        <paragraph label="1099-1-p9" marker=""><content>Flush words close the list.</content></paragraph>`),
    );
    expect(lines(outline)).toEqual([
      "a@0| (a) Scope. A lender's “lantern” is lit.",
      'a.1@0| (1) At dusk; or',
      '| Flush words close the list.',
    ]);
    expect(outline.blocks[0]).toMatchObject({ opens: [{ path: ['a'], heading: 'Scope', at: 0 }] });
  });

  it('sets a title or marker without words on the line of its first paragraph', () => {
    const outline = only(
      section(`
        <paragraph label="1099-1-a" marker="(a)"><title>Wicks.</title><content/>
          <paragraph label="1099-1-a-1" marker="(1)"><title>Length—</title><content/>
            <paragraph label="1099-1-a-1-i" marker="(i)"><content>One inch.</content></paragraph>
            <paragraph label="1099-1-a-1-ii" marker="(ii)"><content>Two inches.</content></paragraph></paragraph></paragraph>
        <paragraph label="1099-1-b" marker="(b)"><content/>
          <paragraph label="1099-1-b-1" marker="(1)"><content>Oil.</content></paragraph></paragraph>
        <paragraph label="1099-1-c" marker="(c)"><title>Glass</title><content>—</content>
          <paragraph label="1099-1-c-1" marker="(1)"><content>Clear.</content></paragraph></paragraph>`),
    );
    expect(lines(outline)).toEqual([
      'a@0 a.1@11 a.1.i@22| (a) Wicks. (1) Length—(i) One inch.',
      'a.1.ii@0| (ii) Two inches.',
      'b@0 b.1@3| (b)(1) Oil.',
      'c@0 c.1@10| (c) Glass—(1) Clear.',
    ]);
  });

  it.each([
    ['Scope.', 'Scope. Lanterns only.', '(a) Scope. Lanterns only.'],
    ['Dim lanterns', 'Dim lanterns are not lent.', '(a) Dim lanterns are not lent.'],
    ['Examples.', 'Examples of dim lanterns are these:', '(a) Examples. Examples of dim lanterns are these:'],
    ['Keeper of Oil.', 'Keeper of Oil The keeper counts cans.', '(a) Keeper of Oil. The keeper counts cans.'],
    ['Wick', 'shall mean a cord.', '(a) Wick shall mean a cord.'],
  ])('never says the title "%s" twice', (title, words, expected) => {
    const outline = only(
      section(
        `<paragraph label="1099-1-a" marker="(a)"><title>${title}</title><content>${words}</content></paragraph>`,
      ),
    );
    expect(outline.blocks[0]).toMatchObject({ text: expected });
  });

  it('takes the number from the label where the heading lacks it or has another', () => {
    const words = '<paragraph label="1099-1-p1" marker=""><content>Text.</content></paragraph>';
    expect(only(section(words, 'Definitions.')).heading).toBe('§ 1099.1 Definitions.');
    const wrong = only(section(words, '§ 1099.101 Purpose.'));
    expect([wrong.heading, wrong.facts.title]).toEqual(['§ 1099.1 Purpose.', '12 CFR 1099.1 Purpose']);
  });

  it('is left out where it is reserved', () => {
    const bytes = regulation(
      `<section label="1099-1" sectionNum="1"><subject>§ 1099.1 [Reserved]</subject><reserved>Reserved</reserved></section>
       <section label="1099-2" sectionNum="2"><subject>§ 1099.2 Oil.</subject><paragraph label="1099-2-p1" marker="none"><content>Oil.</content></paragraph></section>`,
    );
    expect(readAll(bytes).map(({ facts }) => facts.externalId)).toEqual(['12-cfr-1099-2']);
  });
});

describe('RegML content', () => {
  const textOf = (content: string) =>
    lines(only(section(`<paragraph label="1099-1-p1" marker=""><content>${content}</content></paragraph>`)));

  it('reads a table with its spans once, without the copies of terms beside it', () => {
    const table = `<table><header>
        <columnHeaderRow><column colspan="1" rowspan="2"/><column colspan="2" rowspan="1">Oil</column></columnHeaderRow>
        <columnHeaderRow><column colspan="1" rowspan="1">cans</column><column colspan="1" rowspan="1">price</column></columnHeaderRow></header>
      <row><cell>May</cell><cell>2</cell><cell>$3</cell></row></table> <ref target="x" reftype="term">Oil</ref>`;
    expect(textOf(table)).toEqual(['[["","Oil",""],["","cans","price"],["May","2","$3"]]']);
  });

  it('reads a line to be filled in once', () => {
    expect(
      textOf('<dash>Number of Lots lent</dash><ref target="x" reftype="term">Lots</ref> lent_____'),
    ).toEqual(['| Number of Lots lent']);
    expect(textOf('<dash>Date:</dash> and hour')).toEqual(['| Date: and hour']);
  });

  it('puts a footnote after the paragraph and leaves its mark', () => {
    expect(
      textOf(
        'Light<footnote ref="1">Or daylight.</footnote> is lent. <callout type="note"><line>Note:</line><line>Dusk.</line></callout>',
      ),
    ).toEqual(['| Light1 is lent.', '| Note: Dusk.', '| 1 Or daylight.']);
  });

  it('takes the description of a picture only where it is real and the only text', () => {
    const graphic = (alt: string) =>
      `<graphic><altText>${alt}</altText><text>![](X.001)</text><url>https://example.org/x</url></graphic>`;
    expect(textOf(`${graphic('A form that asks for a name')}`)).toEqual(['| A form that asks for a name']);
    expect(textOf(`Form 1 ${graphic('A form that asks for a name')}`)).toEqual(['| Form 1']);
    expect(() => textOf(graphic('X001'))).toThrow(SourceError);
  });
});

describe('RegML appendices and interpretations', () => {
  it('reads an appendix with headings, prefixes and own-line titles', () => {
    const bytes =
      regulation(`<appendix label="1099-A" appendixLetter="A"><appendixTitle>Appendix A to Part 1099—Model Lamps</appendixTitle>
      <appendixSection appendixSecNum="1" label="1099-A-1"><subject>A-1—Small Lamps</subject>
        <paragraph label="1099-A-1-a" marker="(a)"><title>Brass</title><content/>
          <paragraph label="1099-A-1-a-p1" marker=""><content>Polish weekly.</content></paragraph>
          <paragraph label="1099-A-1-a-h1" marker=""><title>Care</title><content/></paragraph></paragraph>
        <paragraph label="1099-A-1-h2" marker=""><title>Sample Label</title><content/>
          <paragraph label="1099-A-1-h2-p2" marker=""><content>LAMP</content></paragraph></paragraph>
      </appendixSection>
      <appendixSection appendixSecNum="2" label="1099-A-p2"><subject/>
        <paragraph label="1099-A-p2-B" marker="B."><title>The Large Lamp</title><content>It is heavy.</content></paragraph>
      </appendixSection></appendix>`);
    const outline = only(bytes);
    expect(outline.facts.externalId).toBe('12-cfr-1099-appendix-a');
    expect(outline.facts.title).toBe('12 CFR Part 1099 Appendix A Model Lamps');
    expect(outline.facts.attributes).toMatchObject({
      citation: '12 CFR Part 1099, Appendix A',
      cfrSection: 'Appendix A',
    });
    expect(lines(outline)).toEqual([
      '# A-1—Small Lamps {1099-a-1}',
      'A-1.a@0| (a) Brass',
      '| Polish weekly.',
      '| Care',
      '## Sample Label {1099-a-1-h2}',
      '| LAMP',
      'B@0| B. The Large Lamp',
      '| It is heavy.',
    ]);
  });

  const comment = (label: string, marker: string, words: string, rest = '') =>
    `<interpParagraph label="${label}" marker="${marker}"><content>${words}</content>${rest}</interpParagraph>`;

  it('reads all interpretations as one supplement, comments named after their provision', () => {
    const bytes =
      regulation(`<interpretations label="1099-Interp"><title>Supplement I to Part 1099—Official Interpretations</title>
        <interpSection label="1099-1-Interp" sectionNum="1"><title>Section 1099.1 Lending</title>
          <interpParagraph label="1099-1-a-Interp" marker="Interp" target="1099-1-a"><title>1(a) Scope</title><content/>
            <interpParagraph label="1099-1-a-Interp-1" marker="1."><title>Dusk.</title><content>Dusk is not night.</content>
              ${comment('1099-1-a-Interp-1-i', 'i.', 'Nor is dawn.')}</interpParagraph>
            ${comment('1099-1-a-Interp-2', '1.', 'The marker is wrong.')}
            <interpParagraph label="1099-1-a-1-Interp" marker="Interp"><content/>
              <interpParagraph label="1099-1-a-1-i-Interp" marker="i."><title>Paragraph 1(a)(1)(i)</title><content/>
                ${comment('1099-1-a-1-i-Interp-1', '1.', 'Wicks count.')}</interpParagraph></interpParagraph>
          </interpParagraph>
          ${comment('1099-1-b-Interp-1', '1.', 'No heading of its own.')}
          <interpParagraph label="1099-1-c-Interp-1" marker="Interp"><title>General.</title><content>Marker lost.</content></interpParagraph>
        </interpSection></interpretations>
      <interpretations label="1099-Appendices-Interp"><title>Appendix A</title>
        <interpSection label="1099-A-Interp"><title>Appendix A—Model Lamps</title>${comment('1099-A-Interp-1', '1.', 'Lamps may be painted.')}</interpSection></interpretations>`);
    const [outline, ...more] = readAll(bytes);
    expect(more).toEqual([]);
    expect(outline?.facts.externalId).toBe('12-cfr-1099-supplement-i');
    expect(outline && lines(outline)).toEqual([
      '# Section 1099.1 Lending {1099-1-interp}',
      '## 1(a) Scope {1099-1-a-interp}',
      '1.a.Interp.1@0| 1. Dusk. Dusk is not night.',
      '1.a.Interp.1.i@0| i. Nor is dawn.',
      '1.a.Interp.2@0| 1. The marker is wrong.',
      '### Paragraph 1(a)(1)(i) {1099-1-a-1-i-interp}',
      '1.a.1.i.Interp.1@0| 1. Wicks count.',
      '1.b.Interp.1@0| 1. No heading of its own.',
      '| General. Marker lost.',
      '# Appendix A—Model Lamps {1099-a-interp}',
      'A.Interp.1@0| 1. Lamps may be painted.',
    ]);
  });
});

describe('readRegml', () => {
  it('knows its files by root and namespace', () => {
    expect(readRegml.recognises('x.xml', '<?xml version="1.0"?>\n<regulation xmlns="eregs" >')).toBe(true);
    expect(readRegml.recognises('x.xml', '<regulation xmlns="urn:other">')).toBe(false);
    expect(readRegml.recognises('x.xml', '<ECFR>')).toBe(false);
  });

  it.each([
    ['<other/>', 'malformed'],
    ['<regulation xmlns="eregs"><part label="x"/></regulation>', 'malformed'],
    ['<regulation xmlns="eregs"><part label="1099"/></regulation>', 'malformed'],
    ['<!DOCTYPE r><regulation/>', 'doctype_refused'],
    [
      '<regulation xmlns="eregs"><fdsys><cfrTitleNum>12</cfrTitleNum></fdsys><part label="1099"/></regulation>',
      'no_text',
    ],
    [
      '<regulation xmlns="eregs"><fdsys><cfrTitleNum>12</cfrTitleNum></fdsys><part label="1099"><content><section/></content></part></regulation>',
      'malformed',
    ],
  ])('refuses %s', (xml, code) => {
    expect(() => readAll(encode(xml))).toThrow(expect.objectContaining({ code }));
  });

  it('falls back to the edition date given from outside', () => {
    const bytes = regulation(
      '<section label="1099-1"><subject>§ 1099.1 Oil.</subject><paragraph marker=""><content>Oil.</content></paragraph></section>',
      '',
    );
    const [outline] = readRegml.read({ name: 'x.xml', bytes, editionDate: '2030-01-01' });
    expect(outline?.editionDate).toBe('2030-01-01');
    expect(outline?.facts.attributes.effectiveDate).toBeUndefined();
  });
});

const corpus = new URL('../../../../shared/corpus/cfr-regml/', import.meta.url);
describe('the RegML corpus', () => {
  it.skipIf(!existsSync(corpus))(
    'is read whole: every content once and in order (skipped without ../shared)',
    () => {
      let documents = 0;
      const missing: string[] = [];
      for (const part of readdirSync(corpus).filter((name) => name.startsWith('part-'))) {
        for (const file of readdirSync(new URL(`${part}/`, corpus)).filter((name) =>
          name.endsWith('.xml.gz'),
        )) {
          const bytes = gunzipSync(readFileSync(new URL(`${part}/${file}`, corpus)));
          const outlines = readAll(bytes);
          documents += outlines.length;
          const ids = outlines.map(({ facts }) => facts.externalId);
          expect(new Set(ids).size, file).toBe(ids.length);
          expect(
            ids.filter((id) => !/^12-cfr-[a-z0-9-]+$/.test(id)),
            file,
          ).toEqual([]);
          const squeezed = outlines
            .flatMap(({ blocks }) =>
              blocks.flatMap((block) =>
                block.kind === 'table' ? [...block.headerRows, ...block.rows].flat() : [block.text],
              ),
            )
            .join('')
            .replace(/\s/g, '');
          let from = 0;
          for (const content of contentsOf(bytes.toString('utf8'))) {
            const at = squeezed.indexOf(content, from);
            if (at < 0) missing.push(`${file}: ${content.slice(0, 80)}`);
            else from = at + content.length;
          }
        }
      }
      expect(documents).toBe(563);
      // 12 CFR 1070.23(a): the words begin with the title, without its stop, and the title is said once.
      expect(missing.length, missing.join('\n')).toBe(1);
    },
  );
});

/** A second extraction, by pattern instead of parser: plain contents of part and interpretations, squeezed. */
function contentsOf(xml: string): string[] {
  const part = xml.slice(xml.indexOf('<part '), xml.indexOf('</part>')).replace(/<!--.*?-->/gs, '');
  return [...part.matchAll(/<content>((?:[^<]|<\/?(?:ref|def)\b[^>]*>)+)<\/content>/g)]
    .map(([, inner = '']) => unescapeXml(inner.replace(/<[^>]*>/g, '')).replace(/\s/g, ''))
    .filter((content) => content !== '');
}

function unescapeXml(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#([0-9]+)|([a-z]+));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (named[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
