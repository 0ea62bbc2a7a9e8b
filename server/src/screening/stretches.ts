import type { Hit } from './match-patterns.ts';
import type { Sentences } from './read-sentences.ts';

/** Words the learned part reads at a time; it was trained on texts of up to about this length. Range 60 to 180. */
const maxStretchWords = 90;
/** Stretches of a very long text that are read for meaning: about a second's worth; patterns read all of it. */
const maxStretches = 40;

/** A text as stretches of whole sentences, each beginning with the last sentence of the one before. */
export function stretchesOf({ starts }: Sentences, wordCount: number): readonly Hit[] {
  if (wordCount <= maxStretchWords) return wordCount === 0 ? [] : [{ start: 0, end: wordCount }];
  const stretches: Hit[] = [];
  const sentenceCount = starts.length - 1;
  let first = 0;
  while (first < sentenceCount && stretches.length < maxStretches) {
    const start = starts[first] ?? 0;
    let after = first + 1;
    while (after < sentenceCount && (starts[after + 1] ?? wordCount) - start <= maxStretchWords) after += 1;
    stretches.push({ start, end: starts[after] ?? wordCount });
    if (after >= sentenceCount) break;
    // The last sentence is read again with what follows it, where both fit.
    const both = (starts[after + 1] ?? wordCount) - (starts[after - 1] ?? 0);
    first = after - first > 1 && both <= maxStretchWords ? after - 1 : after;
  }
  return stretches;
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
