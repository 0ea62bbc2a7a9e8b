import { scenarios } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { loadStarterPaths, readRulePack } from '../server/src/rule-packs.ts';
import { compileRulePack } from '../server/src/screening/rule-pack.ts';
import { Screener } from '../server/src/screening/screen-text.ts';
import { ruleFaults } from '../server/src/screening/try-examples.ts';

describe('the rule pack', async () => {
  const { data, rules, faults } = await readRulePack();
  const paragraphs = await loadStarterPaths();

  it('has no file at fault', () => {
    expect(faults).toEqual([]);
  });

  it('has rules for every scenario, two hundred or more in all', () => {
    expect(rules.length).toBeGreaterThanOrEqual(200);
    for (const scenario of scenarios)
      expect(rules.filter((rule) => rule.scenarios[0] === scenario).length, scenario).toBeGreaterThan(20);
  });

  it.each(scenarios)(
    '%s: every rule finds its flagged examples, leaves its silent ones alone, cites what is there',
    (scenario) => {
      const screener = new Screener(compileRulePack(data));
      const own = rules.filter((rule) => rule.scenarios[0] === scenario);
      expect(ruleFaults(own, screener, paragraphs)).toEqual([]);
    },
    120_000,
  );
});
