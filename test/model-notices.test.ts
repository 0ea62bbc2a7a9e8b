import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isScenario } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadRulePack } from '../server/src/rule-packs.ts';
import { screeners } from '../server/src/screening/screeners.ts';

/** A piece of a notice. With a rule the law wants it there, and its absence must raise that rule alone. */
interface Part {
  readonly name: string;
  readonly text: string;
  readonly rule?: string;
  /** Other wordings that serve as well. */
  readonly otherwise?: readonly string[];
}

/** A complete notice that keeps the law, in parts. */
interface Notice {
  readonly name: string;
  readonly law: readonly string[];
  readonly scenario: string;
  readonly parts: readonly Part[];
  /** Other complete notices of the kind, whole. */
  readonly also?: readonly string[];
}

const folder = join(import.meta.dirname, 'fixtures', 'model-notices');
const notices = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .sort()
  .map((file): Notice => parse(readFileSync(join(folder, file), 'utf8')));
const screenerOf = screeners(await loadRulePack());

function findings({ scenario }: Notice, parts: readonly Pick<Part, 'text'>[]): readonly string[] {
  if (!isScenario(scenario)) throw new Error(`${scenario} is no scenario`);
  const text = parts.map((part) => part.text.trimEnd()).join('\n\n');
  return screenerOf(scenario)
    .screen(text, scenario)
    .problems.map(({ rule }) => rule.id);
}

it('there are fourteen notices or more, and each has a part the law wants', () => {
  expect(notices.length).toBeGreaterThanOrEqual(14);
  for (const { name, parts } of notices)
    expect(parts.filter(({ rule }) => rule).length, name).toBeGreaterThan(0);
});

describe.each(notices)('$name', (notice) => {
  const { parts } = notice;

  it('screens clean when it is complete', () => {
    expect(findings(notice, parts)).toEqual([]);
  });

  it.each(parts.filter(({ rule }) => rule))('without the part "$name" raises $rule alone', (part) => {
    expect(
      findings(
        notice,
        parts.filter((one) => one !== part),
      ),
    ).toEqual([part.rule]);
  });

  const others = parts.flatMap((part) => (part.otherwise ?? []).map((text) => ({ part, text })));
  it.skipIf(others.length === 0).each(others)(
    'screens clean with the part "$part.name" in other words: $text',
    ({ part, text }) => {
      expect(
        findings(
          notice,
          parts.map((one) => (one === part ? { ...one, text } : one)),
        ),
      ).toEqual([]);
    },
  );

  const { also = [] } = notice;
  it.skipIf(also.length === 0).each(also)('screens clean as another house writes it: %s', (text) => {
    expect(findings(notice, [{ text }])).toEqual([]);
  });
});
