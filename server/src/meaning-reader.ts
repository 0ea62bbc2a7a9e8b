import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelFiles } from './model-files.ts';
import type { MeaningReader } from './screening/analyst.ts';
import { openLearnedHeads } from './screening/learned-heads.ts';
import { loadModelTokenizer, runModel, startModel } from './search/onnx-model.ts';

/** Tokens of a text that are read, as in training. */
const maxTokens = 128;

/** The reader of meaning this program ships; undefined in an installation without one. */
export async function openMeaningReader(folder = modelFiles.screening): Promise<MeaningReader | undefined> {
  const headsFile = join(folder, 'heads.json');
  if (!existsSync(headsFile)) return undefined;
  const heads = openLearnedHeads(readFileSync(headsFile, 'utf8'), readFileSync(join(folder, 'heads.bin')));
  const [session, tokenizer] = await Promise.all([
    readFile(join(folder, 'model.onnx')).then((model) => startModel(model)),
    loadModelTokenizer(modelFiles.encoder),
  ]);
  return {
    heads,
    embed: (text) => runModel(session, 'sentence_embedding', { ids: tokenizer.single(text, maxTokens) }),
  };
}
