import { parseArgs } from 'node:util';
import winkModel from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';
import { printTable } from '../server/src/cli/print-table.ts';
import { openMeaningReader } from '../server/src/meaning-reader.ts';
import { loadRulePack } from '../server/src/rule-packs.ts';
import { Analyst } from '../server/src/screening/analyst.ts';
import { type SetScore, scoreSet } from '../server/src/screening/score-texts.ts';
import type { Screener } from '../server/src/screening/screen-text.ts';
import { screeners } from '../server/src/screening/screeners.ts';
import { readScreeningSets } from './screening-set.ts';

const rounds = 5;

/**
 * `npm run bench -- screening [--rules]`: CPU of a 1 kB text beside wink-nlp merely tokenising it, the time of one with
 * meaning, and how good the findings are on texts held back from building; by rule with --rules.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rules: { type: 'boolean', default: false } } });
  const sets = readScreeningSets();
  if (!sets) {
    console.log('../shared/bench/screening-train is not there: nothing to measure on.');
    return;
  }
  const screenerOf = screeners(await loadRulePack());
  const meaning = await openMeaningReader();
  const analyst = new Analyst(screenerOf, meaning);
  await measureSpeed(
    kilobytes(sets.flatMap(({ building }) => building.map(({ text }) => text))),
    screenerOf('debt_collection'),
    analyst,
  );

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
  console.log('\nvalidation texts, held back from building:');
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

async function measureSpeed(texts: readonly string[], screener: Screener, analyst: Analyst): Promise<void> {
  const wink = winkNLP(winkModel, []);
  const peer = () => {
    for (const text of texts) wink.readDoc(text).tokens().out();
  };
  const own = () => {
    for (const text of texts) screener.screen(text, 'debt_collection');
  };
  peer();
  own();
  const micros = { own: 0, peer: 0 };
  // Turn by turn, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round += 1) {
    micros.peer += cpuOf(peer);
    micros.own += cpuOf(own);
  }
  const each = (total: number) => total / rounds / texts.length;
  const ratio = micros.own / micros.peer;
  console.log(
    `1 kB text: patterns ${each(micros.own).toFixed(0)} us of CPU (${(1e6 / each(micros.own)).toFixed(0)} texts/s a core), ` +
      `wink-nlp tokenising ${each(micros.peer).toFixed(0)} us: ${ratio.toFixed(2)} times (promised: at most 3)`,
  );
  const times: number[] = [];
  for (const text of texts.slice(0, 100)) {
    const began = performance.now();
    await analyst.analyse(text, 'debt_collection');
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  console.log(
    `with meaning: p50 ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(1)} ms (promised: p95 under 100)`,
  );
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
