import type { Category } from '../corpus/document.ts';

/** What a Federal Register document says of itself: who issued it, as what, and when. */

const months: readonly string[] = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];
const writtenDate = '([A-Z][a-z]{2,8}) (\\d{1,2}), (\\d{4})';

/** Issuing agencies by the names the Register prints; an agency outside the list of authorities has none. */
const agencyNames: readonly (readonly [RegExp, string])[] = [
  [/consumer financial protection/, 'cfpb'],
  [/comptroller of the currency/, 'occ'],
  [/federal deposit insurance corporation/, 'fdic'],
  [/federal reserve/, 'fed'],
  [/national credit union administration/, 'ncua'],
  [/federal financial institutions examination council/, 'ffiec'],
  [/financial crimes enforcement network/, 'fincen'],
  [/foreign assets control/, 'ofac'],
  [/federal trade commission/, 'ftc'],
  [/securities and exchange commission/, 'sec'],
  [/commodity futures trading commission/, 'cftc'],
  [/housing and urban development/, 'hud'],
  [/department of defense/, 'dod'],
  [/federal communications commission/, 'fcc'],
  [/small business administration/, 'sba'],
];

/** Authorities in the order printed. Treasury counts only where no bureau of its own is named after it. */
export function authoritiesOf(agencies: readonly string[]): readonly string[] {
  const found: string[] = [];
  let treasury = false;
  for (const agency of agencies) {
    const name = agency.toLowerCase();
    if (/department of the treasury|treasury department/.test(name)) treasury = true;
    const known = agencyNames.find(([pattern]) => pattern.test(name))?.[1];
    if (known !== undefined && !found.includes(known)) found.push(known);
  }
  const bureaus = ['occ', 'fincen', 'ofac'];
  if (treasury && !found.some((authority) => bureaus.includes(authority))) found.push('treasury');
  return found;
}

/**
 * A RULE that sets regulation text is a regulation; one that only explains is an interpretive action;
 * everything else the Register prints is guidance of the agency, or of the agencies together.
 */
export function categoryOf(document: {
  readonly root: string;
  readonly action: string;
  readonly subject: string;
  readonly setsRegulationText: boolean;
  readonly agencyCount: number;
}): Category {
  const words = `${document.action} ${document.subject}`.toLowerCase();
  if (document.root === 'RULE' && document.setsRegulationText) return 'regulation';
  const explains = /interpretive rule|interpretation|interpretive letter|advisory opinion/.test(words);
  const guides = /guidance|policy statement|statement of policy|bulletin|questions and answers/.test(words);
  if (document.root === 'RULE' && explains && !guides) return 'interpretiveAction';
  if (document.agencyCount > 1 && guides) return 'interagencyGuidance';
  return 'agencyGuidance';
}

/** `Dated: August 8, 2013.` The latest, where several agencies signed on different days. */
export function issueDate(signatures: readonly string[]): string | undefined {
  const dates = signatures.flatMap((line) => findDates(line, new RegExp(writtenDate, 'g')));
  return dates.sort().at(-1);
}

/** The one day a DATES section calls effective; none where it names several, an exception or no day. */
export function effectiveDate(dates: string): string | undefined {
  if (/\beffective\b[^.]{0,300}\bexcept\b/i.test(dates)) return undefined;
  const said = findDates(dates, new RegExp(`\\beffective (?:on |as of |date: )?${writtenDate}`, 'gi'));
  const distinct = new Set(said);
  return distinct.size === 1 ? said[0] : undefined;
}

/** `[FR Doc. 2013-19503 Filed 8-13-13; 8:45 am]`: filed is public, 44 U.S.C. 1507. */
export function filingDate(line: string): string | undefined {
  const filed = /\bFiled (\d{1,2})-(\d{1,2})-(\d{2,4})\b/i.exec(line);
  if (!filed) return undefined;
  const [, month = '', day = '', year = ''] = filed;
  // Electronic text of the Register begins in 1994.
  const century = year.length === 4 ? '' : Number(year) >= 90 ? '19' : '20';
  return isoDate(`${century}${year}`, Number(month), Number(day));
}

/** `Wednesday, January 23, 2013`, as an issue is dated. */
export function printedDate(line: string): string | undefined {
  return findDates(line, new RegExp(writtenDate, 'g'))[0];
}

/** The document number in a filing line: `2013-19503`, `C1-2013-16962`, `E8-1234`. */
export function documentNumber(line: string): string | undefined {
  return /\bFR Doc\.? ?(?:No\.? ?)?([0-9A-Z]{1,8}(?:[-–][0-9A-Z]{1,8}){1,3})/i.exec(line)?.[1];
}

/** First sentence of the summary, and the second where the first says little. */
export function describe(summary: string): string | undefined {
  const shortChars = 120;
  const sentenceEnd = /[a-z0-9)”"]\. (?=[A-Z“"])/g;
  for (const match of summary.matchAll(sentenceEnd)) {
    const end = match.index + 2;
    if (end >= shortChars) return summary.slice(0, end);
  }
  return summary === '' ? undefined : summary;
}

function findDates(text: string, pattern: RegExp): string[] {
  const dates: string[] = [];
  for (const [, month = '', day = '', year = ''] of text.matchAll(pattern)) {
    const date = isoDate(year, months.indexOf(month.toLowerCase()) + 1, Number(day));
    if (date !== undefined) dates.push(date);
  }
  return dates;
}

function isoDate(year: string, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
