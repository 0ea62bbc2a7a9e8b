import type { WikiDomain } from '@pandect/contract';

export const domainNames: Readonly<Record<WikiDomain, string>> = {
  'consumer-protection-credit': 'Consumer protection and credit',
  compliance: 'Compliance management',
  'lending-mortgage-real-estate': 'Mortgage and real estate lending',
  'fair-lending-cra': 'Fair lending and community reinvestment',
  'deposits-payments-electronic-money': 'Deposits, payments and electronic money',
  'prudential-safety-and-soundness': 'Prudential safety and soundness',
  'privacy-data-security': 'Privacy and data security',
  'bsa-aml-sanctions': 'Bank secrecy, money laundering and sanctions',
  'securities-broker-dealer': 'Securities and broker-dealers',
  'exam-enforcement-governance': 'Examination, enforcement and governance',
  'lending-commercial-auto-small-business': 'Commercial, auto and small business lending',
};

/** The list of the contract may grow before this one does. */
export function domainName(domain: string): string {
  const names: Readonly<Record<string, string>> = domainNames;
  return names[domain] ?? domain.replaceAll('-', ' ');
}
