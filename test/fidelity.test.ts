import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePieces, type Fault, type ImportedDocument } from '../bench/fidelity-compare.ts';
import { checkFamily, checkSource, importFile } from '../bench/fidelity-families.ts';

/** An invented part in the eCFR's own form, with apparatus, a table, a note and a reserved number. */
const source = `<?xml version="1.0"?>
<ECFR><DIV1 N="12" TYPE="TITLE"><HEAD>Title 12—Invented</HEAD><DIV5 N="99" TYPE="PART">
<HEAD>PART 99—KEEPING OF HALLS</HEAD><AUTH><HED>Authority:</HED><PSPACE>An invented act.</PSPACE></AUTH>
<DIV8 N="99.1" TYPE="SECTION"><HEAD>§ 99.1   Duties of the keeper.</HEAD>
<XREF ID="20300101">Link to a later change.</XREF>
<P>(a) <I>Sweeping.</I> The keeper sweeps the hall every morning before the doors are opened.</P>
<P>(b) <I>Lamps.</I> The keeper lights the lamps at dusk and puts them out when the last guest has left.</P>
<P>(c) The hours are as follows:</P>
<DIV class="wide"><TABLE><THEAD><TR><TH>Season</TH><TH>Hours</TH></TR></THEAD>
<TBODY><TR><TD>Summer</TD><TD>six to nine</TD></TR><TR><TD>Winter</TD><TD>eight to five</TD></TR></TBODY></TABLE></DIV>
<NOTE><HED>Note:</HED><P>Guests may ask for other hours in writing.</P></NOTE>
<CITA>[1 FR 1, Jan. 1, 2030]</CITA></DIV8>
<DIV8 N="99.2" TYPE="SECTION"><HEAD>§ 99.2   [Reserved]</HEAD></DIV8>
<DIV8 N="99.3" TYPE="SECTION"><HEAD>§ 99.3   Keys.</HEAD><P>One key hangs by the door &amp; one is kept by the clerk.</P></DIV8>
</DIV5></DIV1></ECFR>`;

describe('the fidelity check', () => {
  let folder = '';
  let sound: readonly ImportedDocument[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-fidelity-'));
    const path = join(folder, 'part-99.xml');
    writeFileSync(path, source);
    sound = await importFile(path);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The import with the blocks of its first document changed. */
  const breakBlocks = (change: (blocks: string[]) => string[]): readonly ImportedDocument[] =>
    sound.map((document, index) =>
      index > 0 ? document : { ...document, text: change(document.text.split('\n\n')).join('\n\n') },
    );

  it('passes a sound import, whose documents are the two sections with text', () => {
    expect(sound.map(({ externalId }) => externalId)).toEqual(['12-cfr-99-1', '12-cfr-99-3']);
    expect(checkSource('ecfr', source, sound)).toEqual({ pieces: 14, findings: [] });
  });

  const breaks: readonly [string, () => readonly ImportedDocument[], Fault, string][] = [
    ['a dropped paragraph', () => breakBlocks((blocks) => blocks.toSpliced(2, 1)), 'lost', '(b)Lamps.'],
    [
      'a doubled paragraph',
      () => breakBlocks((blocks) => blocks.toSpliced(2, 0, blocks[1] ?? '')),
      'doubled',
      '(a)Sweeping.',
    ],
    [
      'two paragraphs in each other’s place',
      () => breakBlocks(([head = '', first = '', second = '', ...rest]) => [head, second, first, ...rest]),
      'out of order',
      '(a)Sweeping.',
    ],
    ['words of no source', () => breakBlocks((blocks) => [...blocks, 'Hats are worn.']), 'added', 'Hats'],
    [
      'a lost cell of a table',
      () => breakBlocks((blocks) => blocks.map((block) => block.replace(' | eight to five', ''))),
      'lost',
      'eighttofive',
    ],
    [
      'one lost letter',
      () => breakBlocks((blocks) => blocks.map((block) => block.replace('dusk', 'dus'))),
      'lost',
      '(b)Lamps.',
    ],
    ['a lost document', () => sound.slice(0, 1), 'lost', 'Onekeyhangs'],
    [
      'a doubled document',
      () => [...sound, ...sound.slice(1).map((document) => ({ ...document, externalId: 'copy' }))],
      'doubled',
      '§99.3Keys.',
    ],
    ['documents in each other’s place', () => sound.toReversed(), 'out of order', '12-cfr-99-3'],
  ];
  it.each(breaks)('catches %s', (_what, broken, fault, words) => {
    const { findings } = checkSource('ecfr', source, broken());
    const caught = findings.filter((finding) => finding.fault === fault);
    expect(caught.map((finding) => finding.words).join(' ')).toContain(words);
  });

  it('calls a swap nothing but a swap, and a repeat nothing but a repeat', () => {
    const pieces = ['(a)Thefirstofthreelines.', '(b)Thesecondofthreelines.', '(c)Thelastofthem.'];
    const [first = '', second = '', third = ''] = pieces;
    const faultsOf = (text: string) => comparePieces(pieces, text).map(({ fault }) => fault);
    expect(faultsOf(first + second + third)).toEqual([]);
    expect(faultsOf(second + first + third)).toEqual(['out of order', 'out of order']);
    expect(faultsOf(first + second + second + third)).toEqual(['doubled']);
    expect(faultsOf(first + third)).toEqual(['lost']);
  });

  it('wants an edition out of a displaced source to be called lossy', () => {
    const displaced = source.replace('<P>(c)', '<P RECON="displaced">(c)');
    const { findings } = checkSource('ecfr', displaced, sound);
    expect(findings).toEqual([{ fault: 'unflagged', where: 'DIV8 99.1', words: '12-cfr-99-1' }]);
  });
});

const corpus = fileURLToPath(new URL('../../shared/corpus', import.meta.url));

describe('the import of real sources (skipped where the shared corpus is absent)', () => {
  const samples: readonly [string, readonly string[]][] = [
    [
      'ecfr',
      ['ecfr/title-16/part-314.xml.gz', 'ecfr/title-31/part-1010.xml.gz', 'ecfr/title-17/part-242.xml.gz'],
    ],
    [
      'ecfr-title-12-rebuilt',
      ['ecfr-title-12-rebuilt/part-353.xml.gz', 'ecfr-title-12-rebuilt/part-748.xml.gz'],
    ],
    ['cfr-regml', ['cfr-regml/part-1005/2016-24506.xml.gz', 'cfr-regml/part-1024/2017-21912.xml.gz']],
    ['cfr-regml-tree', ['cfr-regml/part-1005/2018-01305.tree.json.gz']],
    ['cfr-annual-2012', ['cfr-annual-2012/CFR-2012-title12-vol8-part1026.xml.gz']],
    [
      'uscode-md-2021',
      ['uscode/md-2021/title-12/chapter11.md.gz', 'uscode/md-2021/title-12/chapter34.md.gz'],
    ],
    ['uscode-md-2026', ['uscode/md-2026/title-15-ch41-consumer-credit-protection.jsonl.gz']],
    ['uscode-uslm-2026', ['uscode/uslm-2026/usc12-extract.xml.gz', 'uscode/uslm-2026/usc15-extract.xml.gz']],
  ];
  it.skipIf(!existsSync(corpus)).each(samples)(
    'keeps every piece of %s once and in order',
    async (family, files) => {
      const { documents, pieces, findings } = await checkFamily(corpus, family, files);
      expect(findings).toEqual([]);
      expect(pieces).toBeGreaterThan(documents);
    },
  );
});
