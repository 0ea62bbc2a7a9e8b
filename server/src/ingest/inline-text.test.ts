import { describe, expect, it } from 'vitest';
import { inlineText } from './inline-text.ts';
import { parseXml } from './xml-tree.ts';

const read = (xml: string) => inlineText(parseXml(new TextEncoder().encode(`<P>${xml}</P>`)).children);

describe('inlineText', () => {
  it.each([
    ['folds white space and trims it', ' One\n  two\tthree \n', 'One two three'],
    ['folds across elements', 'One <I> two </I> three', 'One two three'],
    ['keeps no-break spaces', '\u00a0§\u00a01.1\u00a0', '\u00a0§\u00a01.1\u00a0'],
    ['keeps the mark of a footnote', 'A rule. <SU>1</SU><FTREF/> More.', 'A rule. 1 More.'],
    ['separates what a line break separates', 'Total<br/>amount', 'Total amount'],
    ['leaves page marks out', 'the <PRTPAGE P="9"/>bank', 'the bank'],
    ['leaves links to pictures out', 'See<a href="x">View or download PDF</a>.', 'See.'],
    [
      'keeps a whole number off its fraction',
      '5<sup>1</sup>⁄<sub>8</sub> and 8<FR>1/2</FR>',
      '5 1⁄8 and 8 1/2',
    ],
    ['keeps an exponent on its number', '10<sup>2</sup> and R<E T="52">p</E>', '102 and Rp'],
    ['puts an accent on the letter before it', 'x<AC T="8"/>', 'x\u0303'],
    ['reads the five entities', 'A &amp; B &lt; C', 'A & B < C'],
    ['is empty for nothing', ' \n ', ''],
  ])('%s', (_name, xml, text) => {
    expect(read(xml).text).toBe(text);
  });

  it('tells where the text is italic, in the folded text', () => {
    const { text, italic } = read(
      '(a)  <I>Scope. </I> The <E T="03">rule</E> is <E T="04">Short</E>. <I>End </I>',
    );
    expect(italic.map(({ start, end }) => text.slice(start, end))).toEqual(['Scope. ', 'rule', 'End']);
  });

  it('hands footnotes over instead of mixing them in', () => {
    const { text, footnotes } = read('A rule.<FTNT><P>A note.</P></FTNT> More.');
    expect(text).toBe('A rule. More.');
    expect(footnotes.map(({ name }) => name)).toEqual(['FTNT']);
  });
});
