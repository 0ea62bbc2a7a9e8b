import { describe, expect, it } from 'vitest';
import type { Block, Outline } from './outline.ts';
import { htmlReader } from './read-html.ts';
import { SourceError } from './reader.ts';

const address = 'https://www.consumerfinance.gov/compliance/circulars/barn-doors/';
function page(body: string, head = `<link rel="canonical" href="${address}">`): string {
  return `<!DOCTYPE html><html><head><title>Barn doors | Bureau</title>${head}</head><body>${body}</body></html>`;
}
function read(html: string, name = 'page.html'): Outline {
  const [outline] = htmlReader.read({ name, bytes: new TextEncoder().encode(html) });
  if (!outline) throw new Error('nothing read');
  return outline;
}
function written(block: Block): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`;
  if (block.kind === 'paragraph') return block.text;
  return [block.caption ?? '', ...block.headerRows, ...block.rows].join(' / ');
}
function blocksOf(body: string): string[] {
  return read(page(body)).blocks.map(written);
}

describe('the HTML reader', () => {
  it('recognises pages by ending or by their first words', () => {
    expect(htmlReader.recognises('a.html', '')).toBe(true);
    expect(htmlReader.recognises('a.htm', '')).toBe(true);
    expect(htmlReader.recognises('a', '\n<!doctype HTML>')).toBe(true);
    expect(htmlReader.recognises('a', '<html lang="en">')).toBe(true);
    expect(htmlReader.recognises('a.xml', '<?xml version="1.0"?><ECFR>')).toBe(false);
    expect(htmlReader.recognises('a.md', '# <html>')).toBe(false);
  });

  it('states the facts a page tells of itself', () => {
    const head = `<link href="${address}#top" rel="canonical"><meta name="description" content="On doors.">
      <meta property="article:published_time" content="2031-03-01T08:00:00-05:00">
      <meta property="article:modified_time" content="2031-04-02">`;
    const outline = read(
      page(
        '<main><h1>Consumer Financial Protection Circular 2031-04: Doors</h1><p>Shut them.</p></main>',
        head,
      ),
    );
    expect(outline.facts).toEqual({
      externalId: 'consumerfinance-gov-compliance-circulars-barn-doors',
      category: 'agencyGuidance',
      title: 'Consumer Financial Protection Circular 2031-04: Doors',
      description: 'On doors.',
      authorities: ['cfpb'],
      jurisdictions: ['us-federal'],
      sourceUrl: address,
      attributes: {
        category: 'agencyGuidance',
        citation: 'Consumer Financial Protection Circular 2031-04',
        sourceUrl: address,
        documentNumber: 'Consumer Financial Protection Circular 2031-04',
        issuedOn: '2031-03-01',
      },
    });
    expect(outline.editionDate).toBe('2031-04-02');
    expect(outline.edition).toBe('official');
  });

  it('keeps the text and leaves the furniture out', () => {
    expect(
      blocksOf(`
      <a class="skip-nav" href="#main">Skip to main content</a>
      <header role="banner"><h2>An official website</h2><nav><ul><li><a href="/">Home</a></li></ul></nav></header>
      <div id="wrapper"><main id="main"><nav class="m-breadcrumbs">Home / Circulars</nav>
        <header><h1>Barn doors</h1><div class="social-share-links"><a>Share this</a></div></header>
        <script>track()</script><style>p{}</style><!-- no -->
        <p>Doors <em>must</em> be
          shut<span class="u-visually-hidden"> (external link)</span>.<sup><a href="#f1">1</a></sup> See §&nbsp;9<sup>th</sup>.</p>
        <h2>Questions</h2>
        <ul><li>First item</li><li>Second item<ol><li>inner item</li></ol></li></ul>
        <form><label>Search</label><input></form>
        <div class="share-insurance">Share accounts are text.</div>
        <div class="footnotes"><p>1 A note.</p></div>
        <aside>Related links</aside>
      </main></div>
      <footer>Contact us</footer>`),
    ).toEqual([
      'Doors must be shut. 1 See §\u00a09th.',
      '# Questions',
      'First item',
      'Second item',
      'inner item',
      'Share accounts are text.',
      '1 A note.',
    ]);
  });

  it('keeps questions whose answers are folded under buttons', () => {
    expect(
      blocksOf(`<main><h1>Questions</h1>
      <h3><button aria-controls="a1" aria-expanded="false">May a barn be red?</button></h3>
      <div id="a1" hidden><p>Yes.</p></div>
      <button class="expandable"><h4>And blue?</h4><span aria-hidden="true">Show</span></button><div>Also.</div>
      <button>Print this page</button><div hidden>Never shown.</div></main>`),
    ).toEqual(['## May a barn be red?', 'Yes.', '### And blue?', 'Also.']);
  });

  it('reads data tables with their spans and walks through tables that only arrange the page', () => {
    expect(
      blocksOf(`<main><h1>Tables</h1>
      <table><caption>Barns</caption><thead><tr><th rowspan=2>Farm</th><th colspan=2>Doors</th></tr>
        <tr><th>red</th><th>blue</th></tr></thead>
        <tbody><tr><td rowspan="2">North</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>
      <table role="presentation"><tr><td><p>One.</p></td><td>Two.</td></tr></table>
      <table><tr><td><h2>Head</h2><p>Three.</p></td><td></td></tr></table></main>`),
    ).toEqual(['Barns / Farm,Doors, / ,red,blue / North,1,2 / ,3,4', 'One.', 'Two.', '# Head', 'Three.']);
  });

  it('finds the densest block of a page that marks none, even inside a form', () => {
    const text = 'A long paragraph about the keeping of barn doors in all seasons of the year. ';
    expect(
      blocksOf(`<form id="aspnet"><div class="menu"><a>Home</a><a>About</a></div>
      <div><div class="col with-sidebar"><h1>Old page</h1>${text}<br><br>${text}<br>${text}</div>
      <div class="sidebar">Contact</div></div></form>`),
    ).toEqual([text.trim(), `${text}${text.trim()}`]);
  });

  it.each([
    ['https://www.occ.gov/news-issuances/bulletins/2031/bulletin-2031-1.html', 'occ', 'agencyGuidance'],
    ['https://www.fdic.gov/news/fil31001', 'fdic', 'agencyGuidance'],
    ['https://www.federalreserve.gov/supervisionreg/srletters/sr3101.htm', 'fed', 'agencyGuidance'],
    ['https://ofac.treasury.gov/faqs/1', 'ofac', 'agencyGuidance'],
    ['https://home.treasury.gov/policy', 'treasury', 'agencyGuidance'],
    ['https://www.ffiec.gov/press/pr1.htm', 'ffiec', 'interagencyGuidance'],
    ['https://bsaaml.ffiec.gov/manual/Introduction/01', 'ffiec', 'examinationHandbook'],
    ['https://www.finra.org/rules-guidance/rulebooks/finra-rules/9999', 'finra', 'sroRule'],
    ['https://www.finra.org/rules-guidance/notices/31-01', 'finra', 'agencyGuidance'],
    [
      'https://www.consumerfinance.gov/rules-policy/final-rules/barns-advisory-opinion/',
      'cfpb',
      'interpretiveAction',
    ],
  ])('files %s under %s as %s', (url, authority, category) => {
    const { facts } = read(
      page('<main><h1>9999. Doors</h1><p>x</p></main>', `<meta property="og:url" content="${url}">`),
    );
    expect(facts.authorities).toEqual([authority]);
    expect(facts.category).toBe(category);
    expect(facts.attributes.category).toBe(category);
    if (category === 'sroRule') expect(facts.attributes.ruleNumber).toBe('9999');
  });

  it('makes the same slug for the same address, and a short one for a long address', () => {
    const slug = (url: string) =>
      read(page('<main><h1>A</h1><p>x</p></main>', `<link rel=canonical href="${url}">`)).facts.externalId;
    expect(slug('https://www.fdic.gov/a/b_c.html')).toBe('fdic-gov-a-b-c');
    expect(slug('https://www.fdic.gov/a?id=7')).toBe('fdic-gov-a-id-7');
    const long = slug(`https://www.fdic.gov/${'word-'.repeat(60)}one`);
    expect(long).toMatch(/^fdic-gov-word-[a-z0-9-]{1,110}$/);
    expect(long).not.toBe(slug(`https://www.fdic.gov/${'word-'.repeat(60)}two`));
  });

  it.each([
    ['no address', page('<main><h1>A</h1><p>x</p></main>', ''), /no https address.*Pandect Markdown/],
    [
      'a plain http address',
      page('<main><h1>A</h1><p>x</p></main>', '<link rel="canonical" href="http://www.fdic.gov/a">'),
      /no https address/,
    ],
    [
      'an unknown host',
      page('<main><h1>A</h1><p>x</p></main>', '<link rel="canonical" href="https://notfdic.gov.example/a">'),
      /notfdic\.gov\.example is no publisher.*Pandect Markdown/,
    ],
    ['no text', page('<main><h1>A</h1></main><nav>menu</nav>'), /no text/],
  ])('refuses a page with %s', (_what, html, reason) => {
    expect(() => read(html)).toThrow(SourceError);
    expect(() => read(html)).toThrow(reason);
  });

  it('takes only dates that need no interpretation', () => {
    const head = `<link rel=canonical href="${address}"><meta property="article:published_time" content="03/04/2031">`;
    expect(read(page('<main><h1>A</h1><p>x</p></main>', head)).facts.attributes.issuedOn).toBeUndefined();
  });

  it('reads a large page in linear time', () => {
    const started = performance.now();
    const body = `<main><h1>A</h1>${'<div class="menu"><p>A <b>b</b> c<br>d</p></div>'.repeat(60_000)}</main>`;
    read(page(`${body}<div>${'<a>x</a><!-- --> '.repeat(50_000)}</div>`.replaceAll('class="menu"', '')));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
