import type { Gathered } from './lexical-search.ts';

/**
 * Part of the vectors in the whole for a plain question, and for one in the law's own words. Measured with one weight
 * for all: US questions are best at 0.5 to 0.8, ObliQA's long formal ones at 0.3 to 0.4. Ranges 0.55 to 0.75 and 0.3 to 0.45.
 */
const plainWeight = 0.65;
const lawsOwnWeight = 0.38;
/** So many words of a question in one chunk may be chance. Range 3 to 5. */
const chanceWords = 3.5;
/** So many are the law's own words. Range 7 to 9. */
const lawsOwnWords = 7.5;

/**
 * How much nearness counts for this question. A question is in the law's own words when many of its words, rare ones
 * counting more, stand together in one chunk; then the list by words is good, and the less it needs the vectors.
 */
export function weighDense({ terms, evidence }: Gathered): number {
  const written = terms.filter(({ origin }) => origin === 'written');
  const worth = written.reduce((sum, { idf }) => sum + idf, 0);
  if (worth === 0) return plainWeight;
  const covered = evidence.reduce((best, { coverage }) => Math.max(best, coverage), 0);
  // In words of mean rarity, not in units of idf: those grow with the corpus.
  const words = (covered / worth) * written.length;
  const likeness = Math.max(0, Math.min(1, (words - chanceWords) / (lawsOwnWords - chanceWords)));
  return plainWeight - (plainWeight - lawsOwnWeight) * likeness;
}
