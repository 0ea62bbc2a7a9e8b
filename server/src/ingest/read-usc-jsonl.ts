import { uscSectionSlug } from '../corpus/cfr-parts.ts';
import { isDay } from './front-matter-values.ts';
import { dropLinks, plainFromMarkdown } from './markdown-text.ts';
import type { Outline, Paragraph } from './outline.ts';
import type { Reader, SourceFile } from './reader.ts';
import { splitFootnotes } from './usc-footnotes.ts';
import { findLoss } from './usc-losses.ts';
import { readUscRecord, type UscRecord } from './usc-record.ts';
import { nameWholeHeading, splitRunInHeading } from './usc-run-in-heading.ts';
import { nestUscParagraphs, outlineOfSection } from './usc-section.ts';
import { decodeUtf8, foldSpace } from './xml-tree.ts';

/**
 * One JSON record per section of the United States Code. The text is current but its converter moved and lost
 * words; a section that shows it is an edition `lossy`.
 */
export const readUscJsonl: Reader = {
  format: 'usc-jsonl',
  recognises: (name, head) => /\.jsonl$/i.test(name) && /^\uFEFF?\s*\{\s*"id"\s*:\s*"USC-T\d/.test(head),
  *read(file) {
    for (const [index, line] of decodeUtf8(file.bytes).split('\n').entries()) {
      if (line.trim() === '') continue;
      const record = readUscRecord(line, index + 1);
      const outline = readSection(record, file);
      if (outline) yield outline;
    }
  },
};

/** The heading of a number that holds no law any more. */
const goneName =
  /^\[?(?:Repealed|Omitted|Transferred|Vacant|Reserved|Renumbered|Terminated|Executed)(?:$|[.,;\]]| and )/;

function readSection(record: UscRecord, file: SourceFile): Outline | undefined {
  const heading = headingOf(record);
  // `§ 1681m. Requirements ...`, `[§§ 51d to 51f. Repealed ...`: a number holds no full stop.
  const name = heading.slice(heading.indexOf('. ') + 2);
  const source = lawOf(record);
  // Nothing is left of it, whatever the status says: the notes on a repealed section are not law.
  if (goneName.test(name) || source.length === 0) return undefined;
  // Two bold cells run together (`**Day****Sum**`) leave their marks, which tell the loss and are no words.
  const split = source.map((text) => splitFootnotes(text.replaceAll('****', ' ')));
  const nested = nestUscParagraphs(split);
  const slug = uscSectionSlug(record.title, record.section);
  const loss = record.orderDefect || findLoss(slug, nested, source.join('\n')) !== undefined;
  const chapter = /title-\d+-ch(\d+[a-z]?)-/i.exec(file.name)?.[1]?.toUpperCase();
  const editionDate = isDay(record.lastUpdated) ? record.lastUpdated : file.editionDate;
  return outlineOfSection({
    title: record.title,
    section: record.section,
    name,
    heading,
    ...(chapter === undefined ? {} : { chapter }),
    ...record.enactment,
    edition: loss ? 'lossy' : 'official',
    ...(editionDate === undefined ? {} : { editionDate }),
    blocks: nested.flatMap((paragraph, index) => {
      const { notes, hasMark } = split[index] ?? { notes: [], hasMark: false };
      const named = nameWholeHeading(paragraph, nested[index + 1]);
      return [...splitRunInHeading(named, hasMark), ...notes.map(plainParagraph)];
    }),
  });
}

/** The second heading line keeps a final `etc.` whole. */
function headingOf(record: UscRecord): string {
  const line = /^##### (.*)$/m.exec(record.text)?.[1] ?? record.heading;
  return foldSpace(plainOf(line));
}

/** The paragraphs of law: after the heading lines, before the source credit or the first heading of the notes. */
function lawOf(record: UscRecord): string[] {
  const law: string[] = [];
  for (const paragraph of record.text.split(/\n{2,}/)) {
    const text = foldSpace(paragraph);
    if (text === '' || /^#(?:#{4})? /.test(text)) continue;
    if (text.startsWith('#### ') || isCredit(text, record.sourceCredit)) break;
    law.push(foldSpace(plainOf(dropLinks(text))));
  }
  return law;
}

/** A soft hyphen is where the publisher's page broke a word, not a character of it. */
function plainOf(markdown: string): string {
  return plainFromMarkdown(markdown).replaceAll('\u00ad', '');
}

function isCredit(text: string, sourceCredit: string): boolean {
  return text.startsWith('*(') && (text.endsWith(')*') || text.startsWith(`*${sourceCredit.slice(0, 40)}`));
}

function plainParagraph(text: string): Paragraph {
  return { kind: 'paragraph', text, opens: [] };
}
