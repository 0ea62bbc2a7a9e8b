import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readEcfr } from './read-ecfr.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (xml: string, name = 'part.xml'): Outline[] => [...readEcfr.read({ name, bytes: encode(xml) })];
const texts = (outline: Outline | undefined) =>
  outline?.blocks.map((block) => (block.kind === 'table' ? '(table)' : block.text));

const api = (sections: string) => `<?xml version="1.0"?><ECFR><DIV1 N="99" TYPE="TITLE"><HEAD>Title 99</HEAD>
<DIV3 N="I" TYPE="CHAPTER"><HEAD>CHAPTER I</HEAD><DIV5 N="7" TYPE="PART"><HEAD>PART 7—INVENTED RULES
</HEAD><AUTH><HED>Authority:</HED><PSPACE>99 U.S.C. 1.</PSPACE></AUTH>${sections}</DIV5></DIV3></DIV1></ECFR>`;

const section = (body: string) =>
  api(`<DIV8 N="7.1" TYPE="SECTION"><HEAD>§ 7.1   Purpose of this example.\n</HEAD>${body}</DIV8>`);

describe('readEcfr', () => {
  it.each([
    ['title.xml', '<?xml version="1.0"?>\n<ECFR>\n<DIV1 N="31">', true],
    ['title.xml', '<DLPSTEXTCLASS>\n<HEADER>', true],
    ['part.xml', '<?xml version="1.0"?><DIV5 N="7" TYPE="PART">', true],
    ['section.XML', '<DIV8 N="7.1" TYPE="SECTION">', true],
    ['page.html', '<DIV5 N="7">', false],
    ['granule.xml', '<CFRGRANULE>', false],
    ['page.xml', '<html><DIV class="x">', false],
  ])('recognises %s beginning %j: %s', (name, head, expected) => {
    expect(readEcfr.recognises(name, head)).toBe(expected);
  });

  it('reads a section of the versioner API', () => {
    const [outline, ...rest] = read(
      section(`<P>(a) <I>Scope</I>—(1) <I>Banks.</I> Every bank counts.</P>
        <P>(2) A thrift counts.</P><XREF ID="20990101">Link to an amendment.</XREF>
        <CITA TYPE="N">[70 FR 1, Jan. 2, 2005, as amended at 80 FR 3, May 4, 2015]</CITA>`),
    );
    expect(rest).toEqual([]);
    expect(outline?.facts.externalId).toBe('99-cfr-7-1');
    expect(outline?.facts.title).toBe('99 CFR 7.1 Purpose of this example');
    expect(outline?.facts.attributes.lastAmendedDate).toBe('2015-05-04');
    expect(outline?.container).toEqual(['Invented Rules (99 CFR 7)']);
    expect(outline?.heading).toBe('§ 7.1 Purpose of this example.');
    expect(outline?.edition).toBe('official');
    expect(outline?.blocks).toEqual([
      {
        kind: 'paragraph',
        text: '(a) Scope—(1) Banks. Every bank counts.',
        opens: [
          { path: ['a'], heading: 'Scope', at: 0 },
          { path: ['a', '1'], heading: 'Banks', at: 10 },
        ],
      },
      { kind: 'paragraph', text: '(2) A thrift counts.', opens: [{ path: ['a', '2'], at: 0 }] },
    ]);
  });

  it('reads the bulk envelope, its date and its section signs', () => {
    const [outline] = read(`<DLPSTEXTCLASS><HEADER><FILEDESC><PUBLICATIONSTMT><IDNO TYPE="title">99</IDNO>
      </PUBLICATIONSTMT></FILEDESC></HEADER><TEXT><BODY><ECFRBRWS><AMDDATE>Dec. 29, 2022(fm)</AMDDATE>
      <DIV1 N="1" NODE="99:1" TYPE="TITLE"><DIV5 N="7" NODE="99:1.1" TYPE="PART"><HEAD>PART 7—RULES</HEAD>
      <DIV8 N="§ 7.2" TYPE="SECTION"><HEAD>§ 7.2   Words.</HEAD><P>Words.</P></DIV8></DIV5></DIV1>
      </ECFRBRWS></BODY></TEXT></DLPSTEXTCLASS>`);
    expect(outline?.facts.externalId).toBe('99-cfr-7-2');
    expect(outline?.editionDate).toBe('2022-12-29');
  });

  it('reads a bare part or section, taking the title from the metadata or the name', () => {
    const body = '<HEAD>§ 7.3   Words.</HEAD><P>Words.</P>';
    const metadata = '{&amp;quot;path&amp;quot;:&amp;quot;/on/2024-05-06/title-99/part-7&amp;quot;}';
    const [part] = read(
      `<DIV5 N="7" TYPE="PART" hierarchy_metadata="${metadata}"><HEAD>PART 7—RULES</HEAD><DIV8 N="7.3" TYPE="SECTION">${body}</DIV8></DIV5>`,
    );
    expect(part?.facts.externalId).toBe('99-cfr-7-3');
    expect(part?.editionDate).toBe('2024-05-06');
    const [alone] = read(`<DIV8 N="7.3" TYPE="SECTION">${body}</DIV8>`, 'title-99/section-7.3.xml');
    expect(alone?.facts.externalId).toBe('99-cfr-7-3');
    expect(alone?.container).toEqual(['99 CFR 7']);
    expect(() => read(`<DIV8 N="7.3" TYPE="SECTION">${body}</DIV8>`, 'section.xml')).toThrow(/which title/);
  });

  it('skips what is reserved and finds sections and appendices at any depth', () => {
    const outlines = read(
      api(`<DIV6 N="A" TYPE="SUBPART"><HEAD>Subpart A</HEAD><DIV8 N="7.1" TYPE="SECTION"><HEAD>§ 7.1 [Reserved]</HEAD></DIV8>
        <DIV7 TYPE="SUBJGRP"><HEAD>Group</HEAD><DIV8 N="7.2" TYPE="SECTION"><HEAD>§ 7.2 Words.</HEAD><P>Words.</P></DIV8></DIV7>
        <DIV9 N="Appendix A to Subpart A of Part 7" TYPE="APPENDIX"><HEAD>Appendix A to Subpart A of Part 7—Lists</HEAD><P>A list.</P></DIV9>
        </DIV6><DIV9 N="Appendix B to Part 7" TYPE="APPENDIX"><HEAD>Appendix B to Part 7—A Form</HEAD><img src="x.gif"/></DIV9>`),
    );
    expect(outlines.map(({ facts }) => facts.externalId)).toEqual([
      '99-cfr-7-2',
      '99-cfr-7-appendix-a-to-subpart-a',
    ]);
  });

  it('keeps every kind of block in its place, and the apparatus out', () => {
    const [outline] = read(
      section(`<P>(a) One. <SU>1</SU><FTREF/></P><FTNT><P><SU>1</SU> (b) A note.</P></FTNT>
        <HD1>A heading</HD1><FP>Flush words.</FP><EXTRACT><HD2>Form</HD2><P>(b) A line of a form.</P></EXTRACT>
        <NOTE><HED>Note to paragraph (a):</HED><P>A remark.</P><P>Another.</P></NOTE>
        <EXAMPLE><HED>Example 1.</HED><PSPACE>A case.</PSPACE></EXAMPLE>
        <DIV width="100%"><DIV class="table_head"><P>Table 1</P></DIV><DIV><TABLE><TR><TD>Cell</TD></TR></TABLE></DIV></DIV>
        <MATH><img src="x"/>y = 2</MATH><TCAP>Figure 1</TCAP><LDRWK><FL-2>Zone I</FL-2><LDRFIG>.1</LDRFIG></LDRWK>
        <P>(b) Two.</P><SECAUTH>(Sec. 1)</SECAUTH><APPRO>(Approved)</APPRO><EDNOTE><HED>Ed.</HED></EDNOTE>`),
    );
    expect(texts(outline)).toEqual([
      '(a) One. 1',
      '1 (b) A note.',
      'A heading',
      'Flush words.',
      'Form',
      '(b) A line of a form.',
      'Note to paragraph (a): A remark.',
      'Another.',
      'Example 1. A case.',
      '(table)',
      'y = 2',
      'Figure 1',
      '(table)',
      '(b) Two.',
    ]);
    const opened = outline?.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.opens : []));
    expect(opened?.map(({ path }) => path.join('/'))).toEqual(['a', 'b']);
    expect(outline?.blocks.find((block) => block.kind === 'table')).toEqual({
      kind: 'table',
      caption: 'Table 1',
      headerRows: [],
      rows: [['Cell']],
    });
  });

  it('nests an appendix below its lettered and numbered headings', () => {
    const [outline] = read(
      api(`<DIV9 N="Appendix A to Part 7" TYPE="APPENDIX"><HEAD>Appendix A to Part 7—Guidelines</HEAD>
        <HD1>I. Introduction</HD1><P>Words.</P><P>A. <I>Scope.</I> Banks.</P><HD1>II. Standards</HD1>
        <P>A. <I>Aim.</I> Care.</P><P>1. Read.</P></DIV9>`),
    );
    const paths = outline?.blocks.map((block) =>
      block.kind === 'paragraph' ? block.opens[0]?.path : block.kind,
    );
    expect(paths).toEqual(['heading', undefined, ['I', 'A'], 'heading', ['II', 'A'], ['II', 'A', '1']]);
  });

  it('gathers what a part prints outside its sections into a document of notes', () => {
    const [first, notes, ...others] = read(
      api(`<NOTE><P>(a) Read this part first.</P></NOTE><DIV7 TYPE="SUBJGRP"><HEAD>Group</HEAD>
<DIV8 N="7.1" TYPE="SECTION"><HEAD>§ 7.1   Purpose.</HEAD><P>(a) One.</P></DIV8><FP>Then the rest.</FP></DIV7>`),
    );
    expect(others).toEqual([]);
    expect(first?.facts.externalId).toBe('99-cfr-7-1');
    expect(notes).toMatchObject({ label: 'Part 7 Notes', heading: 'PART 7—INVENTED RULES' });
    expect(notes?.facts).toMatchObject({
      externalId: '99-cfr-7-notes',
      attributes: { citation: '99 CFR Part 7, Notes' },
    });
    expect(texts(notes)).toEqual(['(a) Read this part first.', 'Then the rest.']);
    expect(notes?.blocks.every((block) => block.kind === 'paragraph' && block.opens.length === 0)).toBe(true);
  });

  it.each([
    ['<P RECON="displaced">(a) One.</P>', 'lossy'],
    ['<EXTRACT RECON="order-lost"><P>One.</P></EXTRACT>', 'lossy'],
    ['<P RECON="exact">(a) One.</P>', 'official'],
  ])('calls a section with %s %s', (body, edition) => {
    expect(read(section(body))[0]?.edition).toBe(edition);
  });
});

const corpus = new URL('../../../../shared/corpus/ecfr/title-31/part-1020.xml.gz', import.meta.url);

describe('readEcfr on a real part', () => {
  it.skipIf(!existsSync(corpus))(
    'places every designated paragraph (skipped where the corpus is not at hand)',
    () => {
      const outlines = [...readEcfr.read({ name: 'part-1020.xml', bytes: gunzipSync(readFileSync(corpus)) })];
      const reports = outlines.find(({ facts }) => facts.externalId === '31-cfr-1020-320');
      const paths = reports?.blocks.flatMap((block) =>
        block.kind === 'paragraph' ? block.opens.map(({ path }) => path.join('')) : [],
      );
      expect(paths).toContain('e1iiA2i');
      expect(outlines.length).toBeGreaterThan(15);
    },
  );
});
