import { describe, expect, it } from 'vitest';
import { actOf, acts, compareSections, uscCitation, uscContainer } from './usc-acts.ts';

describe('actOf', () => {
  it.each([
    [15, '1681', 'Fair Credit Reporting Act'],
    [15, '1681m', 'Fair Credit Reporting Act'],
    [15, '1681c–1', 'Fair Credit Reporting Act'],
    [15, '1681x', 'Fair Credit Reporting Act'],
    [15, '1667f', 'Truth in Lending Act'],
    [15, '1637a', 'Truth in Lending Act'],
    [15, '1692o', 'Fair Debt Collection Practices Act'],
    [15, '1693o-2', 'Electronic Fund Transfer Act'],
    [12, '1831p-1', 'Federal Deposit Insurance Act'],
    [12, '1831dd', 'Federal Deposit Insurance Act'],
    [12, '5481', 'Consumer Financial Protection Act of 2010'],
    [12, '5537', 'Dodd-Frank Wall Street Reform and Consumer Protection Act'],
    [31, '5318A', 'Bank Secrecy Act'],
    [10, '987', 'Military Lending Act'],
    [47, '227', 'Telephone Consumer Protection Act of 1991'],
    [50, '4025a', 'Servicemembers Civil Relief Act'],
  ])('names the Act of %i U.S.C. %s', (title, section, name) => {
    expect(actOf(title, section)?.name).toBe(name);
  });

  it.each([
    [15, '1680'],
    [15, '1681y'],
    [15, '1615'],
    [12, '1829c'],
    [12, '5538'],
    [16, '1681'],
    [47, '227b'],
    [15, '45c'],
    [12, '1832'],
  ])('leaves %i U.S.C. %s without an Act', (title, section) => {
    expect(actOf(title, section)).toBeUndefined();
  });

  it('holds ranges in order, with exceptions inside them', () => {
    for (const act of acts) {
      expect(compareSections(act.first, act.last), act.name).toBeLessThanOrEqual(0);
      for (const section of act.except ?? []) {
        expect(compareSections(act.first, section), section).toBeLessThan(0);
        expect(compareSections(section, act.last), section).toBeLessThan(0);
      }
    }
  });
});

describe('uscContainer', () => {
  it.each([
    [
      15,
      '1681m',
      'CHAPTER 41—CONSUMER CREDIT PROTECTION',
      'Fair Credit Reporting Act (15 U.S.C. 1681-1681x)',
    ],
    [10, '987', undefined, 'Military Lending Act (10 U.S.C. 987)'],
    [12, '375b', 'CHAPTER 3—FEDERAL RESERVE SYSTEM', 'Federal Reserve System (12 U.S.C.)'],
    [12, '375b', 'FEDERAL RESERVE SYSTEM', 'Federal Reserve System (12 U.S.C.)'],
    [15, '2225', 'Fire Prevention and Control', 'Fire Prevention and Control (15 U.S.C.)'],
    [15, '9999', 'THE OFFICE OF THE EXAMPLES', 'The Office of the Examples (15 U.S.C.)'],
    [15, '9999', 'SUBCHAPTER II–A—LENDING OF LAMPS', 'Lending of Lamps (15 U.S.C.)'],
    [15, '9999', 'TITLE INSURANCE AND ABSTRACTS', 'Title Insurance and Abstracts (15 U.S.C.)'],
    [12, '9999', undefined, 'United States Code, Title 12'],
    [12, '9999', 'CHAPTER 7A—', 'United States Code, Title 12'],
  ])('puts %i U.S.C. %s under its Act or chapter', (title, section, heading, container) => {
    expect(uscContainer(title, section, heading)).toBe(container);
  });
});

describe('section numbers', () => {
  it('sort as the Code does', () => {
    const inOrder = [
      '41',
      '1681',
      '1681a',
      '1681c',
      '1681c-1',
      '1681c–2',
      '1681d',
      '1831z',
      '1831aa',
      '1832',
    ];
    expect([...inOrder].reverse().sort(compareSections)).toEqual(inOrder);
  });

  it('are cited with a plain hyphen', () => {
    expect(uscCitation(12, '1831p–1')).toBe('12 U.S.C. 1831p-1');
  });
});
