import { slugOf, tidyPartHeading } from '../corpus/cfr-parts.ts';

/** The FFIEC's two examination handbooks: how their files are known, and what their sections are called. */

export const bsaAmlManual = 'BSA/AML Examination Manual';
export const itHandbook = 'IT Examination Handbook';

interface Booklet {
  /** Part of the slug, never changed once published. */
  readonly id: string;
  readonly name: string;
}

const booklets: readonly Booklet[] = [
  { id: 'architecture-infrastructure-operations', name: 'Architecture, Infrastructure, and Operations' },
  { id: 'audit', name: 'Audit' },
  { id: 'business-continuity-management', name: 'Business Continuity Management' },
  { id: 'development-acquisition-maintenance', name: 'Development, Acquisition, and Maintenance' },
  { id: 'information-security', name: 'Information Security' },
  { id: 'management', name: 'Management' },
  { id: 'outsourcing-technology-services', name: 'Outsourcing Technology Services' },
  { id: 'retail-payment-systems', name: 'Retail Payment Systems' },
  { id: 'supervision-of-technology-service-providers', name: 'Supervision of Technology Service Providers' },
  { id: 'wholesale-payment-systems', name: 'Wholesale Payment Systems' },
];

export function isBsaAmlSection(name: string, head: string): boolean {
  if (/(?:^|[/\\_-])bsa[-_]?aml/i.test(name)) return /^# /m.test(head);
  return /^# .*(?:BSA\/AML|Bank Secrecy Act)/m.test(head);
}

export function isItBooklet(name: string, head: string): boolean {
  if (/ffiec[-_ ]?it/i.test(name)) return true;
  return /FFIEC Information Technology Examination Handbook|FFIEC[^|]{0,400}IT EXAMINATION/.test(head);
}

/** From the file name where it says, else from the front page: `ffiec_itbooklet_audit.md`, `Information Security`. */
export function bookletOf(name: string, frontPage: string): Booklet | undefined {
  const file = squash(/[^/\\]*$/.exec(name)?.[0] ?? '');
  if (/booklet_?aio\b/i.test(name)) return booklets[0];
  const lines = new Set(frontPage.split('\n').map(squash));
  // The longest name first: `Business Continuity Management` is not `Management`.
  const byLength = booklets.toSorted((left, right) => right.name.length - left.name.length);
  return (
    byLength.find((booklet) => file.includes(squash(booklet.name))) ??
    byLength.find((booklet) => lines.has(squash(booklet.name)))
  );
}

/** `Suspicious Activity Reporting—Overview` is `suspicious-activity-reporting`; procedures keep their word. */
export function bsaAmlTopic(title: string): string {
  if (/Examination Manual$/i.test(title)) return 'introduction';
  const procedures = /\bexamination procedures\b/i;
  const subject = title
    .replace(procedures, '')
    .replace(/(?<![\s—–-])\s*[—–-]+\s*overview\s*$/i, '')
    .replace(/\bBSA\/AML\b/gi, '')
    .replace(/^(beneficial ownership) requirements.*$/i, '$1')
    .replace(/^(special information sharing) procedures.*$/i, '$1')
    .replace(/^assessing the\s+compliance program$/i, 'compliance program');
  return `${slugOf(subject)}${procedures.test(title) ? '-examination-procedures' : ''}`;
}

/** Capitals lowered, the handbooks' own abbreviations kept: `COMMON AIO RISK MANAGEMENT TOPICS`. */
export function ordinaryCase(title: string): string {
  const turned = title.replace(/^EXAMINATION PROCEDURES (?=[A-Z][a-z])/, 'Examination Procedures: ');
  if (/[a-z]{3}/.test(turned)) return turned;
  return tidyPartHeading(title).replace(/\b(?:Bsa|Aml|Aio|Ffiec|Cip|Sar|Ctr)\b/g, (word) =>
    word.toUpperCase(),
  );
}

function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(/\band\b/g, '')
    .replace(/[^a-z]/g, '');
}
