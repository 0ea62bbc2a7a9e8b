import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownVectors, openKnownVectors } from './search/known-vectors.ts';

/** The models that come with the program. */
const folder = join(import.meta.dirname, '..', '..', 'models');
export const modelFiles = {
  encoder: join(folder, 'regulation-embed'),
  reranker: join(folder, 'regulation-rerank'),
  screening: join(folder, 'screening-read'),
  /** Vectors of the starter corpus, so that a first start embeds nothing. */
  starterVectors: join(folder, 'starter-vectors.bin'),
} as const;

/** What is known without embedding, for an encoder of this version. */
export function openStarterVectors(encoderVersion: string): KnownVectors {
  const files = [modelFiles.starterVectors].filter(existsSync).map((path) => readFileSync(path));
  return openKnownVectors(files, encoderVersion);
}
