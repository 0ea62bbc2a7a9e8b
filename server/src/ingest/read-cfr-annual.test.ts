import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readCfrAnnual } from './read-cfr-annual.ts';

const granule = (body: string) => `<?xml version="1.0"?><CFRGRANULE><FDSYS><CFRTITLE>99</CFRTITLE>
<DATE>2012-01-01</DATE><GRANULENUM>7</GRANULENUM></FDSYS><PART><EAR>Pt. 7</EAR>
<HD SOURCE="HED">PART 7—INVENTED RULES (REGULATION Q)</HD><CONTENTS><SECTNO>7.1</SECTNO><SUBJECT>Purpose.</SUBJECT></CONTENTS>
<AUTH><HD SOURCE="HED">Authority:</HD><P>99 U.S.C. 1.</P></AUTH>${body}</PART></CFRGRANULE>`;

const read = (xml: string, editionDate?: string): Outline[] => [
  ...readCfrAnnual.read({
    name: 'CFR-2012.xml',
    bytes: new TextEncoder().encode(xml),
    ...(editionDate === undefined ? {} : { editionDate }),
  }),
];
const paths = (outline: Outline | undefined) =>
  outline?.blocks.map((block) =>
    block.kind === 'paragraph' ? block.opens.map(({ path }) => path.join('/')).join(' ') : block.kind,
  );

describe('readCfrAnnual', () => {
  it('recognises granules and volumes', () => {
    expect(readCfrAnnual.recognises('a.xml', '<?xml version="1.0"?>\n<CFRGRANULE xmlns:xsi="x">')).toBe(true);
    expect(readCfrAnnual.recognises('a.xml', '<CFRDOC>')).toBe(true);
    expect(readCfrAnnual.recognises('a.xml', '<ECFR>')).toBe(false);
  });

  it('reads sections, page marks left out, and skips the reserved', () => {
    const outlines = read(
      granule(`<SUBPART><HD SOURCE="HED">Subpart A—General</HD><SECTION><PRTPAGE P="3"/><SECTNO>§ 7.1</SECTNO>
        <SUBJECT>Purpose of this <PRTPAGE P="4"/>example.</SUBJECT><P>(a) <E T="03">Scope</E>—(1) <E T="03">Banks.</E> Every <PRTPAGE P="5"/>bank.</P>
        <P>(2) A thrift.</P></SECTION><SECTION><SECTNO>§ 7.2</SECTNO><RESERVED>[Reserved]</RESERVED></SECTION></SUBPART>`),
      '1999-09-09',
    );
    expect(outlines).toHaveLength(1);
    const [outline] = outlines;
    expect(outline?.facts.externalId).toBe('99-cfr-7-1');
    expect(outline?.facts.title).toBe('99 CFR 7.1 Purpose of this example');
    expect(outline?.heading).toBe('§ 7.1 Purpose of this example.');
    expect(outline?.container).toEqual(['Regulation Q (99 CFR 7)']);
    expect(outline?.editionDate).toBe('2012-01-01');
    expect(outline?.edition).toBe('official');
    expect(outline?.blocks[0]).toEqual({
      kind: 'paragraph',
      text: '(a) Scope—(1) Banks. Every bank.',
      opens: [
        { path: ['a'], heading: 'Scope', at: 0 },
        { path: ['a', '1'], heading: 'Banks', at: 10 },
      ],
    });
    expect(paths(outline)).toEqual(['a a/1', 'a/2']);
  });

  it('reads a supplement with its comments, whether heads are tagged or only italic', () => {
    const [outline] = read(
      granule(`<APPENDIX><EAR>Pt. 7, Supp. I</EAR><HD SOURCE="HED">Supplement I to Part 7—Official Interpretations</HD>
        <HD SOURCE="HD1">Section 7.1—Purpose</HD><HD SOURCE="HD3">1(a) Scope</HD><P>1.<E T="03">Banks.</E> A comment.</P>
        <P>i. An example.</P><P>A. A case.</P><P><E T="03">1(b) Terms.</E></P><P>1. <E T="03">Thrifts.</E> A comment.</P></APPENDIX>`),
    );
    expect(outline?.facts.externalId).toBe('99-cfr-7-supplement-i');
    expect(paths(outline)).toEqual(['heading', 'heading', '1', '1/i', '1/i/A', 'heading', '1']);
    expect(outline?.blocks[5]).toEqual({ kind: 'heading', level: 3, text: '1(b) Terms.' });
  });

  it('reads tables, notes and code of an appendix and leaves pictures out', () => {
    const [outline] = read(
      granule(`<APPENDIX><HD SOURCE="HED">Appendix A to Part 7—Steps</HD><GPH><GID>ER01JA00.000</GID></GPH>
        <GPOTABLE COLS="2"><TTITLE>Step 1</TTITLE><BOXHD><CHED H="1">Month</CHED><CHED H="1">Sum<LI>(dollars)</LI></CHED></BOXHD>
        <ROW><ENT I="01">May</ENT><ENT>5</ENT></ROW></GPOTABLE><NOTE><HD SOURCE="HED">Note:</HD><P>A remark.</P></NOTE>
        <CODE LANGUAGE="SAS"><P>data one;</P><FP SOURCE="FP-2">run;</FP></CODE></APPENDIX>
        <APPENDIX><RESERVED>Appendix B to Part 7 [Reserved]</RESERVED></APPENDIX>`),
    );
    expect(outline?.facts.externalId).toBe('99-cfr-7-appendix-a');
    expect(outline?.blocks).toEqual([
      { kind: 'table', caption: 'Step 1', headerRows: [['Month', 'Sum (dollars)']], rows: [['May', '5']] },
      { kind: 'paragraph', text: 'Note: A remark.', opens: [] },
      { kind: 'paragraph', text: 'data one;', opens: [] },
      { kind: 'paragraph', text: 'run;', opens: [] },
    ]);
  });

  it('refuses a granule that does not name its title', () => {
    expect(() => read('<CFRGRANULE><PART/></CFRGRANULE>')).toThrow(/which title/);
  });
});

const corpus = new URL(
  '../../../../shared/corpus/cfr-annual-2012/CFR-2012-title12-vol8-part1026.xml.gz',
  import.meta.url,
);

describe('readCfrAnnual on a real part', () => {
  it.skipIf(!existsSync(corpus))('reads Regulation Z (skipped where the corpus is not at hand)', () => {
    const outlines = [...readCfrAnnual.read({ name: 'part.xml', bytes: gunzipSync(readFileSync(corpus)) })];
    const ids = outlines.map(({ facts }) => facts.externalId);
    expect(ids).toContain('12-cfr-1026-supplement-i');
    expect(new Set(ids).size).toBe(ids.length);
    const advertising = outlines.find(({ facts }) => facts.externalId === '12-cfr-1026-16');
    expect(paths(advertising)).toContain('d/6/i/B/1/ii');
  });
});
