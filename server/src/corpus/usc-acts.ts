import { tidyPartHeading } from './cfr-parts.ts';

/**
 * Which Act a section of the United States Code belongs to, and how sections are ordered and cited.
 * An Act is listed only where every section of its range was enacted by it (checked against the source
 * credits of the Code, 2026); what another Act put between them is in `except`. In titles that are law
 * themselves (10, 18, 31) and for the TCPA the range is the one the Act is cited by.
 */

export interface Act {
  /** `Fair Credit Reporting Act` */
  readonly name: string;
  /** Title of the Code. */
  readonly title: number;
  /** First and last section, both within. */
  readonly first: string;
  readonly last: string;
  /** Sections inside the range that other Acts enacted. */
  readonly except?: readonly string[];
}

/** A narrower Act stands before a wider one that encloses it: the first match counts. */
export const acts: readonly Act[] = [
  { title: 10, first: '987', last: '987', name: 'Military Lending Act' },
  { title: 12, first: '1461', last: '1468c', name: "Home Owners' Loan Act" },
  {
    title: 12,
    first: '1751',
    last: '1795k',
    name: 'Federal Credit Union Act',
    except: ['1773', '1774', '1775'],
  },
  {
    title: 12,
    first: '1811',
    last: '1831dd',
    name: 'Federal Deposit Insurance Act',
    except: ['1820a', '1828a', '1828b', '1829c', '1831m-1'],
  },
  {
    title: 12,
    first: '1841',
    last: '1852',
    name: 'Bank Holding Company Act of 1956',
    except: ['1850', '1850a'],
  },
  { title: 12, first: '1951', last: '1960', name: 'Bank Secrecy Act' },
  { title: 12, first: '2601', last: '2617', name: 'Real Estate Settlement Procedures Act of 1974' },
  { title: 12, first: '2801', last: '2811', name: 'Home Mortgage Disclosure Act of 1975' },
  { title: 12, first: '2901', last: '2908', name: 'Community Reinvestment Act of 1977' },
  { title: 12, first: '3101', last: '3111', name: 'International Banking Act of 1978' },
  { title: 12, first: '3201', last: '3208', name: 'Depository Institution Management Interlocks Act' },
  {
    title: 12,
    first: '3301',
    last: '3310',
    name: 'Federal Financial Institutions Examination Council Act of 1978',
  },
  {
    title: 12,
    first: '3331',
    last: '3356',
    name: 'Financial Institutions Reform, Recovery, and Enforcement Act of 1989, title XI',
  },
  { title: 12, first: '3401', last: '3422', name: 'Right to Financial Privacy Act of 1978' },
  { title: 12, first: '3801', last: '3805', name: 'Alternative Mortgage Transaction Parity Act of 1982' },
  { title: 12, first: '3901', last: '3911', name: 'International Lending Supervision Act of 1983' },
  { title: 12, first: '4001', last: '4010', name: 'Expedited Funds Availability Act' },
  { title: 12, first: '4301', last: '4313', name: 'Truth in Savings Act' },
  {
    title: 12,
    first: '4501',
    last: '4642',
    name: 'Federal Housing Enterprises Financial Safety and Soundness Act of 1992',
    except: ['4514a', '4518a'],
  },
  { title: 12, first: '4901', last: '4910', name: 'Homeowners Protection Act of 1998' },
  { title: 12, first: '5001', last: '5018', name: 'Check Clearing for the 21st Century Act' },
  { title: 12, first: '5101', last: '5117', name: 'S.A.F.E. Mortgage Licensing Act of 2008' },
  {
    title: 12,
    first: '5481',
    last: '5603',
    name: 'Consumer Financial Protection Act of 2010',
    except: ['5537', '5538'],
  },
  {
    title: 12,
    first: '5301',
    last: '5641',
    name: 'Dodd-Frank Wall Street Reform and Consumer Protection Act',
    except: ['5538'],
  },
  {
    title: 15,
    first: '41',
    last: '58',
    name: 'Federal Trade Commission Act',
    except: ['45a', '45b', '45c', '45d', '45e', '45f', '46a'],
  },
  { title: 15, first: '1601', last: '1667f', name: 'Truth in Lending Act', except: ['1615', '1616'] },
  { title: 15, first: '1671', last: '1677', name: 'Consumer Credit Protection Act, title III' },
  { title: 15, first: '1679', last: '1679j', name: 'Credit Repair Organizations Act' },
  { title: 15, first: '1681', last: '1681x', name: 'Fair Credit Reporting Act' },
  { title: 15, first: '1691', last: '1691f', name: 'Equal Credit Opportunity Act' },
  { title: 15, first: '1692', last: '1692p', name: 'Fair Debt Collection Practices Act' },
  { title: 15, first: '1693', last: '1693r', name: 'Electronic Fund Transfer Act' },
  {
    title: 15,
    first: '6101',
    last: '6108',
    name: 'Telemarketing and Consumer Fraud and Abuse Prevention Act',
  },
  { title: 15, first: '6801', last: '6809', name: 'Gramm-Leach-Bliley Act' },
  { title: 15, first: '6821', last: '6827', name: 'Gramm-Leach-Bliley Act' },
  {
    title: 15,
    first: '7001',
    last: '7031',
    name: 'Electronic Signatures in Global and National Commerce Act',
  },
  { title: 15, first: '7701', last: '7713', name: 'CAN-SPAM Act of 2003' },
  { title: 15, first: '8401', last: '8405', name: "Restore Online Shoppers' Confidence Act" },
  { title: 18, first: '1956', last: '1957', name: 'Money Laundering Control Act of 1986' },
  { title: 31, first: '5311', last: '5336', name: 'Bank Secrecy Act' },
  {
    title: 31,
    first: '5340',
    last: '5355',
    name: 'Money Laundering and Financial Crimes Strategy Act of 1998',
  },
  { title: 31, first: '5361', last: '5367', name: 'Unlawful Internet Gambling Enforcement Act of 2006' },
  { title: 42, first: '3601', last: '3619', name: 'Fair Housing Act', except: ['3608a', '3616a'] },
  { title: 47, first: '227', last: '227', name: 'Telephone Consumer Protection Act of 1991' },
  { title: 50, first: '1701', last: '1706', name: 'International Emergency Economic Powers Act' },
  {
    title: 50,
    first: '3901',
    last: '4043',
    name: 'Servicemembers Civil Relief Act',
    except: ['3916', '3938a'],
  },
  { title: 50, first: '4301', last: '4341', name: 'Trading with the Enemy Act', except: ['4337'] },
];

/** The ends of each Act's range as they are compared, worked out once. */
const ranges = acts.map((act) => ({ act, first: sectionKey(act.first), last: sectionKey(act.last) }));

/** The Act a section belongs to; undefined where this table is not certain. */
export function actOf(title: number, section: string): Act | undefined {
  const wanted = plainSection(section);
  const key = sectionKey(wanted);
  return ranges.find(
    ({ act, first, last }) =>
      act.title === title &&
      compareKeys(first, key) <= 0 &&
      compareKeys(key, last) <= 0 &&
      !act.except?.includes(wanted.toLowerCase()),
  )?.act;
}

/**
 * The line above a section in a path: `Fair Credit Reporting Act (15 U.S.C. 1681-1681x)`; outside the
 * table the chapter's own heading, its number taken off and its capitals lowered: `Federal Reserve System (12 U.S.C.)`.
 */
export function uscContainer(title: number, section: string, fallbackHeading?: string): string {
  const act = actOf(title, section);
  if (act) {
    const range = act.first === act.last ? act.first : `${act.first}-${act.last}`;
    return `${act.name} (${title} U.S.C. ${range})`;
  }
  const heading = fallbackHeading === undefined ? '' : tidyPartHeading(withoutNumber(fallbackHeading.trim()));
  return heading === '' ? `United States Code, Title ${title}` : `${heading} (${title} U.S.C.)`;
}

/** Section number with the plain hyphen: `1681c–1` is `1681c-1`. */
export function plainSection(section: string): string {
  return section.trim().replace(/[\u2010-\u2015]/g, '-');
}

/** `15 U.S.C. 1681c-1` */
export function uscCitation(title: number, section: string): string {
  return `${title} U.S.C. ${plainSection(section)}`;
}

/** Order of the Code: 1681 < 1681a < 1681c < 1681c-1 < 1681d; 1831z < 1831aa. */
export function compareSections(left: string, right: string): number {
  return compareKeys(sectionKey(left), sectionKey(right));
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Numbers as themselves, letters in base 27 so that `aa` follows `z`. */
function sectionKey(section: string): readonly number[] {
  const key: number[] = [];
  for (const piece of plainSection(section).toLowerCase().split('-')) {
    const digits = /^\d*/.exec(piece)?.[0] ?? '';
    key.push(Number(digits));
    let letters = 0;
    for (const letter of piece.slice(digits.length)) letters = letters * 27 + letter.charCodeAt(0) - 96;
    key.push(letters);
  }
  return key;
}

const divisionNumber =
  /^(?:sub)?(?:title|chapter|part) (?:[0-9]{1,4}[a-z]{0,3}|[ivxlc]{1,8}|[a-z])(?:[\u2010-\u2013-][0-9a-z]{1,4})?(?:—|\. )/i;

function withoutNumber(heading: string): string {
  return heading.replace(divisionNumber, '');
}
