import { describe, expect, it } from 'vitest';
import {
  authoritiesOf,
  categoryOf,
  describe as describeDocument,
  documentNumber,
  effectiveDate,
  filingDate,
  issueDate,
} from './federal-register-facts.ts';

describe('what a Federal Register document says of itself', () => {
  it.each([
    [['BUREAU OF CONSUMER FINANCIAL PROTECTION'], ['cfpb']],
    [['DEPARTMENT OF THE TREASURY', 'Office of the Comptroller of the Currency'], ['occ']],
    [['DEPARTMENT OF THE TREASURY', 'Internal Revenue Service'], ['treasury']],
    [['FEDERAL RESERVE SYSTEM', 'BOARD OF GOVERNORS OF THE FEDERAL RESERVE SYSTEM'], ['fed']],
    [['FEDERAL HOUSING FINANCE AGENCY'], []],
    [
      ['DEPARTMENT OF THE TREASURY', 'Financial Crimes Enforcement Network', 'SMALL BUSINESS ADMINISTRATION'],
      ['fincen', 'sba'],
    ],
  ])('maps the agencies %j to %j', (agencies, authorities) => {
    expect(authoritiesOf(agencies)).toEqual(authorities);
  });

  it.each([
    ['RULE', 'Final rule.', true, 1, 'regulation'],
    ['RULE', 'Final rule; official interpretations.', true, 1, 'regulation'],
    ['RULE', 'Interpretive rule.', false, 1, 'interpretiveAction'],
    ['RULE', 'Compliance bulletin.', false, 1, 'agencyGuidance'],
    ['RULE', 'Notice of approval.', false, 1, 'agencyGuidance'],
    ['PRORULE', 'Proposed rule.', true, 3, 'agencyGuidance'],
    ['NOTICE', 'Notice.', false, 1, 'agencyGuidance'],
    ['NOTICE', 'Final guidance.', false, 3, 'interagencyGuidance'],
  ])('files a %s with the action %j (text set: %s, agencies: %i) as %s', (...row) => {
    const [root, action, setsRegulationText, agencyCount, category] = row;
    expect(categoryOf({ root, action, subject: 'Barns', setsRegulationText, agencyCount })).toBe(category);
  });

  it.each([
    ['This rule is effective on March 3, 2031.', '2031-03-03'],
    ['Effective March 3, 2031. Comments are due April 4, 2031.', '2031-03-03'],
    ['This rule is effective March 3, 2031, except § 99.2, effective May 5, 2031.', undefined],
    ['§ 99.1 is effective March 3, 2031. § 99.2 is effective May 5, 2031.', undefined],
    ['Comments are due April 4, 2031.', undefined],
    ['', undefined],
  ])('reads the effective date of %j as %s', (dates, date) => {
    expect(effectiveDate(dates)).toBe(date);
  });

  it('reads dates and the number from the filing line and the signatures', () => {
    expect(filingDate('[FR Doc. 2031-00042 Filed 3-2-31; 8:45 am]')).toBe('2031-03-02');
    expect(filingDate('[FR Doc. 98-42 Filed 3-2-98; 8:45 am]')).toBe('1998-03-02');
    expect(filingDate('BILLING CODE 1')).toBeUndefined();
    expect(documentNumber('[FR Doc. 2031-00042 Filed 3-2-31; 8:45 am]')).toBe('2031-00042');
    expect(documentNumber('[FR Doc. C1-2031-00042 Filed 3-2-31]')).toBe('C1-2031-00042');
    expect(issueDate(['Dated: March 1, 2031.', 'Dated: February 27, 2031.'])).toBe('2031-03-01');
    expect(issueDate(['By order of the Board.'])).toBeUndefined();
  });

  it('describes a document by as many sentences of its summary as say something', () => {
    const first = 'The Office of Barns is amending the rules for barn doors, barn roofs and barn floors';
    const summary = `${first} (12 U.S.C. 99). They follow the Barn Act, which asks for them. A third sentence.`;
    expect(describeDocument(summary)).toBe(
      `${first} (12 U.S.C. 99). They follow the Barn Act, which asks for them.`,
    );
    expect(describeDocument('Short.')).toBe('Short.');
    expect(describeDocument('')).toBeUndefined();
  });
});
