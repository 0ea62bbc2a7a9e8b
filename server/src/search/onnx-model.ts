import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';

/** `[CLS]` and `[SEP]` of the BERT vocabulary. */
export const opening = 101;
export const separator = 102;

/** Token numbers as the models want them. */
export interface ModelTokenizer {
  /** `[CLS] text [SEP]`, cut to `maxTokens`. */
  single(text: string, maxTokens: number): number[];
  /** The bare tokens of a text, without marks. */
  bare(text: string): number[];
}

/** Loaded when a model is: a server without vectors does not pay for it. */
export async function loadModelTokenizer(modelDir: string): Promise<ModelTokenizer> {
  const [{ Tokenizer }, rules, options] = await Promise.all([
    import('@huggingface/tokenizers'),
    readJson(join(modelDir, 'tokenizer.json')),
    readJson(join(modelDir, 'tokenizer_config.json')),
  ]);
  const tokenizer = new Tokenizer(rules, options);
  const bare = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  return {
    bare,
    single: (text, maxTokens) => [opening, ...bare(text).slice(0, maxTokens - 2), separator],
  };
}

/** `[CLS] question [SEP] passage [SEP]` and which of the two each token belongs to. */
export function pairTokens(
  question: readonly number[],
  passage: readonly number[],
  limits: { readonly question: number; readonly all: number },
): { readonly ids: number[]; readonly types: number[] } {
  const first = [opening, ...question.slice(0, limits.question), separator];
  const second = [...passage.slice(0, limits.all - first.length - 1), separator];
  return {
    ids: [...first, ...second],
    types: [...first.map(() => 0), ...second.map(() => 1)],
  };
}

/** One thread for each call: throughput comes from calls side by side, which then do not wait for each other. */
export async function startModel(model: Uint8Array, threads = 1): Promise<InferenceSession> {
  const { InferenceSession } = await import('onnxruntime-node');
  return InferenceSession.create(model, { intraOpNumThreads: threads, interOpNumThreads: 1 });
}

/** Runs one row of tokens and gives the named output. */
export async function runModel(
  session: InferenceSession,
  output: string,
  { ids, types }: { readonly ids: readonly number[]; readonly types?: readonly number[] },
): Promise<Float32Array> {
  const { Tensor } = await import('onnxruntime-node');
  const row = (numbers: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]);
  const outputs = await session.run({
    input_ids: row(ids),
    attention_mask: row(ids.map(() => 1)),
    ...(types && { token_type_ids: row(types) }),
  });
  const data = outputs[output]?.data;
  if (!(data instanceof Float32Array)) throw new TypeError(`the model has no output ${output} of numbers`);
  return data;
}

async function readJson(path: string): Promise<object> {
  return Object(JSON.parse(await readFile(path, 'utf8')));
}
