import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Block, Outline } from './outline.ts';
import { federalRegisterReader } from './read-federal-register.ts';
import { SourceError } from './reader.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

const rule = `<RULE>
  <PREAMB>
    <PRTPAGE P="901"/>
    <AGENCY TYPE="N">BUREAU OF CONSUMER FINANCIAL PROTECTION</AGENCY>
    <CFR>12 CFR Part 99</CFR>
    <SUBJECT>Barn Doors (Regulation QQ)</SUBJECT>
    <AGY><HD SOURCE="HED">AGENCY:</HD><P>The Bureau.</P></AGY>
    <ACT><HD SOURCE="HED">ACTION:</HD><P>Final rule.</P></ACT>
    <SUM><HD SOURCE="HED">SUMMARY:</HD><P>This rule is about doors.</P></SUM>
    <EFFDATE><HD SOURCE="HED">DATES:</HD><P>This rule is effective May 1, 2031.</P></EFFDATE>
  </PREAMB>
  <SUPLINF>
    <HD SOURCE="HED">SUPPLEMENTARY INFORMATION:</HD>
    <HD SOURCE="HD1">I. Overview</HD>
    <P>Doors were discussed in the<E T="04">Federal Register</E>before.<SU>1</SU>
      <FTREF/>They are<PRTPAGE P="902"/>wooden.</P>
    <FTNT><P><SU>1</SU>77 FR 99.</P></FTNT>
    <LSTSUB><HD SOURCE="HED">List of Subjects in 12 CFR Part 99</HD><P>Barns.</P></LSTSUB>
    <REGTEXT TITLE="12" PART="99">
      <PART><HD SOURCE="HED">PART 99—BARNS</HD>
        <CONTENTS><SECHD>Sec.</SECHD><SECTNO>99.1</SECTNO><SUBJECT>Doors.</SUBJECT></CONTENTS></PART>
      <AMDPAR>1. The authority citation is revised to read:</AMDPAR>
      <AUTH><HD SOURCE="HED">Authority:</HD><P>12 U.S.C. 99.</P></AUTH>
      <SUBPART><HD SOURCE="HED">Subpart A—General</HD></SUBPART>
      <SECTION><SECTNO>§ 99.1</SECTNO><SUBJECT>Doors.</SUBJECT>
        <STARS/><P>(b)<E T="03">Hinges.</E>Two.</P>
        <GPH DEEP="1" SPAN="1"><GID>ER01MY31.000</GID></GPH></SECTION>
      <HD SOURCE="HD1">Supplement I to Part 99—Official Interpretations</HD>
      <EXTRACT><HD SOURCE="HD1">Section 99.1</HD><P>1. Doors open.</P></EXTRACT>
    </REGTEXT>
    <SIG><DATED>Dated: March 1, 2031.</DATED><NAME>A. Farmer,</NAME><TITLE>Director.</TITLE></SIG>
  </SUPLINF>
  <FRDOC>[FR Doc. 2031-00042 Filed 3-2-31; 8:45 am]</FRDOC>
  <BILCOD>BILLING CODE 1</BILCOD>
</RULE>`;

function read(xml: string, name = 'x/2031-00042.xml'): readonly Outline[] {
  return [...federalRegisterReader.read({ name, bytes: new TextEncoder().encode(xml) })];
}
function written(block: Block): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`;
  if (block.kind === 'paragraph') return block.text;
  return [block.caption ?? '', ...block.headerRows.flat(), ...block.rows.flat()].join('|');
}

describe('the Federal Register reader', () => {
  it('recognises documents and issues by their root element alone', () => {
    const recognises = (head: string) => federalRegisterReader.recognises('a.xml', head);
    expect(recognises('<?xml version="1.0"?>\n<!-- note -->\n<RULE>')).toBe(true);
    expect(recognises('<PRORULE><PREAMB>')).toBe(true);
    expect(recognises('<FEDREG xmlns:xsi="x">')).toBe(true);
    expect(recognises('<ECFR><DIV1>')).toBe(false);
    expect(recognises('<CFRGRANULE><RULE>')).toBe(false);
    expect(recognises('')).toBe(false);
  });

  it('states the facts of a rule', () => {
    const [outline] = read(rule);
    expect(outline?.facts).toEqual({
      externalId: 'fr-2031-00042',
      category: 'regulation',
      title: 'Barn Doors (Regulation QQ)',
      description: 'This rule is about doors.',
      authorities: ['cfpb'],
      jurisdictions: ['us-federal'],
      sourceUrl: 'https://www.federalregister.gov/d/2031-00042',
      attributes: {
        category: 'regulation',
        citation: 'FR Doc. 2031-00042',
        sourceUrl: 'https://www.federalregister.gov/d/2031-00042',
        documentNumber: '2031-00042',
        issuedOn: '2031-03-01',
        effectiveDate: '2031-05-01',
      },
    });
    expect(outline?.edition).toBe('official');
    expect(outline?.editionDate).toBe('2031-03-02');
    expect(outline?.heading).toBe('Barn Doors (Regulation QQ)');
  });

  it('gives every piece of text once and in order, apparatus left out', () => {
    expect(read(rule)[0]?.blocks.map(written)).toEqual([
      'BUREAU OF CONSUMER FINANCIAL PROTECTION',
      '12 CFR Part 99',
      '# AGENCY:',
      'The Bureau.',
      '# ACTION:',
      'Final rule.',
      '# SUMMARY:',
      'This rule is about doors.',
      '# DATES:',
      'This rule is effective May 1, 2031.',
      '# SUPPLEMENTARY INFORMATION:',
      '## I. Overview',
      'Doors were discussed in the Federal Register before. 1 They are wooden.',
      '1 77 FR 99.',
      '## List of Subjects in 12 CFR Part 99',
      'Barns.',
      '# PART 99—BARNS',
      'Sec.',
      '99.1 Doors.',
      '1. The authority citation is revised to read:',
      'Authority: 12 U.S.C. 99.',
      '## Subpart A—General',
      '### § 99.1 Doors.',
      '* * * * *',
      '(b) Hinges. Two.',
      '## Supplement I to Part 99—Official Interpretations',
      '### Section 99.1',
      '1. Doors open.',
      'Dated: March 1, 2031.',
      'A. Farmer,',
      'Director.',
    ]);
  });

  it('names the part of a split document after its file', () => {
    const [outline] = read(rule, 'x/2031-00042-2.xml');
    expect(outline?.facts.externalId).toBe('fr-2031-00042-2');
    expect(outline?.facts.title).toBe('Barn Doors (Regulation QQ) (part 2)');
    expect(outline?.facts.attributes.documentNumber).toBe('2031-00042');
  });

  it('takes the number from the file name where no filing line is left, and refuses where neither tells', () => {
    const unfiled = rule.replace(/<FRDOC>.*<\/FRDOC>/, '');
    expect(read(unfiled)[0]?.facts.externalId).toBe('fr-2031-00042');
    expect(() => read(unfiled, 'rule.xml')).toThrow(SourceError);
  });

  it('reads every document of an issue and cites it by volume and page', () => {
    const notice = (number: string, page: string) => `<NOTICE><PREAMB>${page}
      <AGENCY>FEDERAL TRADE COMMISSION</AGENCY><SUBJECT>Barn Fair</SUBJECT><P>It is held.</P></PREAMB>
      <FRDOC>[FR Doc. ${number} Filed 3-2-31; 8:45 am]</FRDOC></NOTICE>`;
    const issue = `<FEDREG><VOL>96</VOL><NO>42</NO><DATE>Monday, March 3, 2031</DATE>
      <RULES>${rule}</RULES><NOTICES>${notice('2031-00050', '')}${notice('2031-00051', '<PRTPAGE P="950"/>')}</NOTICES>
      </FEDREG>`;
    const outlines = read(issue, 'FR-2031-03-03.xml');
    expect(outlines.map((outline) => outline.facts.attributes.citation)).toEqual([
      '96 FR 901',
      '96 FR 902',
      '96 FR 950',
    ]);
    expect(outlines.map((outline) => outline.facts.category)).toEqual([
      'regulation',
      'agencyGuidance',
      'agencyGuidance',
    ]);
    expect(outlines.map((outline) => outline.editionDate)).toEqual(Array(3).fill('2031-03-03'));
  });

  it('refuses an issue without documents', () => {
    expect(() => read('<FEDREG><VOL>96</VOL></FEDREG>')).toThrow(/no RULE, PRORULE or NOTICE/);
  });

  it('keeps notes and tables that stand inside a paragraph, and text that stands in no element', () => {
    const odd = `<NOTICE><PREAMB><SUBJECT>Odd</SUBJECT></PREAMB><SUPLINF>loose
      <P>before<FTNT><P>2 a note</P></FTNT><GPOTABLE><ROW><ENT>cell</ENT></ROW></GPOTABLE>after</P>
      <UNKNOWN>kept</UNKNOWN><UNKNOWN><P>kept too</P></UNKNOWN></SUPLINF></NOTICE>`;
    expect(read(odd)[0]?.blocks.map(written)).toEqual([
      'loose',
      'before',
      '|cell',
      'after',
      '2 a note',
      'kept',
      'kept too',
    ]);
  });
});

const folder = new URL('../../../../shared/corpus/guidance/federal-register/', import.meta.url);

/** Every text piece of the file in order, white space taken out; column heads are compared as a set. */
function plainText(root: XmlElement): string {
  const apparatus = new Set(['BILCOD', 'FRDOC', 'GID', 'BOXHD']);
  let text = '';
  const visit = (element: XmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') text += child;
      else if (child.name === 'STARS') text += '*****';
      else if (child.name === 'SUBJECT' && element.name === 'PREAMB') continue;
      else if (!apparatus.has(child.name)) visit(child);
    }
  };
  visit(root);
  return text.replace(/[ \t\r\n]+/g, '');
}

describe('the Federal Register reader on real documents', () => {
  it.skipIf(!existsSync(folder))(
    'loses nothing, doubles nothing and keeps the order',
    () => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.xml.gz'))) {
        const bytes = gunzipSync(readFileSync(new URL(name, folder)));
        const [outline] = federalRegisterReader.read({ name: name.replace('.gz', ''), bytes });
        const read = (outline?.blocks ?? []).map((block) => {
          if (block.kind !== 'table') return block.text;
          return [block.caption ?? '', ...block.rows.flat()].join('');
        });
        const same = read.join('').replace(/[ \t\r\n]+/g, '') === plainText(parseXml(bytes));
        expect(same, `${name} differs from its source`).toBe(true);
      }
    },
    60_000,
  );
});
