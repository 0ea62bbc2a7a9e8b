import type { Scenario } from '@pandect/contract';
import { judge, type LearnedHeads, type Opinion } from './learned-heads.ts';
import type { Hit } from './match-patterns.ts';
import type { Reading } from './read-text.ts';
import type { CompiledRule } from './rule-pack.ts';
import { inOrder, type Problem, quote, type Screener, type Screening } from './screen-text.ts';
import { sentencesIn, stretchesOf } from './stretches.ts';
import { weighMeaning } from './weigh-meaning.ts';

/** What reads meaning: an encoder that was taught on labelled texts, and the layers over it. */
export interface MeaningReader {
  readonly heads: LearnedHeads;
  /** A vector of length one. */
  embed(text: string): Promise<Float32Array>;
}

/** What was found, and by which rules and which model. */
export interface Analysed extends Pick<Screening, 'riskScore' | 'problems'> {
  readonly version: string;
}

/** Sentences read alone to find the one that shows a problem. */
const maxSentences = 8;

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
    for (const stretch of stretchesOf(reading.sentences, reading.words.length))
      read.push({ stretch, opinion: await opinionOf(meaning, reading, stretch, scenario) });
    const { kept, added } = weighMeaning(problems, read, screener.rules, meaning.heads.thresholds);
    const found: Problem[] = [...kept];
    for (const { rule, stretch } of added)
      found.push({
        rule,
        evidence: [quote(reading, await shownBy(meaning, reading, stretch, rule, scenario))],
      });
    return { ...inOrder(found), version: `${screener.version}+${meaning.heads.version}` };
  }
}

function opinionOf(
  meaning: MeaningReader,
  reading: Reading,
  part: Hit,
  scenario: Scenario,
): Promise<Opinion> {
  return meaning.embed(quote(reading, part).text).then((vector) => judge(meaning.heads, vector, scenario));
}

/** The sentence of a stretch that shows a problem best; the whole stretch where it has only one. */
async function shownBy(
  meaning: MeaningReader,
  reading: Reading,
  stretch: Hit,
  rule: CompiledRule,
  scenario: Scenario,
): Promise<Hit> {
  const sentences = sentencesIn(reading.sentences, stretch).slice(0, maxSentences);
  let best = { sentence: stretch, weight: -1 };
  for (const sentence of sentences) {
    const { wrong, rules } = await opinionOf(meaning, reading, sentence, scenario);
    const weight = wrong * (0.1 + (rules.find(({ ruleId }) => ruleId === rule.id)?.share ?? 0));
    if (weight > best.weight) best = { sentence, weight };
  }
  return best.sentence;
}
