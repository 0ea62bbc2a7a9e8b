import type { ScoredChunk } from './bm25.ts';
import { weightSteps } from './bm25.ts';
import type { ChunkFeatures } from './chunk-features.ts';
import { maxImpact } from './inverted-index.ts';
import { spreadDocuments } from './spread-documents.ts';

/**
 * What each feature counts beside the body's BM25 score, all in units of idf. Found by coordinate ascent on the
 * ObliQA development questions and held against the US training questions; README.md has reason and range.
 */
export const rankWeights = {
  /** Query words close together. Without it MAP falls by 0.02. Range 0.5 to 1.4. */
  proximity: 1.1,
  /** Written in the very form of the query. Range 0.4 to 0.8. */
  surface: 0.5,
  /** Each distinct word counts again, once: many words beat one word often. Range 0.1 to 0.3. */
  coverage: 0.2,
  /** Query words in the headings above. Range 0.15 to 0.5. */
  heading: 0.3,
  /** Words an acronym stands for, or the acronym of words. Range 0.3 to 0.9. */
  acronym: 0.75,
  /** Mean score of the two chunks before and after. Range 0.1 to 0.4. */
  context: 0.2,
  /** Score of the best of those four. Range 0.1 to 0.4. */
  bestNeighbour: 0.25,
  /** Score of the document's best chunk. Range 0.1 to 1.2. */
  document: 0.3,
  /** Logarithm of the length: coverage and proximity favour long chunks, this gives it back. Range -1 to 0. */
  length: -0.8,
  /** In the part or Act the query names: as if its text held the words that name it. Range 1 to 3. */
  scope: 2,
  /** A section of the law itself before what is written about it. Range 2 to 6. */
  primary: 5,
  /** Of the law a bank is asked about first (`core-law.ts`). Range 3 to 10. */
  core: 8,
  /** Each chunk less for one more of the same document above it: a limit counts chunks. Range -4 to 0, 0 where documents are whole books. */
  crowding: -3,
  /** The provision the query names: before everything else. Any number above all other scores. */
  provision: 1000,
} as const;

export type FeatureName = keyof typeof rankWeights | 'body';
export type FeatureWeights = { readonly [Name in keyof typeof rankWeights]: number };

/** Everything known of a chunk, unweighted. */
export interface ChunkEvidence extends ChunkFeatures {
  readonly chunk: number;
  readonly body: number;
  readonly context: number;
  readonly bestNeighbour: number;
  readonly document: number;
  /** Idf of the words that name the part or Act it is in. */
  readonly scope: number;
  readonly primary: number;
  /** 1 for the core law, its appendices and interpretations too. */
  readonly core: number;
  /** Number of the document: chunks of one crowd each other. */
  readonly documentNumber: number;
  readonly provision: number;
}

export interface RankedChunk {
  readonly chunk: number;
  /** Whole number: thousandths of a unit of idf, rounded before anything is ordered by it. */
  readonly score: number;
  /** Share of each feature in the score, in the same unit. */
  readonly shares: Readonly<Record<FeatureName, number>>;
  readonly documentNumber: number;
}

/** Steps of a score to one unit of idf. Range 100 to 10,000. */
export const scoreSteps = 1000;

/** A sum of weights times impacts in units of idf. */
export function bodyUnits(score: ScoredChunk['score']): number {
  return score / (weightSteps * maxImpact);
}

/** The weighted sum of each chunk's evidence, best first; ties in the order given by `tieOrder`. */
export function rankChunks(
  evidence: readonly ChunkEvidence[],
  tieOrder: (a: number, b: number) => number,
  weights: FeatureWeights = rankWeights,
): RankedChunk[] {
  const ranked = evidence.map((one) => {
    const shares = weighEvidence(one, weights);
    return { chunk: one.chunk, score: sumOf(shares), shares, documentNumber: one.documentNumber };
  });
  return spreadDocuments(ranked, scoreSteps * weights.crowding, tieOrder);
}

/** The share of each feature of one chunk, all but what its neighbours in the list take away. */
export function weighEvidence(
  one: ChunkEvidence,
  weights: FeatureWeights = rankWeights,
): Record<FeatureName, number> {
  return {
    body: toSteps(one.body),
    proximity: toSteps(weights.proximity * one.proximity),
    surface: toSteps(weights.surface * one.surface),
    coverage: toSteps(weights.coverage * one.coverage),
    heading: toSteps(weights.heading * one.heading),
    acronym: toSteps(weights.acronym * one.acronym),
    context: toSteps(weights.context * one.context),
    bestNeighbour: toSteps(weights.bestNeighbour * one.bestNeighbour),
    document: toSteps(weights.document * one.document),
    length: toSteps(weights.length * Math.log1p(one.length)),
    scope: toSteps(weights.scope * one.scope),
    primary: toSteps(weights.primary * one.primary),
    core: toSteps(weights.core * one.core),
    crowding: 0,
    provision: toSteps(weights.provision * one.provision),
  };
}

/** Written out: a loop over the members costs more than everything else here. */
function sumOf(shares: RankedChunk['shares']): number {
  return (
    shares.body +
    shares.proximity +
    shares.surface +
    shares.coverage +
    shares.heading +
    shares.acronym +
    shares.context +
    shares.bestNeighbour +
    shares.document +
    shares.length +
    shares.scope +
    shares.primary +
    shares.core +
    shares.crowding +
    shares.provision
  );
}

/** Each share is rounded by itself, so that the score is exactly their sum. */
function toSteps(units: number): number {
  return Math.round(scoreSteps * units);
}
