import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readPandectMarkdown } from './read-pandect-markdown.ts';
import { SourceError } from './reader.ts';

const front = `---
externalId: 99-cfr-7-3
category: regulation
title: 99 CFR 7.3 Keeping of example records
description: An invented rule.
container: Regulation QX (99 CFR 7)
label: 7.3 Keeping of example records
authorities: [cfpb]
jurisdictions: [us-federal]
sourceUrl: https://www.ecfr.gov/current/title-99/section-7.3
edition: digest # or official, lossy
editionDate: 2016-11-14
attributes:
  citation: 99 CFR 7.3
  cfrTitle: 99
  cfrPart: 7
  cfrSection: "3"
---
`;
const heading = '# § 7.3 Keeping of example records\n\n';

function read(text: string): Outline {
  const [outline] = readPandectMarkdown.read({ name: 'x.md', bytes: new TextEncoder().encode(text) });
  if (!outline) throw new Error('nothing was read');
  return outline;
}

function readBlocks(body: string) {
  return read(front + heading + body).blocks;
}

function refusalOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof SourceError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('front matter', () => {
  it('becomes the facts, with category and address filled into the attributes', () => {
    const outline = read(`${front + heading}Words.\n`);
    expect(outline.facts).toEqual({
      externalId: '99-cfr-7-3',
      category: 'regulation',
      title: '99 CFR 7.3 Keeping of example records',
      description: 'An invented rule.',
      authorities: ['cfpb'],
      jurisdictions: ['us-federal'],
      sourceUrl: 'https://www.ecfr.gov/current/title-99/section-7.3',
      attributes: {
        category: 'regulation',
        citation: '99 CFR 7.3',
        sourceUrl: 'https://www.ecfr.gov/current/title-99/section-7.3',
        cfrTitle: 99,
        cfrPart: 7,
        cfrSection: '3',
      },
    });
    expect(outline).toMatchObject({
      edition: 'digest',
      editionDate: '2016-11-14',
      container: ['Regulation QX (99 CFR 7)'],
      label: '7.3 Keeping of example records',
      heading: '§ 7.3 Keeping of example records',
    });
  });

  it.each([
    [
      'externalId: 99-cfr-7-3',
      'externalId: 99 CFR 7.3',
      'line 2: externalId must be lower-case words joined by hyphens; found 99 CFR 7.3',
    ],
    ['category: regulation', 'category: rule', 'line 3: category must be one of statute, regulation'],
    ['label: 7.3 Keeping of example records', 'label:', 'line 7: label must be text; found nothing'],
    ['label: 7.3 Keeping of example records\n', '', 'line 2: label is missing'],
    [
      '[us-federal]',
      '[us-federal, us-state:zz]',
      'line 9: jurisdictions must be a list of us-federal or us-state:xx; found us-state:zz',
    ],
    [
      'authorities: [cfpb]',
      'authorities: cfpb',
      'line 8: authorities must be a list of ids such as cfpb or ny-dfs; found cfpb',
    ],
    ['https://www', 'http://www', 'line 10: sourceUrl must be an https address; found http://'],
    ['2016-11-14', '2016-11-31', 'line 12: editionDate must be a day as yyyy-mm-dd; found 2016-11-31'],
    [
      'cfrSection: "3"',
      'cfrSection: 3',
      'line 17: attributes.cfrSection must be text: put it in quotes; found 3',
    ],
    [
      'cfrPart: 7',
      'cfrPart: "7"',
      'line 16: attributes.cfrPart must be a whole number without quotes; found "7"',
    ],
    [
      'cfrPart: 7',
      'uscTitle: 7',
      'line 16: attributes.uscTitle is not a field here; known are citation, cfrTitle',
    ],
    ['cfrPart: 7', 'category: regulation', 'line 16: attributes.category is not a field here'],
    ['  citation: 99 CFR 7.3\n', '', 'line 2: attributes.citation is missing'],
    ['edition: digest', 'edition: &e digest', 'line 11: edition may not carry a YAML tag or anchor'],
    ['edition: digest', 'edition: !!str digest', 'line 11: edition may not carry a YAML tag or anchor'],
    [
      'description: An invented rule.',
      'descripton: An invented rule.',
      'line 5: descripton is not a field here',
    ],
    ['label: 7.3', 'title: 7.3', 'line 7: front matter: Map keys must be unique'],
    ['category: regulation', 'category: [', 'front matter: Flow sequence'],
  ])('with %s changed to %s is refused by line, field and value', (from, to, message) => {
    expect(refusalOf(`${front.replace(from, to) + heading}Words.\n`)).toContain(message);
  });

  it('that is deep, unclosed or a list is refused', () => {
    expect(refusalOf(`---\na: ${'['.repeat(20_000)}\n---\n`)).toContain('front matter');
    expect(refusalOf('---\na: b\n')).toContain('not closed');
    expect(refusalOf('---\n- a\n---\n')).toContain('must be a mapping');
  });
});

describe('paragraphs', () => {
  it('open exactly the provisions of their path that are not yet open', () => {
    const blocks = readBlocks(
      'Before all.\n\n(c) **Limits.** Ten.\n\n(c)(1) One.\n\n(c)(2)(i) **Longer time.** Two.\n',
    );
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Before all.', opens: [] },
      { kind: 'paragraph', text: '(c) Limits. Ten.', opens: [{ path: ['c'], heading: 'Limits', at: 0 }] },
      { kind: 'paragraph', text: '(1) One.', opens: [{ path: ['c', '1'], at: 0 }] },
      {
        kind: 'paragraph',
        text: '(2)(i) Longer time. Two.',
        opens: [
          { path: ['c', '2'], at: 0 },
          { path: ['c', '2', 'i'], heading: 'Longer time', at: 3 },
        ],
      },
    ]);
  });

  it('may open the level below right after a run-in heading', () => {
    expect(readBlocks('(c) **Limits**—(1) **Ten days.** Words.\n')).toEqual([
      {
        kind: 'paragraph',
        text: '(c) Limits—(1) Ten days. Words.',
        opens: [
          { path: ['c'], heading: 'Limits', at: 0 },
          { path: ['c', '1'], heading: 'Ten days', at: 11 },
        ],
      },
    ]);
  });

  it.each([
    ['(a) A.\n\n(a) Again.', 'line 23: (a) is repeated'],
    ['(b) B.\n\n(a) A.', 'line 23: (a) is out of order after (b)'],
    ['(a)(1) A.\n\n(a) Again.', 'line 23: (a) is repeated'],
    ['(a)(2) A.\n\n(a)(1) B.', 'line 23: (a)(1) is out of order after (a)(2)'],
    ['(a)(1)(iii) A.\n\n(a)(1)(ii) B.', 'out of order'],
    ['(a)(1) A.\n\n(b)(1) B.\n\n(a)(2) C.', 'line 25: (a)(2) is out of order after (b)'],
    ['(a) A.\n\n(1) One.', 'out of order after (a)'],
    ['(a) A.\n(b) B.', 'line 22: a designator begins this line'],
  ])('%j are refused', (body, message) => {
    expect(refusalOf(front + heading + body)).toContain(message);
  });

  it.each([
    ['(h) H.\n\n(i) I.\n\n(j) J.'],
    ['(a)(1)(i) A.\n\n(a)(1)(ii) B.\n\n(a)(1)(iv) C.\n\n(a)(1)(v) D.\n\n(a)(1)(ix) E.'],
    ['(z) Z.\n\n(aa) A.\n\n(bb) B.'],
    ['(z) Z.\n\n(aa) A.\n\n(ab) B.'],
    ['(a)(2) A.\n\n(a)(2a) B.\n\n(a)(3) C.'],
    ['(c) A.\n\n(c-1) B.\n\n(d) C.'],
    ['(a)(1)(i)(A)(1)(i) A.\n\n(a)(1)(i)(A)(1)(ii) B.'],
  ])('%j are in order', (body) => {
    expect(refusalOf(front + heading + body)).toBe('accepted');
  });

  it('begin afresh under every heading', () => {
    expect(refusalOf(`${front + heading}## One\n\n(a) A.\n\n## Two\n\n(a) A.`)).toBe('accepted');
  });

  it.each([
    ['wrapped\nover *two* lines', ['wrapped over two lines']],
    ['a [link](https://example.com/a_(b)) and __stress__ and `code`', ['a link and stress and code']],
    ['5 * 3 * 2, snake_case_name, ______ to fill', ['5 * 3 * 2, snake_case_name, ______ to fill']],
    ['- one\n- two\n  goes on\n- three', ['- one', '- two goes on', '- three']],
    ['1. one\n2. two', ['1. one', '2. two']],
    ['\\(a) is only words', ['(a) is only words']],
    ['[Reserved] and §\u00a07', ['[Reserved] and §\u00a07']],
    ['<!-- a note to editors -->\nwords', ['words']],
  ])('%j keep their words', (body, texts) => {
    expect(readBlocks(body)).toEqual(texts.map((text) => ({ kind: 'paragraph', text, opens: [] })));
  });

  it.each(['> quoted', '```\ncode\n```', '---', '* star', '# Second', '<!-- open'])(
    '%j is refused',
    (body) => {
      expect(refusalOf(`${front + heading}Words.\n\n${body}\n`)).toMatch(/^line 23: /);
    },
  );

  it('take their openings from a comment where one stands above them', () => {
    const comment = '<!-- opens: [{"path":["1"],"at":0,"heading":"Scope"}] -->';
    expect(readBlocks(`${comment}\n1. Scope. Words.\n`)).toEqual([
      { kind: 'paragraph', text: '1. Scope. Words.', opens: [{ path: ['1'], at: 0, heading: 'Scope' }] },
    ]);
    expect(refusalOf(`${front + heading}${comment}\n\nWords.\n`)).toContain('must follow');
    expect(refusalOf(`${front + heading}<!-- opens: [{"path":[],"at":0}] -->\nWords.\n`)).toContain(
      'needs a path',
    );
    expect(refusalOf(`${front + heading}<!-- opens: [{"path":["a"],"at":99}] -->\nWords.\n`)).toContain(
      'past the text',
    );
  });
});

describe('headings and tables', () => {
  it('are read with level, id, caption, header rows and cells', () => {
    const body =
      '## First\n#### Third {#x-1}\n\nTable: *Fees*\n| a | b |\n|---|:-:|\n| 1 \\| 2 | |\n| **3** | 4 |\n';
    expect(readBlocks(body)).toEqual([
      { kind: 'heading', level: 1, text: 'First' },
      { kind: 'heading', level: 3, text: 'Third', id: 'x-1' },
      {
        kind: 'table',
        caption: 'Fees',
        headerRows: [['a', 'b']],
        rows: [
          ['1 | 2', ''],
          ['3', '4'],
        ],
      },
    ]);
  });

  it.each([
    ['| a | b |\n| 1 | 2 |\n', 'line 21: the table has no |---| line'],
    ['| a |\n|---|\n| 1\n', 'line 23: a table row must end with |'],
    ['Words.\n| a |\n|---|\n', 'line 22: put an empty line before the table'],
    ['| a |\n|---|\nWords.\n', 'line 23: put an empty line after the table'],
  ])('%j is refused', (body, message) => {
    expect(refusalOf(front + heading + body)).toContain(message);
  });

  it('without a first heading or any text are refused', () => {
    expect(refusalOf(`${front}\nWords.\n`)).toContain('must begin with a "# " heading');
    expect(refusalOf(front + heading)).toContain('no text');
  });
});

it('knows its files by front matter', () => {
  expect(readPandectMarkdown.recognises('a.md', front)).toBe(true);
  expect(readPandectMarkdown.recognises('a.md', '# Title\n')).toBe(false);
  expect(readPandectMarkdown.recognises('a.txt', front)).toBe(false);
});
