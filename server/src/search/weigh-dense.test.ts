import { describe, expect, it } from 'vitest';
import { buildSegment } from './build-segment.ts';
import { openIndex } from './inverted-index.ts';
import { LexicalSearch } from './lexical-search.ts';
import { unpackSegment } from './segment-file.ts';
import { Tokenizer } from './tokenize.ts';
import { weighDense } from './weigh-dense.ts';

const rule =
  'A licensed firm must notify the regulator in writing of any material change to its internal audit function before appointing a successor auditor.';
const documents = [rule, 'The sky is blue.', 'A boat needs a permit.'].map((text, at) => ({
  key: `d${at}`,
  chunks: [{ text, heading: '', path: '' }],
}));
const search = new LexicalSearch(openIndex([unpackSegment(buildSegment(documents, new Tokenizer()))]));
const weigh = (question: string) => weighDense(search.gather(question, 10));

describe('the weight of the vectors', () => {
  it('is highest for a plain question, whose words no rule writes', () => {
    expect(weigh('can we just swap out the people who check our books')).toBe(0.68);
  });

  it('is lowest for a question in the words of a rule', () => {
    expect(
      weigh(
        'Must a licensed firm notify the regulator in writing of a material change to its internal audit function?',
      ),
    ).toBe(0.37);
  });

  it('lies between for a question that shares some words with a rule', () => {
    const weight = weigh('notify regulator auditor material change tomorrow');
    expect(weight).toBeGreaterThan(0.37);
    expect(weight).toBeLessThan(0.68);
  });

  it('does not fail where nothing was asked', () => {
    expect(weigh('')).toBe(0.68);
    expect(weigh('the of and')).toBe(0.68);
  });
});
