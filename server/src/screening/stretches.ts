import type { Hit, TextPatterns } from './match-patterns.ts';
import type { Sentences } from './read-sentences.ts';
import type { Reading } from './read-text.ts';

/** Words the learned part reads at a time; it was trained on texts of up to about this length. Range 60 to 180. */
const maxStretchWords = 90;
/** Stretches of a very long text that are read for meaning: about a second's worth; patterns read all of it. */
const maxStretches = 28;

/** A text as stretches of whole sentences, about equally long. */
export function stretchesOf({ starts }: Sentences, wordCount: number): readonly Hit[] {
  if (wordCount <= maxStretchWords) return wordCount === 0 ? [] : [{ start: 0, end: wordCount }];
  const stretches: Hit[] = [];
  // Two halves are read better than all but the tail and then the tail.
  const even = wordCount / Math.ceil(wordCount / maxStretchWords);
  let start = 0;
  for (let sentence = 1; sentence < starts.length; sentence += 1) {
    const end = starts[sentence] ?? wordCount;
    const next = starts[sentence + 1] ?? wordCount;
    if (end < wordCount && end - start < even && next - start <= maxStretchWords) continue;
    stretches.push({ start, end });
    start = end;
  }
  return stretches;
}

/** Of a very long text the stretches with the most words that rules look for, in order: padding pushes none aside. */
export function tellingStretches(stretches: readonly Hit[], patterns: TextPatterns): readonly Hit[] {
  if (stretches.length <= maxStretches) return stretches;
  const weight = patterns.countByWord();
  const weighed = stretches.map(({ start, end }, at) => {
    let sum = 0;
    for (let word = start; word < end; word += 1) sum += weight[word] ?? 0;
    return { at, sum };
  });
  const chosen = new Set(
    weighed
      .sort((a, b) => b.sum - a.sum || a.at - b.at)
      .slice(0, maxStretches)
      .map(({ at }) => at),
  );
  return stretches.filter((_, at) => chosen.has(at));
}

/** The sentences of a stretch. */
export function sentencesIn({ starts }: Sentences, { start, end }: Hit): readonly Hit[] {
  const sentences: Hit[] = [];
  for (let at = 0; at + 1 < starts.length; at += 1) {
    const from = starts[at] ?? 0;
    const to = starts[at + 1] ?? from;
    if (from >= start && to <= end && to > from) sentences.push({ start: from, end: to });
  }
  return sentences;
}

/** The text of a row of words up to the next, with the marks that end it. */
export function textOf({ text, words }: Pick<Reading, 'text' | 'words'>, { start, end }: Hit): string {
  return text.slice(words[start]?.start ?? 0, words[end]?.start ?? text.length).trim();
}
