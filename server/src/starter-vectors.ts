import { textBetween } from './corpus/utf8-text.ts';
import { modelFiles } from './model-files.ts';
import { contextLine } from './search/context-line.ts';
import { passageHash } from './search/encoder.ts';
import { readStarterDocuments } from './starter-corpus.ts';

export const {
  encoder: encoderDir,
  reranker: rerankerDir,
  /** Vectors of the starter corpus by passage (`search/known-vectors.ts`). */
  starterVectors: starterVectorsFile,
} = modelFiles;

export interface StarterPassage {
  readonly hash: string;
  readonly line: string;
  readonly text: string;
}

/** Every passage of the starter corpus, each once. */
export async function readStarterPassages(): Promise<StarterPassage[]> {
  const passages = new Map<string, StarterPassage>();
  for (const document of await readStarterDocuments()) {
    for (const chunk of document.chunks) {
      const line = contextLine(document, chunk);
      const text = textBetween(document.bytes, chunk.startByte, chunk.endByte);
      const hash = passageHash(line, text);
      passages.set(hash, { hash, line, text });
    }
  }
  return [...passages.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
}
