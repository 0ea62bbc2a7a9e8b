import { describe, expect, it } from 'vitest';
import { showPassages } from './show-passages.ts';

const regulation = {
  id: 'cmdoc_1',
  category: 'regulation',
  title: '12 CFR 1005.6 Liability of consumer',
  authorities: ['cfpb'],
  jurisdictions: ['us-federal'],
  description: '',
  updatedAt: '2026-01-01T00:00:00Z',
  sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1005.6',
};
const chunk = (text: string, score: number) => ({
  text,
  startOffset: 10,
  endOffset: 10 + text.length,
  sectionPath: 'Regulation E > 1005.6 Liability > (b)',
  explanation: { score, shares: { body: score + 5, length: -5, acronym: 0 } },
});
const other = { ...regulation, id: 'cmdoc_2', title: 'Other' };
const reply = {
  results: [
    { regulation, chunks: [chunk('A consumer’s liabilities are limited.', 90), chunk('Third.', 20)] },
    { regulation: other, chunks: [chunk('Second.', 50)] },
  ],
};
const plain = { question: 'liability of consumers', columns: 80, isStyled: false, explain: false };

describe('passages for a reader', () => {
  it('are in rank order across documents, with path, words and citation', () => {
    const shown = showPassages(reply, plain);
    expect(shown.split('\n').slice(0, 4)).toEqual([
      '1.  Regulation E > 1005.6 Liability > (b)',
      '    A consumer’s liabilities are limited.',
      '    12 CFR 1005.6 Liability of consumer, bytes 10 to 47',
      '    https://www.ecfr.gov/current/title-12/section-1005.6',
    ]);
    expect(shown.indexOf('Second.')).toBeLessThan(shown.indexOf('Third.'));
  });

  it('have the words of the question in bold on a terminal, in whatever form', () => {
    const shown = showPassages(reply, { ...plain, isStyled: true });
    expect(shown).toContain('\x1b[1mliabilities\x1b[22m are limited');
    expect(shown).toContain('\x1b[1mconsumer’s\x1b[22m');
    expect(shown).not.toContain('\x1b[1mare');
  });

  it('are wrapped between words', () => {
    const long = { results: [{ regulation, chunks: [chunk('word '.repeat(100).trim(), 1)] }] };
    const lines = showPassages(long, { ...plain, columns: 60 }).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.join(' ').match(/word/g)).toHaveLength(100);
  });

  it('say what made the score, without what gave nothing', () => {
    const shown = showPassages(reply, { ...plain, explain: true });
    expect(shown).toContain('score 90 = body 95 - length 5');
    expect(shown).not.toContain('acronym');
  });

  it('can be none', () => {
    expect(showPassages({ results: [] }, plain)).toBe('Nothing was found.');
  });
});
