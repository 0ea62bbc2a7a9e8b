import { describe, expect, it } from 'vitest';
import { judge, openLearnedHeads } from './learned-heads.ts';
import type { CompiledRule } from './rule-pack.ts';
import type { Problem } from './screen-text.ts';
import { weighMeaning } from './weigh-meaning.ts';

const thresholds = { keep: 0.2, support: 0.05, wrong: 0.9, share: 0.1, secondShare: 0.25 };

function rule(id: string, document: string): CompiledRule {
  return {
    id,
    scenarios: ['generic'],
    title: id,
    details: '',
    priority: 'p1',
    confidence: 0.9,
    citations: [`${document}(a)`],
    yieldsTo: [],
    ways: [],
  };
}
const rules = new Map(
  [rule('one', '12-cfr-1'), rule('two', '12-cfr-2'), rule('twin', '12-cfr-1')].map((each) => [each.id, each]),
);
const evidence = [{ text: 'x', startOffset: 0, endOffset: 1 }];
const problem = (id: string, shown = evidence): Problem => ({
  rule: rules.get(id) ?? rule(id, id),
  evidence: shown,
});
const stretch = (wrong: number, ...shares: readonly (readonly [string, number])[]) => ({
  stretch: 'here',
  opinion: { wrong, rules: shares.map(([ruleId, share]) => ({ ruleId, share })) },
});

function weigh(problems: readonly Problem[], stretches: readonly ReturnType<typeof stretch>[]) {
  const { kept, added } = weighMeaning(problems, stretches, rules, thresholds);
  return { kept: kept.map((each) => each.rule.id), added: added.map((each) => each.rule.id) };
}

describe('weighMeaning', () => {
  it.each([
    [
      'keeps what a pattern found in a text that may be wrong',
      [problem('one')],
      [stretch(0.2, ['one', 0.05])],
      ['one'],
      [],
    ],
    [
      'drops it where the whole text reads lawful',
      [problem('one')],
      [stretch(0.1, ['one', 0.9]), stretch(0.19, ['one', 0.9])],
      [],
      [],
    ],
    [
      'drops it where the text reads as something else',
      [problem('one')],
      [stretch(0.5, ['two', 0.8])],
      [],
      [],
    ],
    [
      'keeps it where another rule of its section is meant',
      [problem('one')],
      [stretch(0.5, ['twin', 0.8])],
      ['one'],
      [],
    ],
    ['has no say about what is missing', [problem('one', [])], [stretch(0)], ['one'], []],
    ['adds what clearly reads wrong', [], [stretch(0.9, ['one', 0.1])], [], ['one']],
    ['adds nothing where no rule stands out', [], [stretch(0.99, ['one', 0.09])], [], []],
    [
      'adds a second rule only by a larger share',
      [],
      [stretch(0.9, ['one', 0.5], ['two', 0.25])],
      [],
      ['one', 'two'],
    ],
    ['or not', [], [stretch(0.9, ['one', 0.5], ['two', 0.24])], [], ['one']],
    [
      'adds none for a section that is found already',
      [problem('twin')],
      [stretch(0.95, ['one', 0.9])],
      ['twin'],
      [],
    ],
    ['adds each section once', [], [stretch(0.95, ['one', 0.9]), stretch(0.95, ['twin', 0.9])], [], ['one']],
    [
      'adds up the shares of rules of one section',
      [],
      [stretch(0.95, ['two', 0.4], ['one', 0.35], ['twin', 0.2])],
      [],
      ['one', 'two'],
    ],
    ['passes over a rule that is not in the pack', [], [stretch(0.95, ['gone', 0.9])], [], []],
  ] as const)('%s', (_, problems, stretches, kept, added) => {
    expect(weigh(problems, stretches)).toEqual({ kept, added });
  });
});

describe('judge', () => {
  // Two numbers of a vector and one scenario: three inputs.
  const description = {
    version: 'v',
    rules: ['one', 'two', 'other'],
    scenarios: ['generic', 'dispute'],
    ruleScenarios: [0, 0, 1],
    thresholds,
    layers: {
      wrongHidden: { inputs: 4, outputs: 1 },
      wrongOut: { inputs: 1, outputs: 1 },
      rule: { inputs: 4, outputs: 3 },
    },
  };
  const floats = [
    ...[1, 0, 0, 0, 0], // hidden = gelu(8 * first)
    ...[1, -4], // wrong = sigmoid(hidden - 4)
    ...[0, 1, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0], // scores 8 * second, 0, and one of the other scenario
  ];
  const heads = openLearnedHeads(
    JSON.stringify(description),
    new Uint8Array(new Float32Array(floats).buffer),
  );

  it('gives what the layers give, by hand', () => {
    const { wrong, rules: likeliest } = judge(heads, new Float32Array([0.5, 0.25]), 'generic');
    // gelu(4) = 3.99987; sigmoid(-0.00013) = 0.49997; exp(2) / (exp(2) + 1) = 0.8808
    expect(wrong).toBe(0.5);
    expect(likeliest).toEqual([
      { ruleId: 'one', share: 0.881 },
      { ruleId: 'two', share: 0.119 },
    ]);
  });
});
