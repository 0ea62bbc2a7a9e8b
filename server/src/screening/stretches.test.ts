import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentences } from './read-sentences.ts';
import { readWords } from './read-words.ts';
import { compileRulePack } from './rule-pack.ts';
import { Screener } from './screen-text.ts';
import { stretchesOf, tellingStretches } from './stretches.ts';

function read(text: string) {
  const words = readWords(text, () => false);
  return stretchesOf(readSentences(text, words), words.length);
}

describe('stretchesOf', () => {
  it('leaves a short text whole', () => {
    expect(read('One two. Three four.')).toEqual([{ start: 0, end: 4 }]);
    expect(read('')).toEqual([]);
  });

  it('covers every word of a text in order, with nothing left out', () => {
    const sentence = fc.integer({ min: 1, max: 60 }).map((count) => `${'Word '.repeat(count).trim()}. `);
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 40 }), (sentences) => {
        const text = sentences.join('');
        const stretches = read(text);
        let covered = 0;
        for (const { start, end } of stretches) {
          expect(start).toBeLessThanOrEqual(covered);
          expect(end).toBeGreaterThan(covered);
          covered = end;
        }
        expect(covered).toBe(readWords(text, () => false).length);
      }),
    );
  });
});

describe('tellingStretches', () => {
  const rule = {
    id: 'a-rule',
    scenarios: ['generic' as const],
    title: 'Title',
    details: 'Details',
    severity: 'blocking' as const,
    confidence: 'high' as const,
    citations: ['12-cfr-1006-6'],
    ways: [{ all: [['call your boss']] }],
  };
  const disowned = { sentence: [], previous: [], list: [] };
  const screener = new Screener(
    compileRulePack({ version: 'test', concepts: {}, kinds: {}, disowned, rules: [rule] }),
  );
  const padding = `${'Nothing to see in this long and harmless sentence. '.repeat(12)}\n`;

  it.each([
    ['before', `${padding.repeat(60)}We call your boss.`],
    ['after', `We call your boss. ${padding.repeat(60)}`],
  ])('reads what rules look for, with any amount of padding %s it', (_, text) => {
    const { reading } = screener.screen(text, 'generic');
    const all = stretchesOf(reading.sentences, reading.words.length);
    const chosen = tellingStretches(all, reading.patterns);
    const boss = reading.words.findIndex(({ form }) => form === 'boss');
    expect(chosen.length).toBeLessThan(all.length);
    expect(chosen.some(({ start, end }) => start <= boss && boss < end)).toBe(true);
    expect(chosen).toEqual([...chosen].sort((a, b) => a.start - b.start));
  });
});
