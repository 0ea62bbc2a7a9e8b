import { slugOf } from '../corpus/cfr-parts.ts';
import { cutBooklet, isAppendix } from './handbook-booklet.ts';
import { handbookBlocks, readHandbookLines } from './handbook-lines.ts';
import {
  bookletOf,
  bsaAmlManual,
  bsaAmlTopic,
  isBsaAmlSection,
  isItBooklet,
  itHandbook,
  ordinaryCase,
} from './handbook-names.ts';
import type { Block, Outline } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { decodeUtf8 } from './xml-tree.ts';

/**
 * Sections of the FFIEC BSA/AML Examination Manual (a file each) and booklets of the FFIEC IT Examination
 * Handbook (a document per section). Extracted from PDF: footnotes or drawings are incomplete, so `lossy`.
 */
export const readHandbookMarkdown: Reader = {
  format: 'handbook-markdown',
  recognises: (name, head) => {
    if (!/\.md$/i.test(name) || /^\uFEFF?---\s/.test(head) || /^#{3,4} (?:§|Part \d)/m.test(head))
      return false;
    return isItBooklet(name, head) || isBsaAmlSection(name, head);
  },
  *read(file) {
    const text = decodeUtf8(file.bytes);
    if (isItBooklet(file.name, text.slice(0, 4096))) yield* readBooklet(file, text);
    else yield readManualSection(file, text);
  },
};

function readManualSection(file: SourceFile, text: string): Outline {
  const lines = [...readHandbookLines(text)];
  const [title, ...rest] = lines;
  if (title?.kind !== 'heading')
    throw new SourceError('malformed', 'the file must begin with a # heading', 1);
  const topic = bsaAmlTopic(title.text);
  const section = topic === 'introduction' ? 'Introduction' : ordinaryCase(title.text);
  return outlineOf(file, {
    slug: `ffiec-bsa-aml-manual-${topic}`,
    handbook: bsaAmlManual,
    container: [`FFIEC ${bsaAmlManual}`],
    section,
    heading: title.text,
    sourceUrl: 'https://bsaaml.ffiec.gov/manual',
    // The manual's second title, `# EXAMINATION PROCEDURES`, stands beside the `##` headings of the first.
    blocks: handbookBlocks(rest, ({ signs }) => Math.max(1, signs - 1)),
  });
}

const versionForm =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})\b/i;
/** Name and month stand on the first page. */
const firstPageChars = 2000;

function* readBooklet(file: SourceFile, text: string): Iterable<Outline> {
  const firstPage = text.slice(0, firstPageChars);
  const booklet = bookletOf(file.name, firstPage);
  if (!booklet) {
    throw new SourceError('malformed', 'neither the file name nor its first page names a known booklet', 1);
  }
  const [, month, year] = versionForm.exec(firstPage) ?? [];
  const used = new Set<string>();
  for (const { heading, title, lines, levelOf } of cutBooklet(text)) {
    const slug = `ffiec-it-${booklet.id}-${sectionSlug(title)}`;
    if (used.has(slug)) throw new SourceError('malformed', `two sections of the booklet are called ${title}`);
    used.add(slug);
    const blocks = handbookBlocks(lines, levelOf);
    if (blocks.length === 0) continue;
    yield outlineOf(file, {
      slug,
      handbook: `${itHandbook}, ${booklet.name}`,
      container: [`FFIEC ${itHandbook}`, booklet.name],
      section: title,
      heading,
      ...(month === undefined ? {} : { version: `${ordinaryCase(month.toUpperCase())} ${year}` }),
      sourceUrl: 'https://ithandbook.ffiec.gov/',
      blocks,
    });
  }
}

function sectionSlug(title: string): string {
  return isAppendix(title)
    ? slugOf(title.slice(0, 'Appendix A'.length))
    : slugOf(title.replace(/^[IVX]+ /, ''));
}

interface HandbookSection {
  readonly slug: string;
  readonly handbook: string;
  readonly container: readonly string[];
  readonly section: string;
  readonly heading: string;
  readonly version?: string;
  readonly sourceUrl: string;
  readonly blocks: readonly Block[];
}

function outlineOf(file: SourceFile, source: HandbookSection): Outline {
  const { slug, handbook, section, version, sourceUrl, blocks } = source;
  if (blocks.length === 0) throw new SourceError('no_text', `${section} has no text`);
  const citation = `FFIEC ${handbook}, ${section}`;
  return {
    facts: {
      externalId: slug,
      category: 'examinationHandbook',
      title: citation,
      authorities: ['ffiec'],
      jurisdictions: ['us-federal'],
      sourceUrl,
      attributes: {
        category: 'examinationHandbook',
        citation,
        sourceUrl,
        handbookName: `FFIEC ${handbook}`,
        section,
        ...(version === undefined ? {} : { version }),
      },
    },
    edition: 'lossy',
    ...(file.editionDate === undefined ? {} : { editionDate: file.editionDate }),
    container: source.container,
    label: section,
    heading: source.heading,
    blocks,
  };
}
