import { describe, expect, it } from 'vitest';
import { bestBlock } from './best-block.ts';

const paragraphs = [
  '§ 1020.220 Customer identification programs',
  '(a) A bank must implement a written program suited to its size.',
  '(b) The bank keeps identifying information for five years after the account is closed.',
  '(c) The bank must give customers notice before opening an account.',
];
const text = paragraphs.join('\n\n');
const blocks = paragraphs.map((paragraph) => {
  const start = text.indexOf(paragraph);
  return { start, end: start + paragraph.length };
});

describe('bestBlock', () => {
  it.each([
    ['Identifying information is kept five years after the account closes.', 2],
    ['Notify customers before opening.', 3],
    ['The program is written and suited to size and business.', 1],
    ['Quantum chromodynamics.', undefined],
  ])('%s', (sentence, at) => expect(bestBlock(text, blocks, sentence)).toBe(at));
});
