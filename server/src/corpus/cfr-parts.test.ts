import { describe, expect, it } from 'vitest';
import {
  cfrAppendixSlug,
  cfrAppendixUrl,
  cfrAuthorities,
  cfrSectionSlug,
  cfrSectionUrl,
  containerLabel,
  federalRegisterSlug,
  regulationName,
  shortAppendixName,
  uscSectionSlug,
  uscSectionUrl,
} from './cfr-parts.ts';

describe('cfr-parts', () => {
  it.each([
    [12, 30, ['occ']],
    [12, 229, ['fed']],
    [12, '353', ['fdic']],
    [12, '708a', ['ncua']],
    [12, 1026, ['cfpb']],
    [12, 1102, ['ffiec']],
    [12, 1282, []],
    [31, 1020, ['fincen']],
    [31, 560, ['ofac']],
    [31, 103, ['treasury']],
    [16, 314, ['ftc']],
    [16, 1112, []],
    [17, 1, ['cftc']],
    [17, 240, ['sec']],
    [17, 404, ['treasury']],
    [32, 232, ['dod']],
    [47, 64, ['fcc']],
    [24, 100, ['hud']],
    [13, 120, ['sba']],
    [49, 1, []],
  ] as const)('%i CFR %s is issued by %j', (title, part, authorities) => {
    expect(cfrAuthorities(title, part)).toEqual(authorities);
  });

  it.each([
    [12, 1002, 'Regulation B'],
    [12, 1030, 'Regulation DD'],
    [12, '229', 'Regulation CC'],
    [12, 226, 'Regulation Z'],
    [12, 205, 'Regulation E'],
    [17, 229, 'Regulation S-K'],
    [12, 353, undefined],
    [31, 1010, undefined],
  ])('%i CFR %s is known as %s', (title, part, name) => {
    expect(regulationName(title, part)).toBe(name);
  });

  it.each([
    [12, 1005, 'PART 1005—INVENTED TRANSFERS (REGULATION E)', 'Regulation E (12 CFR 1005)'],
    [12, 353, 'PART 353—SUSPICIOUS ACTIVITY REPORTS', 'Suspicious Activity Reports (12 CFR 353)'],
    [12, '708a', 'PART 708a—INVENTED MOVES AND MERGERS\n', 'Invented Moves and Mergers (12 CFR 708a)'],
    [12, 712, 'PART 712—SERVICE ORGANIZATIONS (CUSOs)', 'Service Organizations (CUSOs) (12 CFR 712)'],
    [
      31,
      850,
      'PART 850—RULES ON U.S. BOOK-ENTRY NOTES: THE BASICS',
      'Rules on U.S. Book-Entry Notes: The Basics (31 CFR 850)',
    ],
    [99, 7, 'PART 7—INVENTED MATTERS (REGULATION QX)', 'Regulation QX (99 CFR 7)'],
    [99, 8, 'PART 8', '99 CFR 8'],
    [99, 9, '', '99 CFR 9'],
  ])('the breadcrumb of %i CFR %s under %j is %j', (title, part, heading, label) => {
    expect(containerLabel(title, part, heading)).toBe(label);
  });

  it.each([
    [cfrSectionSlug(12, '1005.11'), '12-cfr-1005-11'],
    [cfrSectionSlug(17, '240.15c3-1'), '17-cfr-240-15c3-1'],
    [cfrAppendixSlug(12, 1005, 'Appendix A to Part 1005'), '12-cfr-1005-appendix-a'],
    [cfrAppendixSlug(12, 1005, 'Appendix A'), '12-cfr-1005-appendix-a'],
    [cfrAppendixSlug(12, 1026, 'Supplement I to Part 1026'), '12-cfr-1026-supplement-i'],
    [cfrAppendixSlug(17, 248, 'Appendix A to Subpart C of Part 248'), '17-cfr-248-appendix-a-to-subpart-c'],
    [cfrAppendixSlug(16, 23, 'Appendix to Part 23'), '16-cfr-23-appendix'],
    [cfrAppendixSlug(12, 745, 'Appendix to'), '12-cfr-745-appendix'],
    [cfrAppendixSlug(17, 23, 'Part 23, Subpart I, Appendix 1'), '17-cfr-23-subpart-i-appendix-1'],
    [uscSectionSlug(15, '1681c–1'), '15-usc-1681c-1'],
    [uscSectionSlug(12, '1831p-1'), '12-usc-1831p-1'],
    [federalRegisterSlug('2013-01503'), 'fr-2013-01503'],
    [shortAppendixName('Appendix A to Subpart C'), 'Appendix A to Subpart C'],
  ])('the name %s is %s', (made, expected) => {
    expect(made).toBe(expected);
  });

  it.each([
    [cfrSectionUrl(12, '1005.11'), 'https://www.ecfr.gov/current/title-12/section-1005.11'],
    [
      cfrAppendixUrl(12, 1005, 'Appendix A'),
      'https://www.ecfr.gov/current/title-12/part-1005/appendix-Appendix%20A%20to%20Part%201005',
    ],
    [
      cfrAppendixUrl(12, 1005, 'Appendix A to Part 1005'),
      'https://www.ecfr.gov/current/title-12/part-1005/appendix-Appendix%20A%20to%20Part%201005',
    ],
    [
      cfrAppendixUrl(17, 248, 'Appendix A to Subpart C'),
      'https://www.ecfr.gov/current/title-17/part-248/appendix-Appendix%20A%20to%20Subpart%20C%20of%20Part%20248',
    ],
    [
      uscSectionUrl(15, '1681c–1'),
      'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title15-section1681c-1',
    ],
  ])('the official address is %s', (made, expected) => {
    expect(made).toBe(expected);
  });
});
