import { expect, it } from 'vitest';
import { readEcfrText } from './read-ecfr-text.ts';
import { readHandbookMarkdown } from './read-handbook-markdown.ts';
import { readPandectMarkdown } from './read-pandect-markdown.ts';
import { readUscJsonl } from './read-usc-jsonl.ts';
import { readUscMarkdown } from './read-usc-markdown.ts';

const readers = [readPandectMarkdown, readUscMarkdown, readUscJsonl, readEcfrText, readHandbookMarkdown];

it.each([
  ['12-cfr-1-1.md', '---\nexternalId: 12-cfr-1-1\n', ['pandect-markdown']],
  ['title-15/chapter041.md', '### **CHAPTER 41—DUST**\n\n### §1. Halls\n* Words.\n', ['usc-markdown']],
  ['title-15/chapter041_sec1.md', '### §1c–1. Halls\n* Words.\n', ['usc-markdown']],
  ['title-15.jsonl', '{"id": "USC-T15-S1", "section": "1"', ['usc-jsonl']],
  [
    'title-12/part-1.md',
    '  PART 1—DUST\n\n### Part 1\n\n    § 1.1   Halls.\n\n#### § § 1.1\n',
    ['ecfr-text-markdown'],
  ],
  ['ffiec-bsa-aml/halls.md', '# HALLS\n\nWords.\n', ['handbook-markdown']],
  ['ffiec_itbooklet_audit.md', 'Audit\n\n# Introduction\n', ['handbook-markdown']],
  ['README.md', '# Halls\n\nWords about § 1.1 and the FFIEC.\n', []],
  ['events.jsonl', '{"id": "1"}\n', []],
  ['title-15/chapter041.txt', '### §1. Halls\n', []],
])('%s is read by %j', (name, head, formats) => {
  expect(readers.filter((reader) => reader.recognises(name, head)).map(({ format }) => format)).toEqual(
    formats,
  );
});
