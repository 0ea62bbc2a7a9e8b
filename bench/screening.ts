import { parseArgs } from 'node:util';
import { type Scenario, scenarios } from '@pandect/contract';
import winkModel from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';
import { printTable } from '../server/src/cli/print-table.ts';
import { openMeaningReader } from '../server/src/meaning-reader.ts';
import { loadRulePack } from '../server/src/rule-packs.ts';
import { Analyst } from '../server/src/screening/analyst.ts';
import { type SetScore, scoreSet } from '../server/src/screening/score-texts.ts';
import type { Screener } from '../server/src/screening/screen-text.ts';
import { screeners } from '../server/src/screening/screeners.ts';
import { hostileNames, hostileText } from './hostile-texts.ts';
import { readScreeningSets } from './screening-set.ts';

const rounds = 5;

/**
 * `npm run bench -- screening [--rules]`: CPU of a 1 kB text beside wink-nlp merely tokenising it, the time of one with
 * meaning, and how good the findings are on texts held back from building; by rule with --rules. `--model <folder>`
 * measures another model than the one that ships.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rules: { type: 'boolean', default: false }, model: { type: 'string' } },
  });
  const sets = readScreeningSets();
  if (!sets) {
    console.log('../shared/bench/screening-train is not there: nothing to measure on.');
    return;
  }
  const screenerOf = screeners(await loadRulePack());
  const meaning = await openMeaningReader(values.model);
  const analyst = new Analyst(screenerOf, meaning);
  const texts = kilobytes(sets.flatMap(({ building }) => building.map(({ text }) => text)));
  measurePatterns(texts, screenerOf);
  await measureMeaning(texts, analyst);
  await measureHostile(analyst);

  const row = (name: string, mode: string, score: SetScore) => [
    name,
    mode,
    `${score.texts}`,
    ...[score.precision, score.recall, score.f1, score.cleanAlarm, score.band, score.priority].map((figure) =>
      figure.toFixed(3),
    ),
  ];
  const rows: string[][] = [];
  const all = sets.flatMap(({ validation }) => validation);
  for (const { name, texts } of [
    ...sets.map((set) => ({ name: set.name, texts: set.validation })),
    { name: 'all', texts: all },
  ]) {
    rows.push(
      row(
        name,
        'patterns',
        await scoreSet(texts, (one) => screenerOf(one.scenario).screen(one.text, one.scenario)),
      ),
    );
    if (meaning)
      rows.push(
        row(name, 'meaning', await scoreSet(texts, (one) => analyst.analyse(one.text, one.scenario))),
      );
  }
  console.log('\nvalidation texts (nothing was learned from them; the thresholds are set on them):');
  printTable(['set', 'mode', 'texts', 'precision', 'recall', 'F1', 'clean alarm', 'band', 'priority'], rows);
  if (!values.rules) return;
  const { rules } = await scoreSet(all, (one) => analyst.analyse(one.text, one.scenario));
  printTable(
    ['rule', 'expected', 'met', 'fired', 'right', 'on clean'],
    [...rules]
      .sort()
      .map(([id, one]) => [id, one.expected, one.met, one.fired, one.right, one.onClean].map(String)),
  );
}

/** Texts joined and cut to a thousand characters. */
function kilobytes(texts: readonly string[]): readonly string[] {
  return (
    texts
      .join('\n')
      .match(/[\s\S]{1000}/g)
      ?.slice(0, 300) ?? []
  );
}

/** Every text under every scenario: some have twice the rules of others. */
function measurePatterns(texts: readonly string[], screenerOf: (scenario: Scenario) => Screener): void {
  const wink = winkNLP(winkModel, []);
  const peer = () => {
    for (const text of texts) wink.readDoc(text).tokens().out();
  };
  const own = (scenario: Scenario) => {
    for (const text of texts) screenerOf(scenario).screen(text, scenario);
  };
  peer();
  for (const scenario of scenarios) own(scenario);
  let peerMicros = 0;
  const ownMicros = new Map<Scenario, number>();
  // Turn by turn, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round += 1) {
    peerMicros += cpuOf(peer);
    for (const scenario of scenarios)
      ownMicros.set(scenario, (ownMicros.get(scenario) ?? 0) + cpuOf(() => own(scenario)));
  }
  const each = (total: number) => total / rounds / texts.length;
  const figures = (micros: number) => [
    each(micros).toFixed(0),
    (1e6 / each(micros)).toFixed(0),
    (micros / peerMicros).toFixed(2),
  ];
  const mean = [...ownMicros.values()].reduce((sum, micros) => sum + micros, 0) / ownMicros.size;
  console.log('1 kB text, reading and conditions (promised: at most 3 times wink-nlp merely tokenising):');
  printTable(
    ['scenario', 'us of CPU', 'texts/s a core', 'times wink-nlp'],
    [
      ...[...ownMicros].map(([scenario, micros]) => [scenario, ...figures(micros)]),
      ['all', ...figures(mean)],
      ['wink-nlp', ...figures(peerMicros)],
    ],
  );
}

async function measureMeaning(texts: readonly string[], analyst: Analyst): Promise<void> {
  const times: number[] = [];
  for (const [at, text] of texts.slice(0, 100).entries()) {
    const began = performance.now();
    await analyst.analyse(text, scenarios[at % scenarios.length] ?? 'generic');
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  console.log(
    `\nwith meaning: p50 ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(1)} ms (promised: p95 under 100)`,
  );
}

/** Whole analysis, meaning included, of ten and a hundred thousand characters of anything. */
async function measureHostile(analyst: Analyst): Promise<void> {
  const rows: string[][] = [];
  for (const name of hostileNames) {
    const milliseconds: number[] = [];
    for (const length of [10_000, 100_000]) {
      const text = hostileText(name, length);
      const began = performance.now();
      await analyst.analyse(text, 'debt_collection');
      milliseconds.push(performance.now() - began);
    }
    const [short = 0, long = 0] = milliseconds;
    rows.push([name, short.toFixed(0), long.toFixed(0), (long / short).toFixed(1)]);
  }
  console.log(
    '\n100,000 characters of anything (promised: under 1,500 ms, ten times the text at most 12 times the time):',
  );
  printTable(['text of', 'ms at 10,000', 'ms at 100,000', 'times'], rows);
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
