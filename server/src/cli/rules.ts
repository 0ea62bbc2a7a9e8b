import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isScenario, riskBands, scenarios } from '@pandect/contract';
import { loadStarterPaths, readRulePack, rulePacksDir } from '../rule-packs.ts';
import type { RuleFile } from '../screening/rule.ts';
import { compileRulePack } from '../screening/rule-pack.ts';
import { type LabelledText, scoreText } from '../screening/score-texts.ts';
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
  options: { rule?: string; misses: boolean; alarms: boolean },
): Promise<void> {
  const { screener } = await load();
  const texts: LabelledText[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const rows = new Map<
    string,
    { expected: number; met: number; fired: number; right: number; onClean: number }
  >();
  const row = (id: string) => {
    const known = rows.get(id) ?? { expected: 0, met: 0, fired: 0, right: 0, onClean: 0 };
    rows.set(id, known);
    return known;
  };
  const sum = { expected: 0, met: 0, fired: 0, clean: 0, alarmed: 0, band: 0, priority: 0 };
  for (const text of texts) {
    const { riskScore, problems } = screener.screen(text.text, text.scenario);
    const score = scoreText(text, problems);
    const isClean = text.expect.length === 0;
    sum.expected += text.expect.length;
    sum.met += score.matched.length;
    sum.fired += problems.length;
    sum.clean += Number(isClean);
    sum.alarmed += Number(isClean && problems.some(({ rule }) => rule.priority !== 'p3'));
    sum.band += Number(text.band.includes(riskBands.find((band) => riskScore <= band.to)?.name ?? ''));
    for (const { issue } of text.expect) row(issue).expected += 1;
    for (const pair of score.matched) {
      const issue = text.expect[pair.expected];
      const problem = problems[pair.problem];
      if (!issue || !problem) continue;
      row(issue.issue).met += 1;
      row(problem.rule.id).right += 1;
      sum.priority += Number(issue.priority.includes(problem.rule.priority));
    }
    for (const problem of problems) {
      row(problem.rule.id).fired += 1;
      if (isClean) row(problem.rule.id).onClean += 1;
    }
    const wanted = (id: string) => options.rule === undefined || id.endsWith(options.rule);
    if (options.misses)
      for (const index of score.missed) {
        const expected = text.expect[index];
        if (expected && wanted(expected.issue))
          console.log(`MISS ${text.id} ${expected.issue}\n     span: ${expected.span}\n     ${text.text}`);
      }
    if (options.alarms)
      for (const index of score.extra) {
        const problem = problems[index];
        if (problem && wanted(problem.rule.id))
          console.log(
            `ALARM ${text.id}${isClean ? ' (clean)' : ''} ${problem.rule.id}: ${problem.evidence.map((one) => JSON.stringify(one.text)).join(' + ')}\n     ${text.text}`,
          );
      }
  }
  const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(2));
  if (!options.misses && !options.alarms) {
    printTable(
      ['rule', 'expected', 'met', 'recall', 'fired', 'right', 'precision', 'on clean'],
      [...rows]
        .filter(([id]) => options.rule === undefined || id.endsWith(options.rule))
        .sort()
        .map(([id, one]) => [
          id,
          `${one.expected}`,
          `${one.met}`,
          share(one.met, one.expected),
          `${one.fired}`,
          `${one.right}`,
          share(one.right, one.fired),
          `${one.onClean}`,
        ]),
    );
  }
  const precision = sum.met / Math.max(1, sum.fired);
  const recall = sum.met / Math.max(1, sum.expected);
  console.log(
    `texts ${texts.length}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${((2 * precision * recall) / Math.max(1e-9, precision + recall)).toFixed(3)}  ` +
      `clean with alarm ${share(sum.alarmed, sum.clean)}  band ${share(sum.band, texts.length)}  priority ${share(sum.priority, sum.met)}`,
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
