import { describe, expect, it } from 'vitest';
import { stemWord } from './stem-word.ts';

// Words and the stems the published algorithm gives them.
const table: readonly (readonly [string, string])[] = Object.entries({
  caresses: 'caress',
  ponies: 'poni',
  ties: 'tie',
  cries: 'cri',
  gas: 'gas',
  gaps: 'gap',
  kiwis: 'kiwi',
  agreed: 'agre',
  hopping: 'hop',
  hoping: 'hope',
  luxuriated: 'luxuri',
  sized: 'size',
  happy: 'happi',
  enjoy: 'enjoy',
  by: 'by',
  internal: 'internal',
  international: 'internat',
  generally: 'general',
  communities: 'communiti',
  relational: 'relat',
  conditional: 'condit',
  fluency: 'fluenci',
  responsibilities: 'respons',
  abilities: 'abil',
  biologist: 'biolog',
  theology: 'theolog',
  falling: 'fall',
  controlled: 'control',
  rate: 'rate',
  added: 'add',
  skies: 'sky',
  dying: 'die',
  only: 'onli',
  news: 'news',
  proceeds: 'proceed',
  evenings: 'evening',
  disclosing: 'disclos',
  disclosed: 'disclos',
  unauthorized: 'unauthor',
  authorization: 'author',
  lenders: 'lender',
  preauthorized: 'preauthor',
  electrical: 'electr',
  goodness: 'good',
  formative: 'format',
  revival: 'reviv',
  allowance: 'allow',
  adjustable: 'adjust',
  replacement: 'replac',
  adoption: 'adopt',
  organization: 'organiz',
  emergency: 'emergenc',
});

describe('stemWord', () => {
  it.each(table)('%s becomes %s', (word, stem) => {
    expect(stemWord(word)).toBe(stem);
  });

  it('leaves the shortest words and other scripts alone', () => {
    expect(['is', 'a', 'übergrößen', '銀行'].map(stemWord)).toEqual(['is', 'a', 'übergrößen', '銀行']);
  });
});
