import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadModelTokenizer, runModel, startModel } from './onnx-model.ts';

/** Numbers of a vector. The model gives 384, trained so that the first 256 can stand alone. */
export const dimensions = 256;
/**
 * Steps of a vector's byte to one unit. One scale for all vectors, so that dot products compare across them: a unit
 * vector times itself is about `vectorSteps` squared. Of 30,000 components none was beyond 0.264; 127 / 450 is 0.282.
 */
export const vectorSteps = 450;
/** Tokens the model was trained on. */
const maxTokens = 256;
/** Characters of a passage after its line of context, as in training; the rest of a long chunk is not seen. */
const maxPassageCharacters = 900;
/** Grows when the same text would give another vector: kept vectors of another format are not used. */
const formatNumber = 1;

export interface Encoder {
  /** Names the model and the form of its vectors; vectors of different versions do not compare. */
  readonly version: string;
  embedQuery(text: string): Promise<Int8Array>;
  embedPassage(contextLine: string, text: string): Promise<Int8Array>;
}

/** Reads the model; about 0.2 s and 60 MB, so ask for it only where vectors are needed. */
export async function openEncoder(modelDir: string): Promise<Encoder> {
  const [model, tokenizer] = await Promise.all([
    readFile(join(modelDir, 'model.onnx')),
    loadModelTokenizer(modelDir),
  ]);
  const session = await startModel(model);
  const embed = async (text: string): Promise<Int8Array> => {
    // One text at a time: the model quantises its activations over the whole batch, company would change the vector.
    const ids = tokenizer.single(text, maxTokens);
    return quantise(await runModel(session, 'sentence_embedding', { ids }));
  };
  return {
    version: versionOf(model),
    embedQuery: embed,
    embedPassage: (line, text) => embed(passageText(line, text)),
  };
}

/** The version `openEncoder` will have, without starting the model: whether kept vectors are of any use. */
export async function readEncoderVersion(modelDir: string): Promise<string> {
  return versionOf(await readFile(join(modelDir, 'model.onnx')));
}

function versionOf(model: Uint8Array): string {
  return `${createHash('sha256').update(model).digest('hex').slice(0, 16)}.${formatNumber}`;
}

/** What of a chunk the models read. */
export function passageText(contextLine: string, text: string): string {
  return `${contextLine}\n${text.slice(0, maxPassageCharacters)}`;
}

/** Names what a passage's vector depends on beside the encoder: 32 hexadecimal digits. */
export function passageHash(contextLine: string, text: string): string {
  return createHash('sha256').update(passageText(contextLine, text)).digest('hex').slice(0, 32);
}

/** The first numbers of a vector, of length one again, as bytes. */
export function quantise(vector: Float32Array): Int8Array {
  let squares = 0;
  for (let at = 0; at < dimensions; at += 1) squares += (vector[at] ?? 0) ** 2;
  const steps = squares === 0 ? 0 : vectorSteps / Math.sqrt(squares);
  const bytes = new Int8Array(dimensions);
  for (let at = 0; at < dimensions; at += 1) {
    bytes[at] = Math.max(-127, Math.min(127, Math.round(steps * (vector[at] ?? 0))));
  }
  return bytes;
}
