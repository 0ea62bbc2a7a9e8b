/**
 * Facts about the Code of Federal Regulations that no source file states: who issues a part, the letter it is
 * known by, and the names and addresses a provision has everywhere in Pandect.
 */

/** A part number as printed; most are whole numbers, the NCUA has `708a`. */
export type CfrPart = string | number;

interface PartRange {
  readonly title: number;
  readonly from: number;
  readonly to: number;
  readonly authorities: readonly string[];
}

const anyPart = { from: 0, to: Number.POSITIVE_INFINITY };

/** First match wins. A part outside every range has an issuer Pandect has no id for, and gets none. */
const partRanges: readonly PartRange[] = [
  { title: 12, from: 1, to: 199, authorities: ['occ'] },
  { title: 12, from: 200, to: 299, authorities: ['fed'] },
  { title: 12, from: 300, to: 399, authorities: ['fdic'] },
  { title: 12, from: 700, to: 799, authorities: ['ncua'] },
  { title: 12, from: 1000, to: 1099, authorities: ['cfpb'] },
  { title: 12, from: 1100, to: 1199, authorities: ['ffiec'] },
  // Chapter XV Treasury, XVI Office of Financial Research, XVIII CDFI Fund: all offices of the Treasury.
  { title: 12, from: 1500, to: 1699, authorities: ['treasury'] },
  { title: 12, from: 1800, to: 1899, authorities: ['treasury'] },
  // Chapter II of Title 16 (from part 1000) is the Consumer Product Safety Commission.
  { title: 16, from: 0, to: 999, authorities: ['ftc'] },
  { title: 17, from: 1, to: 199, authorities: ['cftc'] },
  { title: 17, from: 200, to: 399, authorities: ['sec'] },
  // Chapter IV of Title 17 is the Treasury's, under the Government Securities Act.
  { title: 17, from: 400, to: 499, authorities: ['treasury'] },
  { title: 31, from: 500, to: 599, authorities: ['ofac'] },
  { title: 31, from: 1000, to: 1099, authorities: ['fincen'] },
  { title: 31, ...anyPart, authorities: ['treasury'] },
  { title: 26, ...anyPart, authorities: ['treasury'] },
  { title: 24, ...anyPart, authorities: ['hud'] },
  { title: 13, from: 100, to: 199, authorities: ['sba'] },
  { title: 32, from: 1, to: 1299, authorities: ['dod'] },
  { title: 47, from: 0, to: 199, authorities: ['fcc'] },
];

/** Authority ids of a part's issuer: `['cfpb']`; empty where Pandect knows none. */
export function cfrAuthorities(title: number, part: CfrPart): string[] {
  const number = Number.parseInt(String(part), 10);
  const range = partRanges.find((each) => each.title === title && number >= each.from && number <= each.to);
  return range ? [...range.authorities] : [];
}

/** Letters run in part order from 12 CFR 201 (A) to 253 (ZZ); the gaps were never issued or are not lettered. */
const federalReserveLetters =
  '201 A,202 B,203 C,204 D,205 E,206 F,207 G,208 H,209 I,210 J,211 K,212 L,213 M,214 N,215 O,216 P,217 Q,218 R,' +
  '219 S,220 T,221 U,222 V,223 W,224 X,225 Y,226 Z,227 AA,228 BB,229 CC,230 DD,231 EE,232 FF,233 GG,234 HH,235 II,' +
  '237 KK,238 LL,239 MM,240 NN,241 OO,242 PP,243 QQ,244 RR,246 TT,248 VV,249 WW,251 XX,252 YY,253 ZZ';
const bureauLetters =
  '1002 B,1003 C,1004 D,1005 E,1006 F,1007 G,1008 H,1009 I,1010 J,1011 K,1012 L,1013 M,1014 N,1015 O,1016 P,1022 V,' +
  '1024 X,1026 Z,1030 DD';
/** Parts that are one regulation; 230, 240, 242 and 248 hold several and have no single name. */
const securitiesLetters = '210 S-X,227 Crowdfunding,229 S-K,232 S-T,243 FD,244 G,245 BTR,247 R';

const letters: ReadonlyMap<string, string> = new Map(
  [[12, `${federalReserveLetters},${bureauLetters}`] as const, [17, securitiesLetters] as const].flatMap(
    ([title, list]) =>
      list.split(',').map((entry): [string, string] => {
        const [part = '', letter = ''] = entry.split(' ');
        return [`${title}/${part}`, letter];
      }),
  ),
);

/** `Regulation E` for 12 CFR 1005; undefined for a part not known by a letter. */
export function regulationName(title: number, part: CfrPart): string | undefined {
  const letter = letters.get(`${title}/${part}`);
  return letter === undefined ? undefined : `Regulation ${letter}`;
}

/**
 * Breadcrumb of a part: `Regulation E (12 CFR 1005)`, else its heading in ordinary capitals:
 * `Suspicious Activity Reports (12 CFR 353)`.
 */
export function containerLabel(title: number, part: CfrPart, partHeading = ''): string {
  const place = `${title} CFR ${part}`;
  const name = regulationName(title, part) ?? letterInHeading(partHeading) ?? tidyPartHeading(partHeading);
  return name === '' ? place : `${name} (${place})`;
}

function letterInHeading(heading: string): string | undefined {
  const letter = /\(regulation ([a-z]{1,2})\)/i.exec(heading)?.[1];
  return letter === undefined ? undefined : `Regulation ${letter.toUpperCase()}`;
}

const smallWords = new Set(
  'a an and as at but by for from in into nor of on or over per than the to under upon via who with within'.split(
    ' ',
  ),
);
/** Words printed in capitals that stay so. */
const acronyms = new Set(
  (
    'ATS CDFI CFPB CFTC CRA DC ESOP FBI FCC FDIC FFIEC FHA FOIA FTC GSE HUD ID II III IV IRS NCUA OCC OFAC PII QFC RESPA ' +
    'SAFE SBA SEC SHO TRADES TTB U.S US USA VA VI VII VIII'
  ).split(' '),
);

/** `PART 353—SUSPICIOUS ACTIVITY REPORTS` becomes `Suspicious Activity Reports`. */
export function tidyPartHeading(heading: string): string {
  const name = heading
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
    .replace(/^part [0-9a-z]+ ?[—–-] ?/i, '')
    .replace(/\.$/, '');
  if (/^part [0-9a-z]+$/i.test(name)) return '';
  let first = true;
  return name.replace(/[\p{L}\p{N}][\p{L}\p{N}.'’]*/gu, (word, at: number) => {
    const opensClause = first || /[:—(“"] ?$/.test(name.slice(Math.max(0, at - 2), at));
    first = false;
    return tidyWord(word, opensClause);
  });
}

function tidyWord(word: string, opensClause: boolean): string {
  // A word with a small letter in it was set by the publisher as wanted: `CUSOs`.
  if (word !== word.toUpperCase() || acronyms.has(word.replace(/\.$/, ''))) return word;
  if (/^(?:\p{L}\.){2,}$/u.test(word)) return word;
  const lower = word.toLowerCase();
  if (!opensClause && smallWords.has(lower)) return lower;
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** Lower-case, hyphens only: section signs, dots, dashes and spaces all become one hyphen. */
export function slugOf(text: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-');
  const start = words.startsWith('-') ? 1 : 0;
  return words.slice(start, words.endsWith('-') ? -1 : undefined);
}

/** `12-cfr-1005-11`; the section as printed, `1005.11`, `240.15c3-1`. */
export function cfrSectionSlug(title: number, section: string): string {
  return slugOf(`${title} cfr ${section}`);
}

/**
 * `12-cfr-1005-appendix-a`, `12-cfr-1026-supplement-i`, `17-cfr-248-appendix-a-to-subpart-c`. Takes the name with
 * or without ` to Part 1005`.
 */
export function cfrAppendixSlug(title: number, part: CfrPart, name: string): string {
  return slugOf(`${title} cfr ${part} ${shortAppendixName(name)}`);
}

/** `Appendix A to Part 1005` is `Appendix A`; `Appendix A to Subpart C of Part 248` is `Appendix A to Subpart C`. */
export function shortAppendixName(name: string): string {
  const folded = name.replace(/[ \t\r\n]+/g, ' ').trim();
  return folded
    .replace(/^part [0-9a-z]+, /i, '')
    .replace(/ (?:to|of) part [0-9a-z]+\b/i, '')
    .replace(/ to$/i, '');
}

/** `15-usc-1681c-1`; the section as printed, with a hyphen or an en dash. */
export function uscSectionSlug(title: number | string, section: string): string {
  return slugOf(`${title} usc ${section}`);
}

/** `fr-2013-01503` */
export function federalRegisterSlug(documentNumber: string): string {
  return slugOf(`fr ${documentNumber}`);
}

export function cfrSectionUrl(title: number, section: string): string {
  return `https://www.ecfr.gov/current/title-${title}/section-${encodeURIComponent(section)}`;
}

/** The site names an appendix in full: `Appendix A to Part 1005`; a short name is completed. */
export function cfrAppendixUrl(title: number, part: CfrPart, name: string): string {
  const full = / to (?!subpart [a-z]+$)/i.test(name)
    ? name
    : `${name} ${/ to /i.test(name) ? 'of' : 'to'} Part ${part}`;
  return `https://www.ecfr.gov/current/title-${title}/part-${part}/appendix-${encodeURIComponent(full)}`;
}

export function uscSectionUrl(title: number | string, section: string): string {
  const plain = section.replace(/[‐‑‒–—]/g, '-');
  return `https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title${title}-section${plain}`;
}
