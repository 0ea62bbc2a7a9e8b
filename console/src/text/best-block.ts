import { wordStems } from './matched-words.ts';

/**
 * The paragraph of a text that shares most with a sentence about it; a word counts the more, the fewer
 * paragraphs have it. Undefined where none shares any.
 */
export function bestBlock(
  text: string,
  blocks: readonly { readonly start: number; readonly end: number }[],
  sentence: string,
): number | undefined {
  const wanted = wordStems(sentence);
  const stems = blocks.map(({ start, end }) => wordStems(text.slice(start, end)));
  const holders = new Map([...wanted].map((stem) => [stem, stems.filter((own) => own.has(stem)).length]));
  let best: number | undefined;
  let bestScore = 0;
  for (const [at, own] of stems.entries()) {
    let score = 0;
    for (const stem of wanted) {
      if (own.has(stem)) score += Math.log(1 + blocks.length / (holders.get(stem) ?? 1));
    }
    // Long paragraphs share words by chance.
    score /= 1 + Math.log10(1 + own.size / 40);
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}
