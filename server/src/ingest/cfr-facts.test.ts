import { describe, expect, it } from 'vitest';
import {
  cfrAppendixHead,
  cfrSectionHead,
  lastAmendment,
  printedDates,
  splitAppendixHeading,
} from './cfr-facts.ts';

const place = { title: 12, part: '1005', partHeading: 'PART 1005—TRANSFERS' };

describe('cfr-facts', () => {
  it('names a section', () => {
    const head = cfrSectionHead(place, '1005.99', '§ 1005.99 An example. 1', '2020-02-03');
    expect(head.facts).toEqual({
      externalId: '12-cfr-1005-99',
      category: 'regulation',
      title: '12 CFR 1005.99 An example',
      authorities: ['cfpb'],
      jurisdictions: ['us-federal'],
      sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1005.99',
      attributes: {
        category: 'regulation',
        citation: '12 CFR 1005.99',
        sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1005.99',
        cfrTitle: 12,
        cfrPart: 1005,
        cfrSection: '99',
        lastAmendedDate: '2020-02-03',
      },
    });
    expect(head.container).toEqual(['Regulation E (12 CFR 1005)']);
    expect(head.label).toBe('1005.99 An example');
    expect(head.heading).toBe('§ 1005.99 An example. 1');
  });

  it('names an appendix', () => {
    const head = cfrAppendixHead(place, 'Appendix Q to Part 1005—Invented Forms');
    expect(head.facts.externalId).toBe('12-cfr-1005-appendix-q');
    expect(head.facts.title).toBe('12 CFR Part 1005 Appendix Q Invented Forms');
    expect(head.label).toBe('Part 1005 Appendix Q Invented Forms');
    expect(head.facts.attributes.citation).toBe('12 CFR Part 1005, Appendix Q');
    expect(head.facts.attributes.cfrSection).toBe('Appendix Q');
  });

  it.each([
    ['Appendix A to Part 7—Forms', 'Appendix A to Part 7', 'Forms'],
    ['Appendix B2 To Part 7—Forms.', 'Appendix B2 to Part 7', 'Forms'],
    ['Appendix A to Subpart C of Part 7—Forms—Long', 'Appendix A to Subpart C of Part 7', 'Forms—Long'],
    ['Appendix A to Chapter V—Lists', 'Appendix A to Chapter V', 'Lists'],
    ['Supplement I to Part 7', 'Supplement I to Part 7', ''],
  ])('splits %j into %j and %j', (heading, name, subject) => {
    expect(splitAppendixHeading(heading)).toEqual({ name, subject });
  });

  it.each([
    ['[70 FR 1, Jan. 2, 2005, as amended at 80 FR 3, Sept. 4, 2015; 79 FR 5, May 6, 2014]', '2015-09-04'],
    ['[70 FR 1, Jan. 2, 2005]', undefined],
    ['[Redesignated at 70 FR 1, Dec. 12, 2005]', '2005-12-12'],
  ])('finds the last amendment of %j: %s', (credit, date) => {
    expect(lastAmendment(credit)).toBe(date);
  });

  it('reads printed dates', () => {
    expect(printedDates('Dec. 29, 2022(fm), June 1, 1999, Smarch 3, 2001')).toEqual([
      '2022-12-29',
      '1999-06-01',
    ]);
  });
});
