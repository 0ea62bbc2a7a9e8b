import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScreeningSets } from '../../bench/screening-set.ts';
import { modelFiles } from '../../server/src/model-files.ts';
import { readRulePack } from '../../server/src/rule-packs.ts';
import { readSentences } from '../../server/src/screening/read-sentences.ts';
import { readWords } from '../../server/src/screening/read-words.ts';
import type { LabelledText } from '../../server/src/screening/score-texts.ts';
import { textOf } from '../../server/src/screening/stretches.ts';
import { unmark } from '../../server/src/screening/try-examples.ts';
import { loadModelTokenizer, opening, separator } from '../../server/src/search/onnx-model.ts';

/** One thing to learn from. */
interface Lesson {
  readonly scenario: string;
  readonly rules: readonly string[];
  readonly ids: readonly number[];
  /** First tokens of its sentences, and the end of the last. */
  readonly sentences: readonly number[];
  /** For each sentence the number of the rule in `rules` it shows, -1 for none; absent where nobody said. */
  readonly shows?: readonly number[];
  /** Held back from learning; the expected citations of each issue. */
  readonly validation?: readonly (readonly string[])[];
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly rule: number;
}

const maxTokens = 128;

const [, , out = 'work.jsonl'] = process.argv;
const sets = readScreeningSets();
if (!sets) throw new Error('../shared/bench/screening-train is not there: nothing to learn from.');
const tokenizer = await loadModelTokenizer(modelFiles.encoder);
const { rules } = await readRulePack();
const lessons: Lesson[] = [];
const seen = new Set<string>();

function add(
  text: string,
  scenario: string,
  broken: readonly string[],
  marks?: readonly Mark[],
  validation?: Lesson['validation'],
): void {
  if (seen.has(text)) return;
  seen.add(text);
  const words = readWords(text, () => false);
  const { starts } = readSentences(text, words);
  const ids: number[] = [opening];
  const sentences = [1];
  const shows: number[] = [];
  for (let at = 0; at + 1 < starts.length; at += 1) {
    const hit = { start: starts[at] ?? 0, end: starts[at + 1] ?? 0 };
    ids.push(...tokenizer.bare(textOf({ text, words }, hit)));
    sentences.push(Math.min(ids.length, maxTokens - 1));
    const from = words[hit.start]?.start ?? 0;
    const to = words[hit.end]?.start ?? text.length;
    shows.push(marks?.find(({ start, end }) => start < to && from < end)?.rule ?? -1);
    if (ids.length >= maxTokens - 1) break;
  }
  lessons.push({
    scenario,
    rules: broken,
    ids: [...ids.slice(0, maxTokens - 1), separator],
    sentences,
    ...((marks || broken.length === 0) && { shows }),
    ...(validation && { validation }),
  });
}

/** Issues of the labelled texts carry the rule's id, in a few cases without its prefix. */
const ruleOf = (issue: string, scenario: string) =>
  rules.find(({ id, scenarios }) => scenarios[0] === scenario && (id === issue || id.endsWith(`-${issue}`)))
    ?.id;

/** A labelled text; the rules it breaks are known either way, and learned from only when it is not held back. */
function addLabelled({ text, scenario, expect }: LabelledText, isHeldBack: boolean): void {
  const known = expect.flatMap(({ issue, span }) => {
    const rule = ruleOf(issue, scenario);
    return rule ? [{ rule, span }] : [];
  });
  const marks = known.flatMap(({ span }, rule) => {
    const start = span === null ? -1 : text.indexOf(span);
    return start < 0 ? [] : [{ start, end: start + (span?.length ?? 0), rule }];
  });
  add(
    text,
    scenario,
    known.map(({ rule }) => rule),
    marks.length === known.length ? marks : undefined,
    isHeldBack ? expect.map(({ citations }) => citations) : undefined,
  );
}

for (const { validation } of sets) for (const text of validation) addLabelled(text, true);
for (const { building } of sets) for (const text of building) addLabelled(text, false);
for (const { id, scenarios, examples } of rules) {
  const scenario = scenarios[0] ?? '';
  for (const example of [...examples.flagged, ...(examples.beyond ?? [])]) {
    const { text, marks } = unmark(example);
    // Marks are in bytes.
    const place = (bytes: number) => Buffer.from(text).subarray(0, bytes).toString().length;
    const inText = marks.map(({ start, end }) => ({ start: place(start), end: place(end), rule: 0 }));
    add(text, scenario, [id], inText.length > 0 ? inText : undefined);
  }
  for (const example of examples.silent) add(unmark(example).text, scenario, []);
}
const textsDir = join(import.meta.dirname, 'texts');
for (const name of existsSync(textsDir) ? readdirSync(textsDir).sort() : []) {
  const rule = rules.find(({ id }) => `${id}.txt` === name);
  if (!rule) throw new Error(`${name}: there is no rule of that name`);
  for (const line of readFileSync(join(textsDir, name), 'utf8').split('\n')) {
    if (line === '') continue;
    const [sign] = line;
    if ((sign !== '+' && sign !== '-') || line[1] !== ' ') throw new Error(`${name}: ${line.slice(0, 60)}`);
    add(line.slice(2).replaceAll('\\n', '\n'), rule.scenarios[0] ?? '', sign === '+' ? [rule.id] : []);
  }
}
const known = rules.map(({ id, scenarios, citations }) => ({
  id,
  scenario: scenarios[0],
  documents: citations.map((citation) => citation.replace(/\(.*/, '')),
}));
writeFileSync(out, [{ rules: known }, ...lessons].map((line) => JSON.stringify(line)).join('\n'));
console.log(`${lessons.length} lessons in ${out}`);
