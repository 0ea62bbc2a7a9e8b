import type { Gathered } from './lexical-search.ts';

/**
 * Part of the vectors in the whole for a plain question, and for one in the law's own words. Measured with one weight
 * for all: US questions are best at 0.5 to 0.8, ObliQA's long formal ones at 0.3 to 0.4. Ranges 0.6 to 0.75 and 0.3 to 0.45.
 */
const plainWeight = 0.68;
const lawsOwnWeight = 0.37;
/** So many words of a question in one chunk, counted again where they stand together, may be chance. Range 4 to 6. */
const chanceWords = 5;
/** So many are the law's own words. Range 8 to 11. */
const lawsOwnWords = 9;

/**
 * How much nearness counts for this question. A question is in the law's own words when many of its words, rare ones
 * counting more, stand in one chunk, and close together; then the list by words is good, and needs the vectors less.
 */
export function weighDense({ terms, evidence }: Gathered): number {
  const written = terms.filter(({ origin }) => origin === 'written');
  const worth = written.reduce((sum, { idf }) => sum + idf, 0);
  if (worth === 0) return plainWeight;
  let covered = 0;
  let together = 0;
  for (const { coverage, proximity } of evidence) {
    covered = Math.max(covered, coverage);
    together = Math.max(together, proximity);
  }
  // In words of mean rarity, not in units of idf: those grow with the corpus.
  const words = ((covered + together) / worth) * written.length;
  const likeness = Math.max(0, Math.min(1, (words - chanceWords) / (lawsOwnWords - chanceWords)));
  return plainWeight - (plainWeight - lawsOwnWeight) * likeness;
}
