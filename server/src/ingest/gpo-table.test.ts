import { describe, expect, it } from 'vitest';
import { readGpoTable } from './gpo-table.ts';
import { foldSpace, parseXml, type XmlNode } from './xml-tree.ts';

function textOf(nodes: readonly XmlNode[]): string {
  return foldSpace(nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join(''));
}
function read(inner: string) {
  return readGpoTable(parseXml(new TextEncoder().encode(`<GPOTABLE>${inner}</GPOTABLE>`)), textOf);
}

describe('a GPO table', () => {
  it('puts second-level heads under their parent and notes after the table', () => {
    expect(
      read(`<TTITLE>Table 1—Barns</TTITLE><TDESC>[In doors]</TDESC>
        <BOXHD><CHED H="1">Farm</CHED><CHED H="1">Barns</CHED><CHED H="2">red</CHED><CHED H="2">blue</CHED>
          <CHED H="1">Sum</CHED></BOXHD>
        <ROW><ENT I="01">North</ENT><ENT>1</ENT><ENT>2</ENT><ENT>3</ENT></ROW>
        <TNOTE>a Counted in May.</TNOTE>`),
    ).toEqual([
      {
        kind: 'table',
        caption: 'Table 1—Barns [In doors]',
        headerRows: [
          ['Farm', 'Barns', '', 'Sum'],
          ['', 'red', 'blue', ''],
        ],
        rows: [['North', '1', '2', '3']],
      },
      { kind: 'paragraph', text: 'a Counted in May.', opens: [] },
    ]);
  });

  it('gives a spanned cell once and leaves its copies empty', () => {
    expect(
      read(`<BOXHD><CHED H="1"/><CHED H="1"/><CHED H="1"/></BOXHD>
        <ROW EXPSTB="02"><ENT I="21">All farms</ENT></ROW>
        <ROW EXPSTB="00"><ENT>North</ENT><ENT A="01">both</ENT></ROW><ROW><ENT/></ROW>`),
    ).toEqual([
      {
        kind: 'table',
        headerRows: [],
        rows: [
          ['All farms', '', ''],
          ['North', 'both', ''],
        ],
      },
    ]);
  });

  it('is nothing where the element holds nothing', () => {
    expect(read('<TTITLE/>')).toEqual([]);
  });
});
