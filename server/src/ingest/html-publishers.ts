import type { Category } from '../corpus/document.ts';

/** Who publishes a page and as what, from its address alone. */
export interface Publisher {
  readonly host: string;
  readonly authority: string;
  readonly category: Category;
  /** Paths whose pages are of another category, first match first. */
  readonly exceptions?: readonly (readonly [path: RegExp, category: Category])[];
  readonly handbookName?: string;
}

/** More precise hosts first: a subdomain answers to the first host it ends in. */
export const publishers: readonly Publisher[] = [
  {
    host: 'consumerfinance.gov',
    authority: 'cfpb',
    category: 'agencyGuidance',
    exceptions: [
      [/advisory-opinion|interpretive-rule/, 'interpretiveAction'],
      [/^\/compliance\/supervision-examinations\//, 'examinationHandbook'],
    ],
  },
  { host: 'occ.gov', authority: 'occ', category: 'agencyGuidance' },
  { host: 'occ.treas.gov', authority: 'occ', category: 'agencyGuidance' },
  { host: 'fdic.gov', authority: 'fdic', category: 'agencyGuidance' },
  {
    host: 'federalreserve.gov',
    authority: 'fed',
    category: 'agencyGuidance',
    exceptions: [[/legalinterpretations/, 'interpretiveAction']],
  },
  { host: 'ncua.gov', authority: 'ncua', category: 'agencyGuidance' },
  {
    host: 'fincen.gov',
    authority: 'fincen',
    category: 'agencyGuidance',
    exceptions: [[/administrative-rulings/, 'interpretiveAction']],
  },
  { host: 'ofac.treasury.gov', authority: 'ofac', category: 'agencyGuidance' },
  { host: 'treasury.gov', authority: 'treasury', category: 'agencyGuidance' },
  {
    host: 'ftc.gov',
    authority: 'ftc',
    category: 'agencyGuidance',
    exceptions: [[/advisory-opinion/, 'interpretiveAction']],
  },
  {
    host: 'ithandbook.ffiec.gov',
    authority: 'ffiec',
    category: 'examinationHandbook',
    handbookName: 'FFIEC IT Examination Handbook',
  },
  {
    host: 'bsaaml.ffiec.gov',
    authority: 'ffiec',
    category: 'examinationHandbook',
    handbookName: 'FFIEC BSA/AML Examination Manual',
  },
  { host: 'ffiec.gov', authority: 'ffiec', category: 'interagencyGuidance' },
  {
    host: 'sec.gov',
    authority: 'sec',
    category: 'agencyGuidance',
    exceptions: [[/no-?action/, 'interpretiveAction']],
  },
  { host: 'cftc.gov', authority: 'cftc', category: 'agencyGuidance' },
  {
    host: 'finra.org',
    authority: 'finra',
    category: 'agencyGuidance',
    exceptions: [[/^\/rules-guidance\/rulebooks\//, 'sroRule']],
  },
  {
    host: 'msrb.org',
    authority: 'msrb',
    category: 'agencyGuidance',
    exceptions: [[/^\/rules-and-interpretations\//, 'sroRule']],
  },
  { host: 'nfa.futures.org', authority: 'nfa', category: 'sroRule' },
  {
    host: 'nacha.org',
    authority: 'nacha',
    category: 'agencyGuidance',
    exceptions: [[/^\/rules\//, 'sroRule']],
  },
  { host: 'hud.gov', authority: 'hud', category: 'agencyGuidance' },
  { host: 'defense.gov', authority: 'dod', category: 'agencyGuidance' },
  { host: 'fcc.gov', authority: 'fcc', category: 'agencyGuidance' },
  { host: 'sba.gov', authority: 'sba', category: 'agencyGuidance' },
];

export function publisherOf(address: URL): Publisher | undefined {
  return publishers.find(({ host }) => address.hostname === host || address.hostname.endsWith(`.${host}`));
}

export function categoryAt(publisher: Publisher, address: URL): Category {
  const path = address.pathname.toLowerCase();
  return publisher.exceptions?.find(([pattern]) => pattern.test(path))?.[1] ?? publisher.category;
}

/** Longest slug kept whole; beyond it the start is kept and a checksum tells the rest apart. */
const maxSlugChars = 120;

/** `consumerfinance-gov-compliance-circulars-circular-2022-03`: the same for the same address, always. */
export function slugOf(address: URL): string {
  const path = decodePath(address.pathname).replace(/\.(?:html?|aspx|php)$/i, '');
  const words = `${address.hostname.replace(/^www\./, '')} ${path} ${address.search}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (words.length <= maxSlugChars) return words;
  const start = words.slice(0, maxSlugChars - 9).replace(/-[^-]*$/, '');
  return `${start}-${checksum(words)}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** 32-bit FNV-1a in hex. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
