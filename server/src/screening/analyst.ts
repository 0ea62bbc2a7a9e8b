import type { Scenario } from '@pandect/contract';
import { judge, type LearnedHeads } from './learned-heads.ts';
import type { Hit } from './match-patterns.ts';
import type { Reading } from './read-text.ts';
import type { CompiledRule } from './rule-pack.ts';
import { inOrder, type Problem, quote, type Screener, type Screening } from './screen-text.ts';
import { sentencesIn, stretchesOf, tellingStretches, textOf } from './stretches.ts';
import { type ReadStretch, weighMeaning } from './weigh-meaning.ts';

/** What reads meaning: an encoder that was taught on labelled texts, and the layers over it. */
export interface MeaningReader {
  readonly heads: LearnedHeads;
  /** Reads sentences together. */
  read(sentences: readonly string[]): Promise<ReadTogether>;
}

/** Vectors of length one. */
export interface ReadTogether {
  readonly whole: Float32Array;
  /** Each as it reads among the others; undefined where the text was too long to get to it. */
  readonly sentences: readonly (Float32Array | undefined)[];
}

/** What was found, and by which rules and which model. */
export interface Analysed extends Pick<Screening, 'riskScore' | 'problems'> {
  readonly version: string;
}

/** Patterns first, then meaning, where there is a reader for it. */
export class Analyst {
  readonly #screenerOf: (scenario: Scenario) => Screener;
  readonly #meaning: MeaningReader | undefined;

  constructor(screenerOf: (scenario: Scenario) => Screener, meaning: MeaningReader | undefined) {
    this.#screenerOf = screenerOf;
    this.#meaning = meaning;
  }

  async analyse(text: string, scenario: Scenario): Promise<Analysed> {
    const screener = this.#screenerOf(scenario);
    const screening = screener.screen(text, scenario);
    const meaning = this.#meaning;
    if (!meaning) return { ...screening, version: screener.version };
    const { reading, problems } = screening;
    const read = [];
    const stretches = stretchesOf(reading.sentences, reading.words.length);
    for (const stretch of tellingStretches(stretches, reading.patterns))
      read.push(await readStretch(meaning, reading, stretch, scenario));
    const { kept, added } = weighMeaning(problems, read, screener.rules, meaning.heads.thresholds);
    const found: Problem[] = [...kept];
    for (const { rule, stretch } of added)
      found.push({ rule, evidence: [quote(reading, shownBy(meaning, stretch, rule, scenario))] });
    return { ...inOrder(found), version: `${screener.version}+${meaning.heads.version}` };
  }
}

interface Stretch {
  readonly all: Hit;
  readonly sentences: readonly { readonly words: Hit; readonly vector: Float32Array }[];
}

async function readStretch(
  { heads, read }: MeaningReader,
  reading: Reading,
  all: Hit,
  scenario: Scenario,
): Promise<ReadStretch<Stretch>> {
  const parts = sentencesIn(reading.sentences, all);
  const { whole, sentences } = await read(parts.map((words) => textOf(reading, words)));
  return {
    opinion: judge(heads, whole, scenario),
    stretch: {
      all,
      sentences: parts.flatMap((words, at) => {
        const vector = sentences[at];
        return vector ? [{ words, vector }] : [];
      }),
    },
  };
}

/** The sentence of a stretch that shows a problem best. */
function shownBy(
  { heads }: MeaningReader,
  { all, sentences }: Stretch,
  { id }: CompiledRule,
  scenario: Scenario,
): Hit {
  let best = { words: all, weight: -1 };
  for (const { words, vector } of sentences) {
    const { wrong, rules } = judge(heads, vector, scenario);
    const share = rules.find(({ ruleId }) => ruleId === id)?.share ?? 0;
    const weight = wrong * (0.1 + share);
    if (weight > best.weight) best = { words, weight };
  }
  return best.words;
}
