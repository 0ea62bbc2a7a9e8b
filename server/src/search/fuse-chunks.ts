import { vectorSteps } from './encoder.ts';
import {
  type ChunkEvidence,
  type FeatureName,
  type FeatureWeights,
  rankWeights,
  scoreSteps,
  weighEvidence,
} from './rank-chunks.ts';
import { spreadDocuments } from './spread-documents.ts';

/** Points of a fused score: 1 is the best of the words and the nearest of the vectors at once. Range 1,000 to 100,000. */
export const fusedPoints = 10_000;
/** How far below the last dense candidate nearness counts as nothing, in cosine. Range 0.02 to 0.1. */
const nearnessMargin = 0.05;

/**
 * A best that is less than this, in thousandths of idf, is not measured by itself: where hardly a word of the question
 * stands anywhere, the list by words says nothing. Range 2,000 to 10,000.
 */
const minBestWords = 5000;

/** The features that words are weighed by; the rest is added to the fused score as a whole. */
const wordNames = [
  'body',
  'proximity',
  'surface',
  'coverage',
  'heading',
  'acronym',
  'context',
  'bestNeighbour',
  'document',
  'length',
  'scope',
] as const satisfies readonly FeatureName[];

/**
 * What counts beside nearness, as part of the vectors' part of the whole; the words' part brings its own
 * (`rankWeights`), so that without vectors the order is the one by words. README.md has reason and range.
 */
export const fusionWeights = {
  /** A section of the law itself before what is written about it. Range 0.2 to 0.4. */
  primary: 0.3,
  /** Of the law a bank is asked about first. Range 0.1 to 0.4. */
  core: 0.3,
  /** For each chunk of the same document above. Range 0 to -0.3; 0 where documents are whole books. */
  crowding: -0.2,
  /** The provision the query names. Any number above all other shares. */
  provision: 10,
} as const;
export type FusionWeights = { readonly [Name in keyof typeof fusionWeights]: number };

/** A chunk found by its words, its vector or both. */
export interface FusionCandidate {
  readonly evidence: ChunkEvidence;
  /** Dot product with the query's vector; undefined while the chunk has no vector. */
  readonly nearness: number | undefined;
}

export type ShareName = FeatureName | 'dense' | 'rerank';

export interface FusedChunk {
  readonly chunk: number;
  /** Whole number, the sum of the shares. */
  readonly score: number;
  readonly shares: Readonly<Record<ShareName, number>>;
  readonly documentNumber: number;
}

export interface FusionPlan {
  /** Part of the vectors in the whole, 0 to 1. */
  readonly denseWeight: number;
  /** Dot products of the first and the last of the dense list. */
  readonly nearest: number;
  readonly last: number;
  readonly lexical?: FeatureWeights;
  readonly fusion?: FusionWeights;
}

/**
 * Puts both lists together: each side is measured by its own best, then they are added by weight. A chunk that has no
 * vector yet counts by its words alone. Every share is rounded by itself and the score is their sum, so the order
 * follows from whole numbers.
 */
export function fuseChunks(
  candidates: readonly FusionCandidate[],
  plan: FusionPlan,
  tieOrder: (a: number, b: number) => number,
): FusedChunk[] {
  const { denseWeight, lexical = rankWeights, fusion = fusionWeights } = plan;
  const weighed = candidates.map(({ evidence, nearness }) => {
    const features = weighEvidence(evidence, lexical);
    return { evidence, nearness, features, wordSum: sumOfWords(features) };
  });
  const bestWords = Math.max(minBestWords, ...weighed.map(({ wordSum }) => wordSum));
  const floor = plan.last - nearnessMargin * vectorSteps ** 2;
  const reach = Math.max(1, plan.nearest - floor);
  const wordPoints = (fusedPoints * (1 - denseWeight)) / bestWords;
  const densePoints = fusedPoints * denseWeight;
  const fused = weighed.map(({ evidence, nearness, features, wordSum }) => {
    const shares: Record<ShareName, number> = { ...features, dense: 0, rerank: 0 };
    for (const name of wordNames) shares[name] = Math.round(wordPoints * features[name]);
    const near = nearness === undefined ? wordSum / bestWords : Math.max(0, (nearness - floor) / reach);
    shares.dense = Math.round(densePoints * near);
    shares.primary = Math.round(
      wordPoints * features.primary + densePoints * fusion.primary * evidence.primary,
    );
    shares.core = Math.round(wordPoints * features.core + densePoints * fusion.core * evidence.core);
    shares.provision = Math.round(fusedPoints * fusion.provision * evidence.provision);
    return {
      chunk: evidence.chunk,
      score: sumOf(shares),
      shares,
      documentNumber: evidence.documentNumber,
    };
  });
  const crowdingPoints = wordPoints * scoreSteps * lexical.crowding + densePoints * fusion.crowding;
  return spreadDocuments(fused, crowdingPoints, tieOrder);
}

function sumOfWords(features: Readonly<Record<FeatureName, number>>): number {
  let sum = 0;
  for (const name of wordNames) sum += features[name];
  return sum;
}

function sumOf(shares: Readonly<Record<ShareName, number>>): number {
  return (
    sumOfWords(shares) +
    shares.dense +
    shares.primary +
    shares.core +
    shares.provision +
    shares.crowding +
    shares.rerank
  );
}
