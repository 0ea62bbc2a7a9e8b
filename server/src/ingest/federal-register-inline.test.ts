import { describe, expect, it } from 'vitest';
import { detectSpacing, inlineText } from './federal-register-inline.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

function parse(inner: string): XmlElement {
  return parseXml(new TextEncoder().encode(`<P>${inner}</P>`));
}

describe('text of a Federal Register paragraph', () => {
  it.each([
    // [what the file holds, what was printed]
    ['in the<E T="04">Federal Register</E>on Monday', 'in the Federal Register on Monday'],
    ['(a)<E T="03">Scope.</E>This part', '(a) Scope. This part'],
    ['(a)<E T="03">Scope</E>—(1)<E T="03">In general.</E>This', '(a) Scope—(1) In general. This'],
    ['paragraph (b)(2)(<E T="03">i</E>) applies', 'paragraph (b)(2)(i) applies'],
    ['§ 99.3(b)(2)<E T="03">(3)</E>applies', '§ 99.3(b)(2)(3) applies'],
    ['(<E T="03">e.g.,</E>a barn)', '(e.g., a barn)'],
    ['12 U.S.C. 99<E T="03">et seq.</E>) and', '12 U.S.C. 99 et seq.) and'],
    ['the<E T="03">barn</E>(including its roof)', 'the barn (including its roof)'],
    ['each<E T="03">barn</E>(s) there', 'each barn(s) there'],
    ['see § 99.4<PRTPAGE P="7"/>(a)', 'see § 99.4(a)'],
    ['first-<PRTPAGE P="7"/>lien', 'first-lien'],
    ['the farmer<PRTPAGE P="7"/>may', 'the farmer may'],
    ['•<E T="03">Mail:</E>Send', '• Mail: Send'],
    ['(j)<E T="03">Fees.</E>* * *', '(j) Fees. * * *'],
    ['“<E T="03">barn</E>” means', '“barn” means'],
    ['<E T="03">S</E>ee the barn', 'See the barn'],
    ['a two-word<LI>head</LI>', 'a two-word head'],
  ])('restores the spaces that the conversion dropped: %s', (inner, printed) => {
    expect(inlineText(parse(inner).children, 'dropped')).toBe(printed);
  });

  it.each([
    ['§ 99.4<SU>5</SU>\n  <FTREF/>applies', '§ 99.4 5 applies'],
    ['the barn,<SU>5</SU>\n  <FTREF/>) if', 'the barn, 5) if'],
    ['<SU>5</SU>77 FR 99.', '5 77 FR 99.'],
    ['\n   <SU>5</SU>See 77 FR 99.', '5 See 77 FR 99.'],
    ['Barn<SU>TM</SU>doors', 'BarnTM doors'],
    ['a<E T="52">1</E>, a<E T="52">2</E>', 'a1, a2'],
  ])('keeps a raised mark apart from the figures round it: %s', (inner, printed) => {
    expect(inlineText(parse(inner).children, 'dropped')).toBe(printed);
  });

  it.each([
    ['in the <E T="04">Federal Register</E> on Monday', 'in the Federal Register on Monday'],
    ['a barn<E T="03">yard</E> gate', 'a barnyard gate'],
    ['wrapped\n   <E T="03">here</E>\n   and there', 'wrapped here and there'],
    ['§ 99.4<SU>5</SU><FTREF/> applies', '§ 99.4 5 applies'],
    ['<SU>5</SU>77 FR 99.', '5 77 FR 99.'],
  ])('leaves a file that kept its spaces as it is: %s', (inner, printed) => {
    expect(inlineText(parse(inner).children, 'kept')).toBe(printed);
  });

  it.each([
    ['in the<E T="04">Federal Register</E>on', 'dropped'],
    ['in the <E T="04">Federal Register</E> on', 'kept'],
    ['no inline element at all', 'kept'],
  ])('tells from its boundaries whether a file dropped its spaces: %s', (inner, spacing) => {
    expect(detectSpacing(parse(inner))).toBe(spacing);
  });

  it('runs in linear time over a long paragraph of many pieces', () => {
    const long = parse('the<E T="03">barn</E>and'.repeat(100_000));
    const started = performance.now();
    expect(inlineText(long.children, 'dropped')).toHaveLength('the barn and'.length * 100_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
