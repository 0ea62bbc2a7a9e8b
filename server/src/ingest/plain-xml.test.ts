import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainXml } from './plain-xml.ts';
import { maxDepth, parseStrictly, parseXml, type XmlElement } from './xml-tree.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const plain = (text: string) => withoutPlaces(readPlainXml(bytesOf(text), maxDepth));

/** The strict parser does not tell where an element stands in the file. */
function withoutPlaces(element: XmlElement): XmlElement;
function withoutPlaces(element: XmlElement | undefined): XmlElement | undefined;
function withoutPlaces(element: XmlElement | undefined): XmlElement | undefined {
  if (!element) return undefined;
  const { name, attributes, line } = element;
  const children = element.children.map((node) => (typeof node === 'string' ? node : withoutPlaces(node)));
  return { name, attributes, line, children };
}
const strict = (text: string) => parseStrictly(text, () => 0);

describe('the plain XML reader', () => {
  it.each([
    '<P/>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<P>(a) <I>Scope.</I> This part</P>\n',
    "<?xml version='1.0' encoding='utf-8' ?><ns0:section id=\"s1\"><ns0:num/></ns0:section>",
    '<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="x.xsl"?>\n<P>x</P>',
    '<P A="1"\nB="2">x</P>',
    '<P T="&quot;03&quot;" N="§ 99.1">fees &amp; charges &lt; $5 — &#167; 99.2 &#xA7;</P>',
    '<P>one<!-- ]]> & <B> é -->two &gt; one</P>',
    '<P>\n<B>\n<I>x</I>\n</B\n>\n</P>',
    '<P>é 𝄞 ﻿ > ]] </P>',
    '<P>a\r\nb\rc</P>',
    '<P><![CDATA[<x>]]></P>',
    '<é>x</é>',
    '<P><B/><B/><B x="1"/></P>',
  ])('gives the tree of the strict parser: %j', (text) => {
    expect(withoutPlaces(parseXml(bytesOf(text)))).toEqual(strict(text));
  });

  it.each([
    ['a tag that is not closed', '<P><B></P>'],
    ['no end', '<P><B>'],
    ['text outside the root', '<P/>x'],
    ['two roots', '<P/><P/>'],
    ['an unknown entity', '<P>&nbsp;</P>'],
    ['a bare ampersand', '<P>fees & charges</P>'],
    ['a forbidden number', '<P>&#0;</P>'],
    ['the same attribute twice', '<P a="1" a="1"/>'],
    ['an attribute without a value', '<P a/>'],
    ['attributes set solid', '<P a="1"b="2"/>'],
    ['a tag in an attribute', '<P a="<"/>'],
    ['the end of a CDATA section in text', '<P>]]></P>'],
    ['two dashes in a comment', '<P><!-- a -- b --></P>'],
    ['a control character', '<P>\u0001</P>'],
    ['a control character after an accent', '<P>é\u0001</P>'],
    ['a control character in a comment', '<P><!-- \u0001 --></P>'],
    ['no character', '<P>\uffff</P>'],
    ['a second declaration', '<P/><?xml version="1.0"?>'],
    ['a DOCTYPE', '<!DOCTYPE P><P/>'],
    ['nothing', ''],
  ])('leaves %s to the strict parser', (_fault, text) => {
    expect(plain(text)).toBeUndefined();
    expect(() => parseXml(bytesOf(text))).toThrow();
  });

  it('leaves what nests too deep, and what is not UTF-8', () => {
    const deep = `${'<P>'.repeat(maxDepth + 1)}${'</P>'.repeat(maxDepth + 1)}`;
    expect(plain(deep)).toBeUndefined();
    expect(readPlainXml(Uint8Array.of(0x3c, 0x50, 0x3e, 0xff), maxDepth)).toBeUndefined();
  });

  it('takes a byte order mark off', () => {
    expect(plain('\ufeff<P>x</P>')).toEqual(strict('<P>x</P>'));
  });

  const pieces = fc.constantFrom(
    ...[
      '<P>',
      '</P>',
      '<I>',
      '</I>',
      '<I/>',
      '<E T="03">',
      '</E>',
      '<E T="é" N="1"/>',
      '< P>',
      '<P',
      '>',
      '"',
    ],
    ...[
      '&amp;',
      '&#167;',
      '&',
      ';',
      '<!--',
      '-->',
      '<?x y?>',
      '<?',
      ']]>',
      ']',
      '\n',
      ' ',
      '\t',
      '\r',
      '\u0001',
    ],
    ...['a', 'fees', '§', '—', '\ufffe', '=', "<P a='1'>", '/'],
  );

  it('never accepts what the strict parser refuses, nor reads it otherwise', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const text = `<P>${parts.join('')}</P>`;
        const read = plain(text);
        if (read !== undefined) expect(read).toEqual(strict(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('reads every well-formed tree of plain elements itself', () => {
    const { element } = fc.letrec<{ element: string; node: string }>((tie) => ({
      node: fc.oneof({ maxDepth: 5 }, fc.constantFrom('fees ', '§ 99', '&lt;', '\n'), tie('element')),
      element: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => `<P N="§">${nodes.join('')}</P>`),
    }));
    fc.assert(
      fc.property(element, (text) => {
        const read: XmlElement | undefined = plain(text);
        expect(read).toEqual(strict(text));
      }),
    );
  });

  it('tells where each element stands in the bytes', () => {
    const source = bytesOf('\ufeff<A N="§">é<B/>\n<C x="1">§ 7 <D>—</D></C></A>');
    const found: string[] = [];
    const visit = ({ startByte, endByte, children }: XmlElement) => {
      found.push(new TextDecoder().decode(source.subarray(startByte, endByte)));
      for (const child of children) if (typeof child !== 'string') visit(child);
    };
    const root = readPlainXml(source, maxDepth);
    if (root) visit(root);
    const inner = '<C x="1">§ 7 <D>—</D></C>';
    expect(found).toEqual([`<A N="§">é<B/>\n${inner}</A>`, '<B/>', inner, '<D>—</D>']);
  });
});
