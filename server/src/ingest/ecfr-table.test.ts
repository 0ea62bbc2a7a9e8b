import { describe, expect, it } from 'vitest';
import { readEcfrTable } from './ecfr-table.ts';
import { parseXml } from './xml-tree.ts';

const read = (xml: string) => readEcfrTable(parseXml(new TextEncoder().encode(`<TABLE>${xml}</TABLE>`)));

describe('readEcfrTable', () => {
  it('reads caption, head, body and foot, and gives a spanned cell once', () => {
    const table = read(`
      <CAPTION><P class="title">Table 1—Fees</P><P class="headnote">[Dollars]</P></CAPTION>
      <THEAD><TR><TH rowspan="2">Kind</TH><TH colspan="2">Fee<br/>due</TH></TR><TR><TH>Low</TH><TH>High</TH></TR></THEAD>
      <TBODY><TR><TD>Wire <sup>1</sup></TD><TD>1</TD><TD>2</TD></TR></TBODY>
      <TFOOT><TR><TD colspan="3"><sup>1</sup> By telex.</TD></TR></TFOOT>`);
    expect(table).toEqual({
      kind: 'table',
      caption: 'Table 1—Fees [Dollars]',
      headerRows: [
        ['Kind', 'Fee due', ''],
        ['', 'Low', 'High'],
      ],
      rows: [
        ['Wire 1', '1', '2'],
        ['1 By telex.', '', ''],
      ],
    });
  });

  it('takes leading rows of TH cells for the head in the older form', () => {
    const table = read('<TR><TH>Day</TH></TR><TR><TD>Monday</TD></TR><TR><TH>Not a head</TH></TR>');
    expect(table.headerRows).toEqual([['Day']]);
    expect(table.rows).toEqual([['Monday'], ['Not a head']]);
  });

  it('bounds a cell that claims a million columns', () => {
    const table = read('<TR><TD colspan="1000000" rowspan="x">Wide</TD></TR>');
    expect(table.rows[0]).toHaveLength(100);
  });
});
