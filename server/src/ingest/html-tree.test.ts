import { describe, expect, it } from 'vitest';
import { decodeEntities } from './html-entities.ts';
import { maxHtmlBytes, parseHtml } from './html-tree.ts';
import { SourceError } from './reader.ts';
import type { XmlElement } from './xml-tree.ts';

function parse(html: string): XmlElement {
  return parseHtml(new TextEncoder().encode(html));
}
/** The tree in one line: `div(p("a"),p("b"))`. */
function shape(element: XmlElement): string {
  const inner = element.children.map((child) =>
    typeof child === 'string' ? JSON.stringify(child) : shape(child),
  );
  return `${element.name}${inner.length === 0 ? '' : `(${inner.join(',')})`}`;
}

describe('the HTML tree', () => {
  it.each([
    ['<div><p>a<p>b</div>', 'div(p("a"),p("b"))'],
    ['<p>a<div>b</div>', 'p("a"),div("b")'],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>', 'ul(li("a"),li("b",ul(li("c"))))'],
    ['<dl><dt>a<dd>b<dt>c</dl>', 'dl(dt("a"),dd("b"),dt("c"))'],
    ['<table><tr><td>a<td>b<tr><td>c</table>', 'table(tr(td("a"),td("b")),tr(td("c")))'],
    ['<b>a</i>b</b>', 'b("a","b")'],
    ['<td>a</div>b', 'td("a","b")'],
    ['a<br/>b<img src=x>c', '"a",br,"b",img,"c"'],
    ['<!DOCTYPE html><!-- <p>no</p> --><p>a', 'p("a")'],
    ['<script>if (a < b) "</p>"</script>a', 'script,"a"'],
    ['<title>A &amp; B <x></title>', 'title("A & B <x>")'],
    ['1 < 2 &amp; 3', '"1 ","<"," 2 & 3"'],
    ['<SPAN CLASS="x">a</SPAN>', 'span("a")'],
    ['<svg><path d="x"/></svg>a', 'svg(path),"a"'],
    ['<div/>a', 'div("a")'],
    ['<!-- never closed', ''],
    ['<p title="never closed', 'p'],
    ['</', '"<","/"'],
  ])('reads %s', (html, expected) => {
    const whole = shape(parse(html));
    expect(
      whole.replace(/^#document\(?/, '').replace(/\)$/, (end) => (whole === '#document' ? end : '')),
    ).toBe(expected);
  });

  it('reads attributes quoted, bare, empty and doubled', () => {
    const [link] = parse(`<a HREF='x&amp;y' id=z hidden data-a = "b>c" id="second" / =stray>`).children;
    expect(typeof link === 'object' ? link.attributes : {}).toEqual({
      href: 'x&y',
      id: 'z',
      hidden: '',
      'data-a': 'b>c',
    });
  });

  it.each([
    ['&sect;&nbsp;5 &mdash; &ldquo;x&rdquo;', '§\u00a05 — “x”'],
    ['&#8217;&#x2019;&#146;', '’’’'],
    ['AT&T &unknown; &#0; &#xD800; &amp', 'AT&T &unknown; &#0; &#xD800; &amp'],
  ])('decodes %s', (text, expected) => {
    expect(decodeEntities(text)).toBe(expected);
  });

  it('refuses what nests too deep, is too large or is not UTF-8', () => {
    expect(() => parse('<div>'.repeat(300))).toThrow(SourceError);
    expect(() => parseHtml(new Uint8Array(maxHtmlBytes + 1))).toThrow(/bytes/);
    expect(() => parseHtml(new Uint8Array([0x3c, 0x70, 0x3e, 0xff]))).toThrow(/UTF-8/);
  });

  it.each([
    ['<p>'.repeat(300_000)],
    ['<p a='.repeat(200_000)],
    ['<p a="'.repeat(200_000)],
    ['<!--'.repeat(200_000)],
    ['<script>'.repeat(200_000)],
    ['</p'.repeat(200_000)],
    [`<p ${' '.repeat(500_000)}= ${' '.repeat(500_000)}>`],
    ['&'.repeat(500_000)],
    ['<'.repeat(500_000)],
  ])('reads hostile input in linear time (%#)', (html) => {
    const started = performance.now();
    parse(html);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
