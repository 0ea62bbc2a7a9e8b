import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outline } from './outline.ts';
import { readEcfrText } from './read-ecfr-text.ts';

const part = `  PART 1099—EXAMPLES IN LENDING (REGULATION QQ)

### Part 1099

**Authority:** Authority: 99 U.S.C. 1.

**Source:** Source: 99 FR 1, Jan. 2, 2099, unless otherwise noted.

    § 1099.1   Scope.

#### § § 1099.1

    This part applies to _examples_ and to ____ only.

> [99 FR 1, Jan. 2, 2099]

    Subpart A [Reserved]

    Subpart B—Halls

      § 1099.5   Dusting of halls.

#### § § 1099.5

      (a) —(1)  A keeper dusts.

      (i) Daily.

      (2) § 1099.1 does not change this.

      (b)  No hall is exempt.

      Yards

        § 1099.6   Dusting of yards.

#### § § 1099.6

        A keeper sweeps.

      §§ 1099.7-1099.9   [Reserved]

#### § §§ 1099.7-1099.9

    § 1099.10   [Reserved]

#### § § 1099.10

  SUBCHAPTER B—MORE EXAMPLES

## Subchapter B
`;

function read(text: string, name = 'ecfr-title-12-text/part-1099.md'): Outline[] {
  return [...readEcfrText.read({ name, bytes: new TextEncoder().encode(text) })];
}

describe('a part', () => {
  it('gives its sections without authority notes, credits and the headings above them', () => {
    const texts = read(part).map(({ heading, blocks }) => [
      heading,
      ...blocks.map((block) => 'text' in block && block.text),
    ]);
    expect(texts).toEqual([
      ['§ 1099.1 Scope.', 'This part applies to examples and to ____ only.'],
      [
        '§ 1099.5 Dusting of halls.',
        '(a) —(1) A keeper dusts.',
        '(i) Daily.',
        '(2) § 1099.1 does not change this.',
        '(b) No hall is exempt.',
      ],
      ['§ 1099.6 Dusting of yards.', 'A keeper sweeps.'],
    ]);
  });

  it('is lossy, and nests its paragraphs', () => {
    const outline = read(part)[1];
    expect(outline).toMatchObject({
      facts: {
        externalId: '12-cfr-1099-5',
        category: 'regulation',
        title: '12 CFR 1099.5 Dusting of halls',
        authorities: ['cfpb'],
        sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1099.5',
        attributes: { citation: '12 CFR 1099.5', cfrTitle: 12, cfrPart: 1099, cfrSection: '5' },
      },
      edition: 'lossy',
      container: ['Regulation QQ (12 CFR 1099)'],
      label: '1099.5 Dusting of halls',
    });
    const paths = outline?.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.opens : []));
    expect(paths?.map(({ path }) => path.join('.'))).toEqual(['a', 'a.1', 'a.1.i', 'a.2', 'b']);
  });

  it('is refused where neither path nor text tells what it is', () => {
    expect(() => read(part, 'part-1099.md')).toThrow(/folder named title-12/);
    expect(() => read('#### § § 1.1\n')).toThrow('names no part');
    expect(() => read('### Part 1\n\nWords.\n\n#### § § 1.1\n')).toThrow('line 5: no heading line');
  });
});

const folder = new URL('../../../../shared/corpus/ecfr-title-12-text/', import.meta.url);

describe.skipIf(!existsSync(folder))('Title 12 as text (skipped where the shared corpus is absent)', () => {
  it('gives 2,165 sections with distinct slugs', () => {
    const slugs = readdirSync(folder)
      .filter((name) => name.endsWith('.md.gz'))
      .flatMap((name) => {
        const bytes = gunzipSync(readFileSync(new URL(name, folder)));
        return [...readEcfrText.read({ name: `title-12/${name.slice(0, -3)}`, bytes })];
      })
      .map(({ facts }) => facts.externalId);
    expect(slugs.length).toBe(2165);
    expect(new Set(slugs).size).toBe(2165);
  }, 60_000);
});
