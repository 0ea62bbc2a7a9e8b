import type { Category } from './regulations.ts';

/** Names of the authorities, for people and for matching words in the catalog. The list is open. */
export const authorityNames: Readonly<Record<string, string>> = {
  cfpb: 'Consumer Financial Protection Bureau',
  occ: 'Office of the Comptroller of the Currency',
  fdic: 'Federal Deposit Insurance Corporation',
  fed: 'Board of Governors of the Federal Reserve System',
  ncua: 'National Credit Union Administration',
  ffiec: 'Federal Financial Institutions Examination Council',
  fincen: 'Financial Crimes Enforcement Network',
  ofac: 'Office of Foreign Assets Control',
  treasury: 'Department of the Treasury',
  ftc: 'Federal Trade Commission',
  sec: 'Securities and Exchange Commission',
  cftc: 'Commodity Futures Trading Commission',
  finra: 'Financial Industry Regulatory Authority',
  msrb: 'Municipal Securities Rulemaking Board',
  nfa: 'National Futures Association',
  nacha: 'Nacha',
  hud: 'Department of Housing and Urban Development',
  dod: 'Department of Defense',
  fcc: 'Federal Communications Commission',
  sba: 'Small Business Administration',
  congress: 'Congress',
};

/** A state's authority has no entry: `ny-dfs` is its own name. */
export function authorityName(id: string): string {
  return authorityNames[id] ?? id;
}

export const categoryLabels: Readonly<Record<Category, string>> = {
  statute: 'Statute',
  regulation: 'Regulation',
  interagencyGuidance: 'Interagency guidance',
  agencyGuidance: 'Agency guidance',
  examinationHandbook: 'Examination handbook',
  interpretiveAction: 'Interpretive action',
  sroRule: 'Self-regulatory organization rule',
};

/** Lower-case postal codes, in the order of the states' names. */
const states =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy';

/** The closed list: the federal one, the fifty states and the District of Columbia. */
export const jurisdictions: readonly string[] = [
  'us-federal',
  ...states.split(' ').map((state) => `us-state:${state}`),
];
