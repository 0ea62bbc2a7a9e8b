import { describe, expect, it } from 'vitest';
import type { WayFile } from './rule.ts';
import { compileRulePack, type RulePackData } from './rule-pack.ts';
import { Screener } from './screen-text.ts';

const concepts = {
  all: {
    contact: ['call', 'text', 'leave (a)? (voicemail|message)'],
    relative: ['mother', 'brother (in law)?', 'boss'],
  },
};

function packOf(...ways: readonly WayFile[]): RulePackData {
  return {
    version: 'test',
    concepts,
    kinds: { all: { letter: { atLeast: 2, of: ['dear', 'sincerely', 'enclose'] } } },
    disowned: {
      sentence: ['(never|not) (say|tell)', 'scammer ... (say|tell)'],
      previous: ['violate ..3 policy'],
      list: ['prohibited phrase'],
    },
    rules: [
      {
        id: 'the-rule',
        scenarios: ['debt_collection'],
        title: 'Title',
        details: 'Details',
        severity: 'blocking',
        confidence: 'high',
        citations: ['12-cfr-1006-6'],
        ways: [...ways],
      },
    ],
  };
}

function screenerOf(...ways: readonly WayFile[]): Screener {
  return new Screener(compileRulePack(packOf(...ways)));
}

/** The words found, or undefined when the rule is silent. */
function found(way: WayFile, text: string): string | undefined {
  const { problems } = screenerOf(way).screen(text, 'debt_collection');
  return problems[0]?.evidence.map((one) => one.text).join(' + ');
}

describe('patterns', () => {
  const cases: readonly (readonly [pattern: string, text: string, words: string | undefined])[] = [
    ['guarantee approve', 'We have guaranteed  approvals for all.', 'guaranteed  approvals'],
    ['approved!', 'Approval is near.', undefined],
    ['approved!', 'You are APPROVED.', 'APPROVED'],
    ['guarant*', 'A guarantor signs.', 'guarantor'],
    ['tell ... boss', 'I told your boss about it.', 'told your boss'],
    ['tell ... boss', 'I told him a very long story that nobody wanted to hear, boss.', undefined],
    [
      'tell ..12 boss',
      'I told him a very long story that nobody wanted, boss.',
      'told him a very long story that nobody wanted, boss',
    ],
    ['tell ... boss', 'I told her. Your boss knows.', undefined],
    [
      '(call|write to) your @relative',
      'We will write to your brother-in-law.',
      'write to your brother-in-law',
    ],
    ['your (dear)? mother', 'Your mother called.', 'Your mother'],
    ['free -(of|from)', 'It is free of charge, and free.', 'free'],
    ['^ call', 'Call us. We call you.', 'Call'],
    ['will not investigate', "We won't investigate.", "won't investigate"],
    ['@contact ... #time<8:00', 'We called at 6:48 a.m. today.', 'called at 6:48 a.m.'],
    ['@contact ... #time>21:00', 'Texted at 10:17pm.', 'Texted at 10:17pm'],
    ['@contact ... #time>21:00', 'Texted at 9 p.m. sharp.', undefined],
    ['#days>10', 'within 45 days of it', '45 days'],
    ['#days>10', 'within ten days of it', undefined],
    ['#bizdays<=10', 'in ten (10) business days', 'ten (10) business days'],
    ['#days>30', 'in two months', 'two months'],
    ['#money>=50', 'a $50 fee', '50'],
    ['#money>1000', 'about $1.5 million', '1.5 million'],
    ['#percent>36', 'APR of 391%', '391'],
    ['#percent>36', 'thirty percent', undefined],
    ['#phone', 'Call 1-800-555-0100 now', '1-800-555-0100'],
    ['#url', 'See www.example.com/x now', 'www.example.com/x'],
    ['#email', 'Write to a.b@example.com', 'a.b@example.com'],
    ['#date', 'on March 3', 'March 3'],
  ];
  it.each(cases)('%s in %s', (pattern, text, words) => {
    expect(found({ all: [[pattern]], polarity: 'any' }, text)).toBe(words);
  });
});

describe('tricks that hide a phrase', () => {
  it.each([
    'GU\u200BARANTEED approval',
    'gu4ranteed appr0val',
    'g u a r a n t e e d approval',
    'guáranteed ＡＰＰＲＯＶＡＬ',
    'guarаnteed approval', // the fourth letter is Cyrillic
  ])('%s', (text) => {
    expect(found({ all: [['guarantee approval']] }, text)).toBe(text);
  });
});

describe('polarity', () => {
  const way: WayFile = { all: [['call your @relative']] };
  it.each([
    ['We will call your boss.', true],
    ['We will not call your boss.', false],
    ["We don't ever call your boss.", false],
    ['We do not wait, we call your boss.', true],
    ['If you do not pay we call your boss.', true],
    ['Not only will we write, we call your boss.', true],
    ['Never say "we call your boss".', false],
    ['A scammer may tell you that they call your boss.', false],
    ['He said he would call your boss. This violates our policy.', false],
    ['Prohibited phrases:\n- we call your boss\n- pay now', false],
  ])('%s', (text, fires) => {
    expect(found(way, text) !== undefined).toBe(fires);
  });
});

describe('a rule that fails', () => {
  it('fails the text, and is named without a word of it', () => {
    const pack = compileRulePack(packOf());
    const [rule] = pack.rules;
    if (!rule) throw new Error('the pack has a rule');
    const broken = Object.defineProperty({ ...rule }, 'ways', {
      get: () => {
        throw new TypeError('no ways');
      },
    });
    const screener = new Screener({ ...pack, rules: [broken] });
    expect(() => screener.screen('Secret words.', 'debt_collection')).toThrow(
      expect.objectContaining({ ruleId: 'the-rule', message: 'rule the-rule failed' }),
    );
  });
});

describe('ways', () => {
  it('wants all groups in one sentence, on words of their own', () => {
    const way: WayFile = { all: [['@contact'], ['@relative'], ['debt']] };
    expect(found(way, 'We called your mother about the debt.')).toBe('called your mother about the debt');
    expect(found(way, 'We called your mother. The debt is old.')).toBeUndefined();
    expect(found({ all: [['@contact'], ['call']] }, 'We call.')).toBeUndefined();
  });
  it('shows evidence of several sentences apart', () => {
    const way: WayFile = { all: [['no fee'], ['#money ... monthly fee']], within: 'text' };
    expect(found(way, 'No fees! Really. A $5 monthly fee applies.')).toBe('No fees + 5 monthly fee');
  });
  it('reaches the sentences beside it, and no further', () => {
    const way: WayFile = { all: [['call'], ['debt']], within: 'neighbours' };
    expect(found(way, 'We call. It is a debt.')).toBe('call + debt');
    expect(found(way, 'We call. Yes. It is a debt.')).toBeUndefined();
  });
  it('stays within the paragraph', () => {
    const way: WayFile = { all: [['call'], ['debt']], within: 'paragraph' };
    expect(found(way, 'We call. Yes. It is a debt.')).toBe('call + debt');
    expect(found(way, 'We call.\n\nIt is a debt.')).toBeUndefined();
  });
  it('is silent where a guard stands in its scope', () => {
    const way: WayFile = { all: [['call']], unless: ['you agree'], unlessText: ['training'] };
    expect(found(way, 'We call because you agreed.')).toBeUndefined();
    expect(found(way, 'We call. You agreed.')).toBe('call');
    expect(found(way, 'We call. This is training.')).toBeUndefined();
  });
  it('misses what a kind of text must have', () => {
    const way: WayFile = { kind: 'letter', given: [['debt']], missing: ['right to dispute'] };
    expect(found(way, 'Dear Sir, pay the debt. Sincerely, us.')).toBe('');
    expect(found(way, 'Dear Sir, pay the debt. You have the right to dispute. Sincerely')).toBeUndefined();
    expect(found(way, 'Pay the debt.')).toBeUndefined();
    expect(found(way, 'Dear Sir, sincerely.')).toBeUndefined();
  });
  it('says the same problem once, with all its evidence', () => {
    const { problems, riskScore } = screenerOf({ all: [['call your boss']] }).screen(
      'We call your boss. We call your boss again.',
      'debt_collection',
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]?.evidence.map(({ startOffset, endOffset }) => [startOffset, endOffset])).toEqual([
      [3, 17],
      [22, 36],
    ]);
    expect(riskScore).toBe(72);
  });
  it('gives offsets in bytes', () => {
    const text = '“Ünser” — we call your boss';
    const { problems } = screenerOf({ all: [['call your boss']] }).screen(text, 'debt_collection');
    const evidence = problems[0]?.evidence[0];
    expect(Buffer.from(text).subarray(evidence?.startOffset, evidence?.endOffset).toString()).toBe(
      'call your boss',
    );
  });
  it('keeps to the scenario', () => {
    expect(screenerOf({ all: [['call']] }).screen('We call.', 'generic').problems).toEqual([]);
  });
});
