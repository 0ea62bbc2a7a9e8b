/** The FFIEC's examination handbooks, as their files and covers name them. */
export interface Booklet {
  /** As it stands in slugs and in the address: `information-security`. */
  readonly slug: string;
  readonly name: string;
}

/** By the run of letters in the file name: `ffiec_itbooklet_informationsecurity.pdf`, `..._v3.md`. */
const itBooklets: ReadonlyMap<string, Booklet> = new Map([
  ['aio', booklet('Architecture, Infrastructure, and Operations')],
  ['architectureinfrastructureoperations', booklet('Architecture, Infrastructure, and Operations')],
  ['audit', booklet('Audit')],
  ['businesscontinuitymanagement', booklet('Business Continuity Management')],
  ['developmentacquisitionmaintenance', booklet('Development, Acquisition, and Maintenance')],
  ['informationsecurity', booklet('Information Security')],
  ['management', booklet('Management')],
  ['operations', booklet('Operations')],
  ['outsourcingtechnologyservices', booklet('Outsourcing Technology Services')],
  ['retailpaymentsystems', booklet('Retail Payment Systems')],
  ['supervisionoftechnologyserviceproviders', booklet('Supervision of Technology Service Providers')],
  ['wholesalepaymentsystems', booklet('Wholesale Payment Systems')],
]);

export const itHandbookName = 'FFIEC Information Technology Examination Handbook';
export const bsaAmlManualName = 'FFIEC BSA/AML Examination Manual';
export const bsaAmlManualAddress = 'https://bsaaml.ffiec.gov/manual';

export function itBookletOf(fileName: string): Booklet | undefined {
  const key = /ffiec_itbooklet_([a-z]+)/i.exec(fileName)?.[1]?.toLowerCase();
  return key === undefined ? undefined : itBooklets.get(key);
}

export function itBookletAddress({ slug }: Booklet): string {
  return `https://ithandbook.ffiec.gov/it-booklets/${slug}/`;
}

/** `Appendix A: Examination Procedures` to `appendix-a-examination-procedures`. */
export function sectionSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function booklet(name: string): Booklet {
  return { slug: sectionSlug(name), name };
}
