import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Outline, Provision } from './outline.ts';
import { readPandectMarkdown } from './read-pandect-markdown.ts';
import { writePandectMarkdown } from './write-pandect-markdown.ts';
import { foldSpace } from './xml-tree.ts';

function readBack(markdown: string): Outline {
  const [outline] = readPandectMarkdown.read({ name: 'x.md', bytes: new TextEncoder().encode(markdown) });
  if (!outline) throw new Error('nothing was read');
  return outline;
}

/** Text with everything that Markdown could take for its own. */
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '(a)',
        '(1)',
        '(ii)',
        '**',
        '*',
        '_',
        '`',
        '[x](y)',
        '[',
        '](',
        '\\',
        '|',
        '#',
        '## ',
        '-',
        '- ',
      ),
      fc.constantFrom(
        '---',
        '—',
        ' ',
        '\u00a0',
        '1. ',
        '> ',
        '<!--',
        '-->',
        '{#a}',
        'Table: ',
        '§',
        '“so”',
        '===',
        ':',
      ),
      fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
      fc.constantFrom('Scope', 'words', 'Time limits.'),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => foldSpace(pieces.join('')))
  .filter((text) => text !== '' && !/[\n\r\p{Cs}]/u.test(text));

const path = fc.array(fc.constantFrom('a', 'b', 'c', '1', '2', 'i', 'ii', 'A', 'IV', 'Interp', 'x y'), {
  minLength: 1,
  maxLength: 4,
});
/** As publishers print it: designators in brackets, headings run in. */
const printed = fc
  .tuple(path, fc.constantFrom('', 'Time limits. ', 'Scope—', 'A: ', 'In general'), words)
  .map(([designators, heading, rest]): Block => {
    const last = designators.at(-1) ?? '';
    const name = heading.replace(/[.:—] ?$/, '');
    const opens: Provision[] = [{ path: designators, at: 0, ...(name === '' ? {} : { heading: name }) }];
    return { kind: 'paragraph', text: foldSpace(`(${last}) ${heading}${rest}`), opens };
  });
/** Anything at all that the type allows. */
const free = fc
  .tuple(words, fc.array(fc.tuple(path, fc.nat(30), fc.option(words, { nil: undefined })), { maxLength: 3 }))
  .map(([text, list]): Block => {
    const opens = list.map(([designators, at, heading]): Provision => {
      return { path: designators, at: at % text.length, ...(heading === undefined ? {} : { heading }) };
    });
    return { kind: 'paragraph', text, opens };
  });
const headingBlock = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    words,
    fc.option(fc.constantFrom('x', '1005-11-c-Interp'), { nil: undefined }),
  )
  .map(([level, text, id]): Block => ({ kind: 'heading', level, text, ...(id === undefined ? {} : { id }) }));
const cells = fc.array(fc.array(fc.oneof(words, fc.constant('')), { maxLength: 3 }), { maxLength: 3 });
const table = fc
  .tuple(fc.option(words, { nil: undefined }), cells, cells)
  .map(([caption, headerRows, rows]): Block => {
    return { kind: 'table', ...(caption === undefined ? {} : { caption }), headerRows, rows };
  });

const outlines = fc
  .record({
    title: words,
    description: fc.option(words, { nil: undefined }),
    container: fc.array(words, { maxLength: 3 }),
    editionDate: fc.option(fc.constant('2021-01-13'), { nil: undefined }),
    citation: fc.oneof(words, fc.constantFrom('12', 'true', '2016-01-01', 'null', '~')),
    blocks: fc.array(fc.oneof(printed, free, headingBlock, table), { minLength: 1, maxLength: 8 }),
  })
  .map(({ title, description, container, editionDate, citation, blocks }): Outline => {
    const sourceUrl = 'https://example.gov/99-usc-1';
    return {
      facts: {
        externalId: '99-usc-1',
        category: 'statute',
        title,
        ...(description === undefined ? {} : { description }),
        authorities: ['congress'],
        jurisdictions: ['us-federal'],
        sourceUrl,
        attributes: { category: 'statute', citation, sourceUrl, uscTitle: 99, uscSection: '1' },
      },
      edition: 'official',
      ...(editionDate === undefined ? {} : { editionDate }),
      container,
      label: title,
      heading: title,
      blocks,
    };
  });

describe('writePandectMarkdown', () => {
  it('writes what reads back to the same outline', () => {
    fc.assert(
      fc.property(outlines, (outline) => {
        expect(readBack(writePandectMarkdown(outline))).toEqual(outline);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('writes whole paths and marked run-in headings, and a comment only where these cannot say it', () => {
    const paragraph = (text: string, ...opens: Provision[]): Block => ({ kind: 'paragraph', text, opens });
    const [outline] = fc.sample(outlines, 1);
    if (!outline) throw new Error('no sample');
    const blocks = [
      paragraph(
        '(a) Scope—(1) Banks. A bank *must* act.',
        { path: ['a'], at: 0, heading: 'Scope' },
        { path: ['a', '1'], at: 10, heading: 'Banks' },
      ),
      paragraph('(2) (b) of this section.', { path: ['a', '2'], at: 0 }),
      paragraph('(2) A second (2).', { path: ['a', '2'], at: 0 }),
      paragraph('(b) of this section applies.'),
      paragraph('1. First', { path: ['1'], at: 0 }),
    ];
    const body = writePandectMarkdown({ ...outline, heading: 'H', blocks }).split('\n# H\n\n')[1];
    expect(body?.split('\n\n')).toEqual([
      '(a) **Scope—**(1) **Banks.** A bank \\*must\\* act.',
      '(a)(2) \\(b) of this section.',
      '<!-- opens: [{"path":["a","2"],"at":0}] -->\n(2) A second (2).',
      '\\(b) of this section applies.',
      '<!-- opens: [{"path":["1"],"at":0}] -->\n1. First\n',
    ]);
  });
});
