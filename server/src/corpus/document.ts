/**
 * What a compliance document is, before anything is stored: the values the specification closes
 * (categories, jurisdictions) and the facts each category carries.
 */

import { type Category, categories } from '@pandect/contract';

export { type Category, categories };

/**
 * How far a text may be trusted.
 * `official`: the publisher's words, verbatim. `lossy`: the publisher's words with known losses, never
 * current while a verbatim edition exists. `digest`: Pandect's own summary under the same designators.
 */
export const editions = ['official', 'lossy', 'digest'] as const;
export type Edition = (typeof editions)[number];

/** A value out of a store. */
export function readEdition(value: string): Edition {
  const edition = editions.find((known) => known === value);
  if (!edition) throw new TypeError(`a revision holds edition ${value}`);
  return edition;
}

/** Which text is current: the publisher's words first, then those with losses, then our digest. */
export const editionRanks: Readonly<Record<Edition, number>> = { official: 0, lossy: 1, digest: 2 };

/** Per-category metadata; every member beside `category`, `citation` and `sourceUrl` is optional. */
export type Attributes = {
  readonly category: Category;
  readonly citation: string;
  readonly sourceUrl: string;
} & Readonly<Record<string, string | number | readonly string[]>>;

/** The regulator-facing facts of a document; its text lives apart. */
export interface DocumentFacts {
  /** `12-cfr-1005-11`: lower-case, hyphenated, one per provision, the same in every edition. */
  readonly externalId: string;
  readonly category: Category;
  /** `12 CFR 1005.11 Procedures for resolving errors` */
  readonly title: string;
  readonly description: string;
  readonly authorities: readonly string[];
  readonly jurisdictions: readonly string[];
  /** At the official site, never at the place the copy was taken from. */
  readonly sourceUrl: string;
  readonly attributes: Attributes;
}
