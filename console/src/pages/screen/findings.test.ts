import { describe, expect, it } from 'vitest';
import { evidenceIn } from './findings.ts';

describe('evidenceIn', () => {
  const text = 'Café: “guaranteed” 漢字 approval';
  const bytes = new TextEncoder();
  const range = (words: string) => {
    const startOffset = bytes.encode(text.slice(0, text.indexOf(words))).length;
    return { text: words, startOffset, endOffset: startOffset + bytes.encode(words).length };
  };
  const finding = (evidence: ReturnType<typeof range>[]) => ({
    priority: 'p1' as const,
    title: 't',
    details: 'd',
    citations: [],
    evidence,
  });

  it('turns byte ranges into places of the text', () => {
    const [found] = evidenceIn(text, [finding([range('approval')])]);
    expect(found && text.slice(found.start, found.end)).toBe('approval');
  });

  it('leaves out evidence that is not of this text', () => {
    expect(evidenceIn(text, [finding([{ text: 'refusal', startOffset: 0, endOffset: 7 }])])).toEqual([]);
  });
});
