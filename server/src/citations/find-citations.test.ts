import { describe, expect, it } from 'vitest';
import { findCitations } from './find-citations.ts';
import { lawOf, resolveCitation, scopeHolds } from './resolve-citation.ts';

function provisions(text: string): string[] {
  return findCitations(text).flatMap(({ cited }) => {
    const resolved = resolveCitation(cited);
    return resolved?.kind === 'provision' ? [[resolved.externalIds[0], ...resolved.path].join(' ')] : [];
  });
}

describe('citations', () => {
  it.each([
    ['12 CFR 1005.11(c)(2)(i)', ['12-cfr-1005-11 c 2 i']],
    ['12 C.F.R. § 1026.24(d)', ['12-cfr-1026-24 d']],
    ['12 CFR § 1026.24 (d) (1)', ['12-cfr-1026-24 d 1']],
    ['see 17 CFR 240.15c3-1(a)', ['17-cfr-240-15c3-1 a']],
    ['15 U.S.C. 1681m', ['15-usc-1681m']],
    ['15 USC § 1681c–1(b)', ['15-usc-1681c-1 b']],
    ['Reg E 1005.11(c)', ['12-cfr-1005-11 c']],
    ['what does 1024.41 say', ['12-cfr-1024-41']],
    ['section 1033 data access', ['12-usc-5533']],
    ['FCRA § 615(a) notice', ['15-usc-1681m a']],
    ['section 809 of the FDCPA', ['15-usc-1692g']],
    ['fees of $104.50 and 100.5% of it', []],
    ['it took 1005 days', []],
    ['section 7 of the lease', []],
  ])('%s', (text, expected) => {
    expect(provisions(text)).toEqual(expected);
  });

  it.each([
    ['Regulation Z finance charge', '12-cfr-1026-4', true],
    ['reg e error', '12-cfr-1005-11', true],
    ['reg e error', '12-cfr-1026-13', false],
    ['TILA rescission', '15-usc-1635', true],
    ['tila rescission', '12-cfr-1026-23', true],
    ['Does the CRA apply', '12-cfr-25-21', true],
    ['12 CFR part 1006', '12-cfr-1006-14', true],
  ])('%s covers %s: %s', (text, externalId, covered) => {
    const resolved = findCitations(text).map(({ cited }) => resolveCitation(cited));
    expect(resolved.some((one) => one?.kind === 'scope' && scopeHolds(one.scope, lawOf(externalId)))).toBe(
      covered,
    );
  });

  it.each(['is there a regulation a bank must follow', 'the cra sold my data', 'a reg in force'])(
    'names no law: %s',
    (text) => {
      expect(findCitations(text)).toEqual([]);
    },
  );

  it('carries the offsets of the text it was given', () => {
    const text = 'Under Regulation E, § 1005.6(b) limits loss.';
    expect(findCitations(text).map((one) => text.slice(one.startOffset, one.endOffset))).toEqual([
      'Regulation E',
      '§ 1005.6(b)',
    ]);
  });

  it('reads hostile text in linear time', () => {
    const hostile = `${'12 CFR '.repeat(20_000)}${'('.repeat(50_000)}${'1005.'.repeat(20_000)}`;
    const began = performance.now();
    findCitations(hostile);
    expect(performance.now() - began).toBeLessThan(1500);
  });
});
