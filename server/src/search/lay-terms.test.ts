import { describe, expect, it } from 'vitest';
import bridge from './lay-terms.json' with { type: 'json' };
import { Tokenizer } from './tokenize.ts';

const tokenizer = new Tokenizer();
const terms = (text: string) => tokenizer.tokens(text).flatMap((token) => token.terms);

describe('the bridge of lay terms', () => {
  it('has no phrase twice', () => {
    const phrases = bridge.flatMap(({ lay }) => lay.map((phrase) => terms(phrase).sort().join(' ')));
    const twice = phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at);
    expect(twice).toEqual([]);
  });

  it.each(bridge.map((entry): [string, typeof entry] => [entry.art, entry]))(
    'leads to %s',
    (_, { lay, art }) => {
      const artTerms = terms(art);
      expect(artTerms.length).toBeGreaterThan(1);
      expect(lay.length).toBeGreaterThan(0);
      for (const phrase of lay) expect(terms(phrase).length, phrase).toBeGreaterThan(0);
      // At least one phrase says it in other words, or the entry does nothing.
      expect(lay.some((phrase) => artTerms.some((term) => !terms(phrase).includes(term)))).toBe(true);
    },
  );
});
