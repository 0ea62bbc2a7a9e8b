import type { Category } from '../corpus/document.ts';

/** The values front matter may hold: the closed lists of the specification and the attributes of each category. */

type AttributeKind = 'text' | 'integer' | 'date' | 'texts';

export const kindWords: Readonly<Record<AttributeKind, string>> = {
  text: 'text',
  integer: 'a whole number',
  date: 'a day as yyyy-mm-dd',
  texts: 'a list of text',
};

/** Anything published in the Federal Register has these, whatever its category. */
const published: Readonly<Record<string, AttributeKind>> = {
  documentNumber: 'text',
  issuedOn: 'date',
  effectiveDate: 'date',
};

/** Beside `category`, `citation` and `sourceUrl`; all optional. */
export const attributeKinds: Readonly<Record<Category, Readonly<Record<string, AttributeKind>>>> = {
  statute: {
    uscTitle: 'integer',
    uscChapter: 'text',
    uscSection: 'text',
    publicLawNumber: 'text',
    enactedDate: 'date',
  },
  regulation: {
    cfrTitle: 'integer',
    cfrPart: 'integer',
    cfrSection: 'text',
    lastAmendedDate: 'date',
    ...published,
  },
  interagencyGuidance: { issuingAuthorities: 'texts', ...published },
  agencyGuidance: { applicability: 'text', ...published },
  examinationHandbook: { handbookName: 'text', section: 'text', version: 'text' },
  interpretiveAction: { addressee: 'text', ...published },
  sroRule: { ruleNumber: 'text', ...published },
};

const states = new Set(
  (
    'al ak az ar ca co ct dc de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ' +
    'ok or pa ri sc sd tn tx ut vt va wa wv wi wy'
  ).split(' '),
);

/** Closed list: `us-federal`, and `us-state:xx` for the states and dc. */
export function isJurisdiction(id: string): boolean {
  return id === 'us-federal' || (id.startsWith('us-state:') && states.has(id.slice('us-state:'.length)));
}

/** `yyyy-mm-dd` that is a day of the calendar. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === '') return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().slice(0, 10) === text;
}
