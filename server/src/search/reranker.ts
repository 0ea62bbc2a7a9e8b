import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadModelTokenizer, pairTokens, runModel, startModel } from './onnx-model.ts';

/** Tokens the model was trained on: of the question, and of question and passage together. */
const maxQuestionTokens = 96;
const maxTokens = 256;

/** Reads a question and a passage together: slower and better than comparing vectors. */
export interface Reranker {
  /** One score for each passage (`passageText`), comparable within this question only. */
  score(question: string, passages: readonly string[]): Promise<number[]>;
}

export interface RerankerOptions {
  /** Of onnxruntime, for one passage. */
  readonly threads?: number;
  /** Tokens of question and passage together; fewer are faster and see less. Range 96 to 256. */
  readonly maxTokens?: number;
}

/** The tokenizer is that of the encoder, so its folder is needed too. */
export async function openReranker(
  modelDir: string,
  encoderDir: string,
  options: RerankerOptions = {},
): Promise<Reranker> {
  const [model, tokenizer] = await Promise.all([
    readFile(join(modelDir, 'model.onnx')),
    loadModelTokenizer(encoderDir),
  ]);
  const session = await startModel(model, options.threads);
  const limits = { question: maxQuestionTokens, all: options.maxTokens ?? maxTokens };
  return {
    async score(question, passages) {
      const asked = tokenizer.bare(question);
      const scores: number[] = [];
      for (const passage of passages) {
        const pair = pairTokens(asked, tokenizer.bare(passage), limits);
        scores.push((await runModel(session, 'score', pair))[0] ?? 0);
      }
      return scores;
    },
  };
}
