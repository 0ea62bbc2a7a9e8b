import type { Scenario } from '@pandect/contract';
import { compileRulePack, ofScenario, type RulePackData } from './rule-pack.ts';
import { Screener } from './screen-text.ts';

/** Gives the screener of a scenario, made when its first text comes. */
export function screeners(data: RulePackData): (scenario: Scenario) => Screener {
  const made = new Map<Scenario, Screener>();
  return (scenario) => {
    let screener = made.get(scenario);
    if (!screener) {
      screener = new Screener(compileRulePack(ofScenario(data, scenario)));
      made.set(scenario, screener);
    }
    return screener;
  };
}
