import { writeFileSync } from 'node:fs';
import { readScreeningSets } from '../../bench/screening-set.ts';
import { modelFiles } from '../../server/src/model-files.ts';
import { readRulePack } from '../../server/src/rule-packs.ts';
import { readSentences } from '../../server/src/screening/read-sentences.ts';
import { readWords } from '../../server/src/screening/read-words.ts';
import { unmark } from '../../server/src/screening/try-examples.ts';
import { loadModelTokenizer } from '../../server/src/search/onnx-model.ts';

/** One thing to learn from: a text, or the one sentence of it that shows the problem. */
interface Lesson {
  readonly scenario: string;
  readonly rules: readonly string[];
  readonly ids: readonly number[];
  /** Held back from learning; the expected citations of each issue. */
  readonly validation?: readonly (readonly string[])[];
}

const maxTokens = 128;

const [, , out = 'work.jsonl'] = process.argv;
const sets = readScreeningSets();
if (!sets) throw new Error('../shared/bench/screening-train is not there: nothing to learn from.');
const tokenizer = await loadModelTokenizer(modelFiles.encoder);
const { rules } = await readRulePack();
const lessons: Lesson[] = [];
const tokens = (text: string) => tokenizer.single(text, maxTokens);
/** Issues of the labelled texts carry the rule's id, in a few cases without its prefix. */
const ruleOf = (issue: string, scenario: string) =>
  rules.find(({ id, scenarios }) => scenarios[0] === scenario && (id === issue || id.endsWith(`-${issue}`)))
    ?.id;

const seen = new Set<string>();
for (const { building, validation } of sets) {
  for (const { text, scenario, expect } of validation) {
    seen.add(text);
    lessons.push({
      scenario,
      rules: [],
      ids: tokens(text),
      validation: expect.map(({ citations }) => citations),
    });
  }
  for (const { text, scenario, expect } of building) {
    seen.add(text);
    const broken = expect.flatMap(({ issue }) => ruleOf(issue, scenario) ?? []);
    lessons.push({ scenario, rules: broken, ids: tokens(text) });
    const shown = expect.find(({ span }) => span !== null);
    const sentence = shown?.span && sentenceWith(text, shown.span);
    if (sentence && sentence !== text)
      lessons.push({
        scenario,
        rules: [ruleOf(shown.issue, scenario) ?? ''].filter(Boolean),
        ids: tokens(sentence),
      });
  }
}
for (const { id, scenarios, examples } of rules) {
  const scenario = scenarios[0] ?? '';
  const add = (example: string, broken: readonly string[]) => {
    const { text } = unmark(example);
    if (!seen.has(text)) lessons.push({ scenario, rules: broken, ids: tokens(text) });
    seen.add(text);
  };
  for (const example of [...examples.flagged, ...(examples.beyond ?? [])]) add(example, [id]);
  for (const example of examples.silent) add(example, []);
}
const known = rules.map(({ id, scenarios, citations }) => ({
  id,
  scenario: scenarios[0],
  documents: citations.map((citation) => citation.replace(/\(.*/, '')),
}));
writeFileSync(out, [{ rules: known }, ...lessons].map((line) => JSON.stringify(line)).join('\n'));
console.log(`${lessons.length} lessons in ${out}`);

/** The one sentence a span lies in; undefined where it lies in several. */
function sentenceWith(text: string, span: string): string | undefined {
  const words = readWords(text, () => false);
  const { starts } = readSentences(text, words);
  const from = text.indexOf(span);
  for (let at = 0; at + 1 < starts.length; at += 1) {
    const start = words[starts[at] ?? 0]?.start ?? 0;
    const end = words[starts[at + 1] ?? words.length]?.start ?? text.length;
    if (start <= from && from + span.length <= end) return text.slice(start, end).trim();
  }
  return undefined;
}
