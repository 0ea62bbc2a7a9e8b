import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelFiles } from './model-files.ts';
import type { MeaningReader } from './screening/analyst.ts';
import { openLearnedHeads } from './screening/learned-heads.ts';
import { loadModelTokenizer, opening, runModel, separator, startModel } from './search/onnx-model.ts';

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
    async read(sentences) {
      const rows = sentences.map((sentence) => tokenizer.bare(sentence));
      const ids = [opening, ...rows.flat().slice(0, maxTokens - 2), separator];
      const states = await runModel(session, 'token_states', { ids });
      const width = states.length / ids.length;
      let at = 1;
      const parts = rows.map((row) => {
        const from = at;
        at = Math.min(at + row.length, ids.length - 1);
        return at > from ? meanOf(states, width, from, at) : undefined;
      });
      return { whole: meanOf(states, width, 0, ids.length), sentences: parts };
    },
  };
}

/** The mean of rows `from` up to `to`, brought to length one. */
function meanOf(states: Float32Array, width: number, from: number, to: number): Float32Array {
  const mean = new Float32Array(width);
  for (let row = from; row < to; row += 1)
    for (let at = 0; at < width; at += 1) mean[at] = (mean[at] ?? 0) + (states[row * width + at] ?? 0);
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}
