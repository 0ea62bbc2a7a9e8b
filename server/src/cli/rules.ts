import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isScenario, scenarios } from '@pandect/contract';
import { openMeaningReader } from '../meaning-reader.ts';
import { loadStarterPaths, readRulePack, rulePacksDir } from '../rule-packs.ts';
import { Analyst } from '../screening/analyst.ts';
import type { RuleFile } from '../screening/rule.ts';
import { compileRulePack } from '../screening/rule-pack.ts';
import { type LabelledText, type SetScore, scoreSet } from '../screening/score-texts.ts';
import { Screener } from '../screening/screen-text.ts';
import { ruleFaults, unmark } from '../screening/try-examples.ts';
import { nearestWord } from './nearest-word.ts';
import { printTable } from './print-table.ts';
import { UsageError } from './usage-error.ts';

async function load(scenario?: string): Promise<{
  rules: readonly RuleFile[];
  faults: readonly string[];
  screener: Screener;
}> {
  if (scenario !== undefined && !isScenario(scenario))
    throw new UsageError(
      `There is no scenario ${JSON.stringify(scenario)}; there are ${scenarios.join(', ')}.`,
    );
  const { data, rules, faults } = await readRulePack(scenario);
  const found = [...faults];
  const pack = compileRulePack(data, (fault) => found.push(fault));
  return { rules, faults: found, screener: new Screener(pack) };
}

/** `pandect rules check`: every fault of every rule; exit code 1 when there is one. */
export async function checkRulesCommand(options: { scenario?: string; json: boolean }): Promise<void> {
  const { rules, faults, screener } = await load(options.scenario);
  const found = [
    ...faults.map((fault) => ({ rule: '', example: '', fault })),
    ...ruleFaults(rules, screener, await loadStarterPaths()),
  ];
  if (options.json) console.log(JSON.stringify(found, null, 2));
  else {
    for (const { rule, example, fault } of found)
      console.log(`FAULT ${rule ? `${rule}: ` : ''}${fault}${example && `\n      ${example}`}`);
    console.log(`${rules.length} rules, ${found.length} faults`);
  }
  if (found.length > 0) process.exitCode = 1;
}

/** `pandect rules test <rule>`: what a rule finds in each of its examples. */
export async function testRuleCommand(id: string, options: { text?: string }): Promise<void> {
  const { rules, screener } = await load();
  const rule = rules.find((one) => one.id === id);
  if (!rule) {
    const near = nearestWord(
      id,
      rules.map((one) => one.id),
    );
    throw new UsageError(`There is no rule ${JSON.stringify(id)}${near ? `; did you mean ${near}` : ''}.`);
  }
  const scenario = rule.scenarios[0] ?? 'generic';
  const show = (list: string, example: string) => {
    const { text } = unmark(example);
    const { problems } = screener.screen(text, scenario);
    const own = problems.find((problem) => problem.rule.id === id);
    const others = problems.filter((problem) => problem !== own).map((problem) => problem.rule.id);
    const verdict = own
      ? `FOUND ${own.evidence.map((one) => JSON.stringify(one.text)).join(' + ') || '(missing)'}`
      : 'silent';
    console.log(
      `${list} | ${verdict}${others.length > 0 ? ` | also ${others.join(', ')}` : ''}\n    ${example}`,
    );
  };
  if (options.text !== undefined) show('given', options.text);
  else {
    for (const example of rule.examples.flagged) show('flagged', example);
    for (const example of rule.examples.beyond ?? []) show('beyond', example);
    for (const example of rule.examples.silent) show('silent', example);
  }
}

/** `pandect rules score <file>`: precision and recall on labelled texts (JSON Lines). */
export async function scoreRulesCommand(
  file: string,
  options: { rule?: string; misses: boolean; alarms: boolean; meaning: boolean },
): Promise<void> {
  const { screener } = await load();
  const meaning = options.meaning ? await openMeaningReader() : undefined;
  const analyst = new Analyst(() => screener, meaning);
  const texts = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): LabelledText => JSON.parse(line));
  const isWanted = (id: string) => options.rule === undefined || id.endsWith(options.rule);
  const score = await scoreSet(
    texts,
    ({ text, scenario }) => analyst.analyse(text, scenario),
    ({ id, text, expect }, { problems }, { missed, extra }) => {
      for (const { issue, span } of options.misses ? missed.flatMap((at) => expect[at] ?? []) : [])
        if (isWanted(issue)) console.log(`MISS ${id} ${issue}\n     span: ${span}\n     ${text}`);
      for (const { rule, evidence } of options.alarms ? extra.flatMap((at) => problems[at] ?? []) : []) {
        if (!isWanted(rule.id)) continue;
        const words = evidence.map((one) => JSON.stringify(one.text)).join(' + ');
        console.log(`ALARM ${id}${expect.length === 0 ? ' (clean)' : ''} ${rule.id}: ${words}\n     ${text}`);
      }
    },
  );
  if (!options.misses && !options.alarms) {
    printTable(
      ['rule', 'expected', 'met', 'recall', 'fired', 'right', 'precision', 'on clean'],
      [...score.rules]
        .filter(([id]) => isWanted(id))
        .sort()
        .map(([id, { expected, met, fired, right, onClean }]) => [
          ...[id, expected, met, share(met, expected), fired, right, share(right, fired), onClean].map(
            String,
          ),
        ]),
    );
  }
  console.log(describeScore(score));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2);
}

function describeScore({ texts, precision, recall, f1, cleanAlarm, band, priority }: SetScore): string {
  return (
    `texts ${texts}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}  ` +
    `clean with alarm ${cleanAlarm.toFixed(3)}  band ${band.toFixed(3)}  priority ${priority.toFixed(3)}`
  );
}

/** `pandect rules new <scenario> <id>`: a draft that says what to fill in. */
export function newRuleCommand(scenario: string, id: string): void {
  if (!isScenario(scenario))
    throw new UsageError(
      `There is no scenario ${JSON.stringify(scenario)}; there are ${scenarios.join(', ')}.`,
    );
  const file = join(rulePacksDir, scenario, `${id}.yaml`);
  if (existsSync(file)) throw new UsageError(`${file} is there already.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, draft(scenario, id));
  console.log(file);
}

function draft(scenario: string, id: string): string {
  return `id: ${id}
scenarios: [${scenario}]
title: A concise name of the problem
details: >-
  What the concern is, what the rule says, what the risk is; in plain words.
severity: material # blocking, material or advisory
confidence: high # high, medium or low
citations:
  - 12-cfr-1005-11(c)(1) # the most specific first
ways:
  - all:
      - [a pattern, another way to say it]
      - [what must stand in the same sentence]
    unless: [what makes it lawful]
examples:
  flagged: # twelve or more; [[the words that show it]]
    - "We will [[not look into your claim]] without a police report."
  silent: # twelve or more, as close to the flagged ones as you can
    - "You need not file a police report; we have begun to look into your claim."
`;
}
