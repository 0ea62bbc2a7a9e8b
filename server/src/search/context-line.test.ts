import { describe, expect, it } from 'vitest';
import { contextLine } from './context-line.ts';

describe('the line of context', () => {
  it.each([
    {
      of: 'a section of a regulation known by a letter: its subject instead of the letter',
      title: '12 CFR 1005.6 Liability of consumer for unauthorized transfers',
      attributes: { cfrTitle: 12, cfrPart: 1005 },
      container: ['Regulation E (12 CFR 1005)'],
      below: ['1005.6 Liability of consumer for unauthorized transfers', '(b) Limitations on amount'],
      line: '12 CFR 1005.6 Liability of consumer for unauthorized transfers. Electronic Fund Transfers',
    },
    {
      of: 'a section of any other part: the heading of the part',
      title: '12 CFR 353.3 Reports and records',
      attributes: { cfrTitle: 12, cfrPart: 353 },
      container: ['Suspicious Activity Reports (12 CFR 353)'],
      below: ['353.3 Reports and records'],
      line: '12 CFR 353.3 Reports and records. Suspicious Activity Reports',
    },
    {
      of: 'a section of an Act: the name of the Act',
      title: '15 U.S.C. 1681m Requirements on users of consumer reports',
      attributes: { uscTitle: 15 },
      container: ['Fair Credit Reporting Act (15 U.S.C. 1681-1681x)'],
      below: ['15 U.S.C. 1681m Requirements on users of consumer reports'],
      line: '15 U.S.C. 1681m Requirements on users of consumer reports. Fair Credit Reporting Act',
    },
    {
      of: 'a section of the Code in no known Act: nothing more',
      title: '12 U.S.C. 4805 Call report simplification',
      attributes: { uscTitle: 12 },
      container: ['United States Code, Title 12'],
      below: ['12 U.S.C. 4805 Call report simplification'],
      line: '12 U.S.C. 4805 Call report simplification',
    },
    {
      of: 'a supplement: the widest and the narrowest heading inside it',
      title: '12 CFR Part 1005 Supplement I Official Interpretations',
      attributes: { cfrTitle: 12, cfrPart: 1005 },
      container: ['Regulation E (12 CFR 1005)'],
      below: ['Part 1005 Supplement I', 'Section 1005.6 Liability', 'Paragraph 6(b)', '(1) Timely notice'],
      line: '12 CFR Part 1005 Supplement I Official Interpretations, Section 1005.6 Liability, Timely notice. Electronic Fund Transfers',
    },
    {
      of: 'a handbook: its heading and the booklet',
      title: 'FFIEC IT Examination Handbook, Management, Introduction',
      attributes: {},
      container: ['FFIEC IT Examination Handbook', 'Management'],
      below: ['Introduction'],
      line: 'FFIEC IT Examination Handbook, Management, Introduction. Management',
    },
  ])('of $of', ({ title, attributes, container, below, line }) => {
    const sectionPath = [...container, ...below].join(' > ');
    expect(contextLine({ facts: { title, attributes }, container }, { sectionPath })).toBe(line);
  });
});
