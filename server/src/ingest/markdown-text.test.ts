import { describe, expect, it } from 'vitest';
import { dropLinks, escapeMarkdown, plainFromMarkdown } from './markdown-text.ts';

describe('plainFromMarkdown', () => {
  it.each([
    ['a **bold** and *slanted* word', 'a bold and slanted word'],
    ['__bold__ _slanted_ `code`', 'bold slanted code'],
    ['[words](https://example.gov/a(b))', 'words'],
    ['[[7 X.Y.C. 9](/us/usc/t7/s9) et seq.]', '[7 X.Y.C. 9 et seq.]'],
    ['[Rule [part two]](/x) and [Reserved]', 'Rule [part two] and [Reserved]'],
    ['\\*not\\* \\[a\\](link) \\\\', '*not* [a](link) \\'],
    ['5 * 4 * 3 and some_file_name', '5 * 4 * 3 and some_file_name'],
    ['____ to fill in ****', '____ to fill in ****'],
    ['an *unclosed mark', 'an *unclosed mark'],
  ])('reads %j as %j', (markdown, plain) => {
    expect(plainFromMarkdown(markdown)).toBe(plain);
  });

  it('takes time in proportion to the text, however it is made', () => {
    for (const unit of ['[', '[x](a', '*a', '`', '\\[', '[x](a(', '[a [b] ']) {
      const started = performance.now();
      plainFromMarkdown(unit.repeat(200_000 / unit.length));
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

it('dropLinks leaves everything but links', () => {
  expect(dropLinks('*a* [b](/c) \\* [d]')).toBe('*a* b \\* [d]');
});

it('escapeMarkdown marks only what would be read as Markdown', () => {
  expect(escapeMarkdown('2 * 3 [Reserved]')).toBe('2 \\* 3 [Reserved]');
  expect(escapeMarkdown('[a](b)')).toBe('\\[a](b)');
});
