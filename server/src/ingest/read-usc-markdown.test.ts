import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Block, Outline } from './outline.ts';
import { readUscMarkdown } from './read-usc-markdown.ts';

const chapter = `### **CHAPTER 7A—KEEPING OF EXAMPLES**

### §501. Definitions
* As used in this chapter—

  * (1) the term "example" means an invented thing;

  * (2) the term "keeper" includes—

    * (A) a library; and

    * (B) of the museums, those with a roof;


* as the _Keeper_ may decide.

### §501_l_–1. Duties of keepers
#### (a) In general
* #### (1) Dusting
  * A keeper shall dust—

    * (A) daily; or

    * (B) weekly, &nbsp;if asked.

* #### (2), (3) Omitted
#### (_l)_ Penalty
* A keeper who fails shall pay according to this table:

  | &nbsp; | &nbsp; |
  | --- | --- |
  | **Day** | **Sum** |
  | First | $1 |

* "(b) This is quoted."

<p align='center'>"The Office of Examples</p>

### §502. [Reserved]
`;

function read(text: string, name = 'code/title-99/chapter07a_subchapteri.md'): Outline[] {
  return [
    ...readUscMarkdown.read({ name, bytes: new TextEncoder().encode(text), editionDate: '2021-01-13' }),
  ];
}

function shown(block: Block): string {
  if (block.kind === 'table') return `table ${JSON.stringify([...block.headerRows, ...block.rows])}`;
  if (block.kind === 'heading') return `heading ${block.text}`;
  const opens = block.opens.map(({ path, at, heading = '' }) => `${path.join('.')}@${at}:${heading}`);
  return `${opens.join(' ')}| ${block.text}`;
}

describe('a chapter file', () => {
  it('gives one document per section that holds law', () => {
    expect(read(chapter).map(({ facts }) => facts.externalId)).toEqual(['99-usc-501', '99-usc-501l-1']);
  });

  it('takes title and chapter from the path and the container from the chapter heading', () => {
    expect(read(chapter)[1]).toMatchObject({
      facts: {
        category: 'statute',
        title: '99 U.S.C. 501l-1 Duties of keepers',
        authorities: ['congress'],
        jurisdictions: ['us-federal'],
        sourceUrl: 'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title99-section501l-1',
        attributes: { citation: '99 U.S.C. 501l-1', uscTitle: 99, uscChapter: '7A', uscSection: '501l-1' },
      },
      edition: 'official',
      editionDate: '2021-01-13',
      container: ['Keeping of Examples (99 U.S.C.)'],
      label: '99 U.S.C. 501l-1 Duties of keepers',
      heading: '§501l–1. Duties of keepers',
    });
  });

  it('keeps flush text in its place and opens every designator that begins a line', () => {
    expect(read(chapter)[0]?.blocks.map(shown)).toEqual([
      '| As used in this chapter—',
      '1@0:| (1) the term "example" means an invented thing;',
      '2@0:| (2) the term "keeper" includes—',
      '2.A@0:| (A) a library; and',
      '2.B@0:| (B) of the museums, those with a roof;',
      '| as the Keeper may decide.',
    ]);
  });

  it('keeps headings on lines of their own, tables as tables and quoted text closed', () => {
    expect(read(chapter)[1]?.blocks.map(shown)).toEqual([
      'a@0:In general| (a) In general',
      'a.1@0:Dusting| (1) Dusting',
      '| A keeper shall dust—',
      'a.1.A@0:| (A) daily; or',
      'a.1.B@0:| (B) weekly, \u00a0if asked.',
      'a.2@0: a.3@5:Omitted| (2), (3) Omitted',
      'l@0:Penalty| (l) Penalty',
      '| A keeper who fails shall pay according to this table:',
      'table [["Day","Sum"],["First","$1"]]',
      '| "(b) This is quoted."',
      '| "The Office of Examples',
    ]);
  });

  it('is refused where the path names no title of the Code', () => {
    expect(() => read(chapter, 'chapter07a.md')).toThrow(/folder named title-15/);
    expect(() => read('### §1. Empty\n')).toThrow('line 1: §1 has no text');
    expect(() => read('Words.\n### §1. Empty\n')).toThrow('line 1: text before the first section');
  });
});

const folder = new URL('../../../../shared/corpus/uscode/md-2021/', import.meta.url);

describe.skipIf(!existsSync(folder))('the 2021 edition (skipped where the shared corpus is absent)', () => {
  it('gives 2,141 sections with distinct slugs, every lettered designator opened', () => {
    const slugs: string[] = [];
    let unopened = 0;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.md.gz')) continue;
      const bytes = gunzipSync(readFileSync(new URL(name, folder)));
      for (const { facts, blocks } of readUscMarkdown.read({ name: name.slice(0, -3), bytes })) {
        slugs.push(facts.externalId);
        for (const block of blocks) {
          if (block.kind === 'paragraph' && block.opens.length === 0 && /^\([a-z]{1,2}\)/i.test(block.text))
            unopened += 1;
        }
      }
    }
    expect(slugs.length).toBe(2141);
    expect(new Set(slugs).size).toBe(2141);
    expect(unopened).toBe(0);
  }, 60_000);
});
