import { describe, expect, it } from 'vitest';
import { type FlatParagraph, inferLevels, schemes } from './paragraph-levels.ts';

/** `(a) *Scope.* Text` with asterisks round what is italic. */
function flat(marked: string): FlatParagraph {
  const italic: { start: number; end: number }[] = [];
  let text = '';
  for (const [index, piece] of marked.split('*').entries()) {
    if (index % 2 === 1) italic.push({ start: text.length, end: text.length + piece.length });
    text += piece;
  }
  return { text, italic };
}

/** The paths that each line opens, `b/1 b/1/i`; `-` for flush text. */
function paths(lines: readonly string[], scheme: keyof typeof schemes = 'cfr'): string[] {
  return inferLevels(lines.map(flat), schemes[scheme]).map(
    ({ opens }) => opens.map(({ path }) => path.join('/')).join(' ') || '-',
  );
}

/** Lines of `designator expected` pairs, so that a case reads as a table. */
function check(rows: readonly (readonly [string, string])[], scheme: keyof typeof schemes = 'cfr') {
  expect(
    paths(
      rows.map(([line]) => line),
      scheme,
    ),
  ).toEqual(rows.map(([, expected]) => expected));
}

describe('inferLevels in regulations', () => {
  it('nests six levels, the last two by their italics', () => {
    check([
      ['(a) Letters.', 'a'],
      ['(1) Numbers.', 'a/1'],
      ['(i) Numerals.', 'a/1/i'],
      ['(A) Capitals.', 'a/1/i/A'],
      ['(*1*) Italic numbers.', 'a/1/i/A/1'],
      ['(*i*) Italic numerals.', 'a/1/i/A/1/i'],
      ['(*ii*) More.', 'a/1/i/A/1/ii'],
      ['(*2*) More.', 'a/1/i/A/2'],
      ['(B) More.', 'a/1/i/B'],
      ['(ii) More.', 'a/1/ii'],
      ['(2) More.', 'a/2'],
      ['(b) More.', 'b'],
    ]);
  });

  it('opens two and three levels in one paragraph', () => {
    check([
      ['(a)(1) Both at once.', 'a a/1'],
      ['(2)(i)(A) Three at once.', 'a/2 a/2/i a/2/i/A'],
      ['(B) Next.', 'a/2/i/B'],
      ['(b) *Fees*—(1) *Amount.* A fee is due.', 'b b/1'],
      ['(2) *Payment*—(i) *When*—(A) *Early.* Pay early.', 'b/2 b/2/i b/2/i/A'],
      ['(B) *Late.* Pay late.', 'b/2/i/B'],
      ['(c) *Notice.* (1) Give notice.', 'c c/1'],
      ['(2) Keep a copy.', 'c/2'],
      ['(d) *Records—(1) Kind.* Keep records.', 'd d/1'],
    ]);
  });

  it('reads (i) after (h) as a letter when (j) follows', () => {
    check([
      ['(g) One.', 'g'],
      ['(h) Two.', 'h'],
      ['(i) Three.', 'i'],
      ['(j) Four.', 'j'],
    ]);
  });

  it('reads (i) after (h) as a numeral when (ii) follows', () => {
    check([
      ['(g) One.', 'g'],
      ['(h) Two:', 'h'],
      ['(i) Under two;', 'h/i'],
      ['(ii) Under two.', 'h/ii'],
      ['(i) Three.', 'i'],
      ['(j) Four.', 'j'],
    ]);
  });

  it('reads (i) below (h)(1) by what comes next', () => {
    const before: [string, string][] = [
      ['(g) One.', 'g'],
      ['(h) Two:', 'h'],
      ['(1) Item;', 'h/1'],
    ];
    check([...before, ['(i) Item.', 'h/1/i'], ['(ii) Item.', 'h/1/ii'], ['(2) Item.', 'h/2']]);
    check([...before, ['(2) Item.', 'h/2'], ['(i) Three.', 'i'], ['(1) Item.', 'i/1'], ['(j) Four.', 'j']]);
  });

  it.each([...'vxl'])('reads (%s) as a letter among letters and as a numeral among numerals', (both) => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    expect(paths(letters.map((letter) => `(${letter}) Item.`))).toEqual(letters);
    const numerals = ['', 'x', 'xx', 'xxx', 'xl', 'l'].flatMap((tens) =>
      ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'].map((ones) => tens + ones),
    );
    const list = numerals.slice(1, numerals.indexOf(both) + 2);
    expect(paths(['(a) Top.', '(1) List:', ...list.map((numeral) => `(${numeral}) Item.`)])).toEqual([
      'a',
      'a/1',
      ...list.map((numeral) => `a/1/${numeral}`),
    ]);
  });

  it('reads (c), (d) and (m) as letters, and an italic (l) as the letter it is', () => {
    const lines = [...'abcdefghijklmn'].map((letter) =>
      letter === 'l' ? '(*l*) Item.' : `(${letter}) Item.`,
    );
    expect(paths(lines)).toEqual([...'abcdefghijklmn']);
  });

  it('goes on with (aa) after (z) and (aaa) after (zz)', () => {
    expect(paths(['(y) A.', '(z) B.', '(aa) C.', '(bb) D.'])).toEqual(['y', 'z', 'aa', 'bb']);
    expect(paths(['(hh) A.', '(ii) B.', '(jj) C.', '(zz) D.', '(aaa) E.']).at(1)).toBe('ii');
  });

  it('passes over reserved runs and gaps', () => {
    check([
      ['(a) One.', 'a'],
      ['(b)-(d) [Reserved]', 'b d'],
      ['(e) Five.', 'e'],
      ['(1)-(3) [Reserved]', 'e/1 e/3'],
      ['(4) Four.', 'e/4'],
      ['(f) and (g) [Reserved]', 'f g'],
      ['(h) Eight.', 'h'],
      ['(k) Eleven, the rest removed.', 'k'],
      ['(k-1) Put in later.', 'k-1'],
      ['(l) Twelve.', 'l'],
    ]);
  });

  it('begins an excerpt in the middle', () => {
    check([
      ['(u) Letter.', 'u'],
      ['(v) Letter.', 'v'],
      ['(w) Letter.', 'w'],
    ]);
    check([
      ['(c)(2) Two levels.', 'c c/2'],
      ['(3) Next.', 'c/3'],
    ]);
    check([
      ['(iv) Numeral.', 'iv'],
      ['(v) Numeral.', 'v'],
      ['(vi) Numeral.', 'vi'],
    ]);
  });

  it('keeps flush text and references at the head of a line out of the lists', () => {
    check([
      ['Words before the list.', '-'],
      ['(a) One:', 'a'],
      ['(1) Item; or', 'a/1'],
      ['(2) Item,', 'a/2'],
      ['unless the rule in', '-'],
      ['(a) of this section says otherwise.', '-'],
      ['(b) Two, as paragraph (a)(1) or (2) allows (1) of them.', 'b'],
    ]);
  });

  it('starts the list of each undesignated definition afresh', () => {
    check([
      ['*Bank* means:', '-'],
      ['(1) A bank;', '1'],
      ['(i) Chartered; or', '1/i'],
      ['(ii) Not chartered.', '1/ii'],
      ['(2) A thrift.', '2'],
      ['*Branch.* (1) The term means an office.', '1'],
      ['(i) In a town; or', '1/i'],
      ['(ii) Elsewhere.', '1/ii'],
      ['(2) It does not mean a machine.', '2'],
      ['*Customer* means:', '-'],
      ['(1) A person; or', '1'],
      ['(2) A firm.', '2'],
    ]);
  });

  it('finds the first of a list in a sentence when a later line needs it', () => {
    check([
      ['(a) A bank must: (1) Keep a book;', 'a a/1'],
      ['(2) Show it.', 'a/2'],
      ['(b) *Who asks?* May a bank ask? (1) It may:', 'b b/1'],
      ['(i) In writing; or', 'b/1/i'],
      ['(ii) In person.', 'b/1/ii'],
      ['(2) It must say why, see paragraph (a)(1).', 'b/2'],
      ['(c) A branch is one that: (1)(i) Is open; or', 'c c/1 c/1/i'],
      ['(ii) Was open; and', 'c/1/ii'],
      ['(2) Is near.', 'c/2'],
    ]);
  });

  it('follows drafters who leave the order of levels', () => {
    check([
      ['(1) Numbers first:', '1'],
      ['(i) Then numerals;', '1/i'],
      ['(ii) And again.', '1/ii'],
      ['(2) Second.', '2'],
    ]);
    check([
      ['(a) One.', 'a'],
      ['(1) Item:', 'a/1'],
      ['(i) Sub-item:', 'a/1/i'],
      ['(a) A letter below a numeral;', 'a/1/i/a'],
      ['(b) And one more.', 'a/1/i/b'],
      ['(ii) Sub-item.', 'a/1/ii'],
      ['(2) Item.', 'a/2'],
      ['(b) Two.', 'b'],
    ]);
    check([
      ['(a) One.', 'a'],
      ['(1) Item:', 'a/1'],
      ['(i) Sub-item:', 'a/1/i'],
      ['(A) Capital:', 'a/1/i/A'],
      ['(1) Number without its italics;', 'a/1/i/A/1'],
      ['(2) Number without its italics.', 'a/1/i/A/2'],
      ['(B) Capital.', 'a/1/i/B'],
      ['(2) Item.', 'a/2'],
    ]);
  });

  it('takes the run-in heading without its closing mark, and where the designator stands', () => {
    const [first, second, third] = inferLevels(
      [
        flat('(b) *Time limits*—(1) *Ten days.* A bank acts.'),
        flat('(2) *Provided,* that it can.'),
        flat('(3) *Item 4*: *Late fees.* None.'),
      ],
      schemes.cfr,
    );
    expect(first?.opens).toEqual([
      { path: ['b'], heading: 'Time limits', at: 0 },
      { path: ['b', '1'], heading: 'Ten days', at: 16 },
    ]);
    expect(second?.opens).toEqual([{ path: ['b', '2'], at: 0 }]);
    expect(third?.opens[0]?.heading).toBe('Item 4: Late fees');
  });

  it('never opens anything in a plain paragraph', () => {
    const plain = { ...flat('(b) A line of a form.'), plain: true };
    const levelled = inferLevels([flat('(a) One.'), plain, flat('(b) Two.')], schemes.cfr);
    expect(levelled.map(({ opens }) => opens.length)).toEqual([1, 0, 1]);
  });
});

describe('inferLevels elsewhere', () => {
  it('nests a statute down to items without any italics', () => {
    check(
      [
        ['(a) In general.—A person shall act.', 'a'],
        ['(b) Exceptions.—(1) None applies.', 'b b/1'],
        ['(2) But one does—', 'b/2'],
        ['(A) if so;', 'b/2/A'],
        ['(i) really;', 'b/2/A/i'],
        ['(I) and truly;', 'b/2/A/i/I'],
        ['(aa) and fully;', 'b/2/A/i/I/aa'],
        ['(bb) or nearly;', 'b/2/A/i/I/bb'],
        ['(II) or so.', 'b/2/A/i/II'],
        ['(ii) or not;', 'b/2/A/ii'],
        ['(B) if not.', 'b/2/B'],
        ['(c) End.', 'c'],
      ],
      'statute',
    );
    const [, second] = inferLevels(
      [flat('(a) Short.'), flat('(b) Exceptions.—(1) None applies.'), flat('(2) One does.')],
      schemes.statute,
    );
    expect(second?.opens[0]).toEqual({ path: ['b'], heading: 'Exceptions', at: 0 });
  });

  it('reads (H), (I), (J) of a statute as capitals', () => {
    const lines = [...'ABCDEFGHIJ'].map((capital) => `(${capital}) item;`);
    expect(paths(['(a) All.', '(1) Of:', ...lines], 'statute').at(-2)).toBe('a/1/I');
  });

  it('nests the comments of official interpretations', () => {
    check(
      [
        ['1. *General.* A comment.', '1'],
        ['i. An example:', '1/i'],
        ['A. One case.', '1/i/A'],
        ['*1.* A finer case.', '1/i/A/1'],
        ['*2.* Another.', '1/i/A/2'],
        ['B. Another case.', '1/i/B'],
        ['ii. An example.', '1/ii'],
        ['2. *Timing.* i. *Early.* A comment.', '2 2/i'],
        ['ii. *Late.* A comment.', '2/ii'],
        ['3.*No space.* A comment.', '3'],
      ],
      'interpretation',
    );
  });

  it('finds the order of an appendix from the appendix', () => {
    check(
      [
        ['I. Introduction', 'I'],
        ['A. *Scope.* Banks.', 'I/A'],
        ['1. Large.', 'I/A/1'],
        ['a. Very.', 'I/A/1/a'],
        ['(1) Indeed.', 'I/A/1/a/1'],
        ['b. Less.', 'I/A/1/b'],
        ['2. Small.', 'I/A/2'],
        ['B. *Terms.* None.', 'I/B'],
        ['II. Standards', 'II'],
        ['A. Good.', 'II/A'],
      ],
      'outline',
    );
    expect(paths(['G. *One.*', 'H. *Two.*', 'I. *Three.*', 'J. *Four.*'], 'outline')).toEqual([...'GHIJ']);
  });

  it.each([
    [
      'many lines',
      Array.from({ length: 4000 }, (_, index) => `(${index % 2 ? 'i' : 'v'}) ${'(1) '.repeat(50)}`),
    ],
    ['one long run', [`(a) Text ${'(1)'.repeat(100_000)}`, '(2) Text.']],
    ['one long sentence', [`(a) Text ${'see (1) '.repeat(100_000)}`, '(2) Text.']],
    ['one long chain of headings', [`(a) ${'*x*—(1) '.repeat(2000)}`, '(2) Text.']],
  ])('takes time in proportion to hostile input: %s', (_name, lines) => {
    const started = performance.now();
    inferLevels(lines.map(flat), schemes.cfr);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
