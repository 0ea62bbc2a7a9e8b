import { slugOf } from '../corpus/cfr-parts.ts';
import type { DocumentFacts } from '../corpus/document.ts';
import { extractPdf } from './extract-pdf.ts';
import { isAppendix } from './handbook-booklet.ts';
import {
  bookletOf,
  bsaAmlManual,
  bsaAmlTopic,
  isItBooklet,
  itHandbook,
  ordinaryCase,
} from './handbook-names.ts';
import { slugOf as addressSlug, categoryAt, publisherOf } from './html-publishers.ts';
import type { Block, Outline } from './outline.ts';
import { type FlowHeading, type FlowPart, type PdfFlow, readFlow, type TypeStyle } from './pdf-flow.ts';
import { type PdfLimits, pdfLimits } from './pdf-page.ts';
import { SourceError, type SourceFile } from './reader.ts';

export const pdfFormat = 'pdf';

export function recognisesPdf(name: string, head: string): boolean {
  return /\.pdf$/i.test(name) || head.startsWith('%PDF-');
}

/**
 * PDF: the FFIEC's handbooks section by section, any other as one document where its own metadata tell title
 * and address. The words are the publisher's; where paragraphs begin and end is inferred from the page.
 */
export async function readPdf(file: SourceFile, limits: PdfLimits = pdfLimits): Promise<readonly Outline[]> {
  const pdf = await extractPdf(file.bytes, limits);
  const flow = readFlow(pdf);
  if (!flow.parts.some((part) => part.kind !== 'heading')) {
    throw new SourceError('no_text', 'the PDF holds no text: it is a scan or a drawing, and needs OCR first');
  }
  const cover = flow.parts.filter((part) => part.kind !== 'table').filter((part) => part.page === 1);
  const coverText = cover.map((part) => part.text).join('\n');
  const booklet = isItBooklet(file.name, coverText) ? bookletOf(file.name, coverText) : undefined;
  if (booklet) {
    return readHandbook(file, flow, {
      name: `FFIEC ${itHandbook}, ${booklet.name}`,
      container: [`FFIEC ${itHandbook}`, booklet.name],
      sourceUrl: 'https://ithandbook.ffiec.gov/',
      slugOf: (title) => `ffiec-it-${booklet.id}-${bookletSectionSlug(title)}`,
      isTopLevel: (part) => /^introduction$/i.test(part.text),
    });
  }
  if (/Bank Secrecy Act.{0,100}Examination Manual/.test(coverText.slice(0, 1_000))) {
    return readHandbook(file, flow, {
      name: `FFIEC ${bsaAmlManual}`,
      container: [`FFIEC ${bsaAmlManual}`],
      sourceUrl: 'https://bsaaml.ffiec.gov/manual',
      // The first section bears its chapter's name, and is only the chapter's introduction.
      slugOf: (title, isFirst) =>
        `ffiec-bsa-aml-manual-${bsaAmlTopic(title)}${isFirst ? '-introduction' : ''}`,
      // The section heads follow the chapter's, in the next smaller size.
      isTopLevel: (part, index, headings) => part.page > 1 && headings[index - 1]?.page === part.page,
    });
  }
  return [readWhole(file, flow, pdf.title, pdf.addresses)];
}

interface Handbook {
  readonly name: string;
  readonly container: readonly string[];
  readonly sourceUrl: string;
  slugOf(title: string, isFirst: boolean): string;
  /** Whether a heading is in the size of the sections; the first that is decides for all. */
  isTopLevel(part: FlowHeading, index: number, headings: readonly FlowHeading[]): boolean;
}

/** The slugs of the Markdown edition: a section is one document, whatever file it came in. */
function bookletSectionSlug(title: string): string {
  return slugOf(isAppendix(title) ? title.slice(0, 'Appendix A'.length) : title.replace(/^[IVX]+ /, ''));
}

/** Cover and contents are dropped, every section becomes a document. */
function readHandbook(file: SourceFile, flow: PdfFlow, handbook: Handbook): readonly Outline[] {
  const headings = flow.parts.filter((part) => part.kind === 'heading');
  const first = headings.find((part, index) => handbook.isTopLevel(part, index, headings));
  if (first === undefined) {
    throw new SourceError('malformed', `no section of the ${handbook.name} was found in the PDF`);
  }
  const isSection = (part: FlowPart) => part.kind === 'heading' && part.style.size === first.style.size;
  const version = versionOf(flow, first.page);
  const outlines: Outline[] = [];
  const used = new Set<string>();
  let from = flow.parts.indexOf(first);
  while (from < flow.parts.length) {
    let to = from + 1;
    while (to < flow.parts.length && !isSection(flow.parts[to] ?? first)) to += 1;
    const head = flow.parts[from];
    const parts = flow.parts.slice(from + 1, to);
    from = to;
    // A heading without text under it is a chapter's title page.
    if (head?.kind !== 'heading' || parts.length === 0) continue;
    const title = ordinaryTitle(head.text);
    const externalId = handbook.slugOf(title, outlines.length === 0);
    if (used.has(externalId))
      throw new SourceError('malformed', `two sections of the PDF are called ${title}`);
    used.add(externalId);
    const endPage = flow.parts[to]?.page ?? flow.running.length + 1;
    const isWhole = !flow.pictures.some((page) => page >= head.page && page < endPage);
    outlines.push(
      outlineSection(file, { externalId, title, heading: head.text, parts, handbook, version, isWhole }),
    );
  }
  return outlines;
}

interface Section {
  readonly externalId: string;
  readonly title: string;
  /** As published, often in capitals. */
  readonly heading: string;
  readonly parts: readonly FlowPart[];
  readonly handbook: Handbook;
  readonly version: Version | undefined;
  /** No page of it is a picture. */
  readonly isWhole: boolean;
}

function outlineSection(file: SourceFile, section: Section): Outline {
  const { externalId, title, heading, parts, handbook, version, isWhole } = section;
  const { sourceUrl } = handbook;
  const citation = `${handbook.name}, ${title}`;
  const editionDate = file.editionDate ?? version?.date;
  return {
    facts: {
      externalId,
      category: 'examinationHandbook',
      title: citation,
      authorities: ['ffiec'],
      jurisdictions: ['us-federal'],
      sourceUrl,
      attributes: {
        category: 'examinationHandbook',
        citation,
        sourceUrl,
        handbookName: handbook.name,
        section: title,
        ...(version === undefined ? {} : { version: version.text }),
      },
    },
    edition: isWhole ? 'official' : 'lossy',
    ...(editionDate === undefined ? {} : { editionDate }),
    container: handbook.container,
    label: title,
    heading,
    // A link back to the web page, printed at the end of every section of the manual.
    blocks: toBlocks(parts.filter((part) => part.kind === 'table' || part.text !== 'Return to Contents')),
  };
}

/** `APPENDIX A: GLOSSARY` in ordinary case, its number kept. */
function ordinaryTitle(heading: string): string {
  const [, mark = '', words = heading] = /^([IVX]+ |APPENDIX [A-Z]: )(.*)$/s.exec(heading) ?? [];
  return `${mark.replace('APPENDIX', 'Appendix')}${ordinaryCase(words)}`;
}

function readWhole(file: SourceFile, flow: PdfFlow, title: string, addresses: readonly string[]): Outline {
  const address = addresses.map((text) => URL.parse(text)).find((url) => url?.protocol === 'https:');
  const publisher = address ? publisherOf(address) : undefined;
  const heading = title.replace(/\s+/g, ' ').trim();
  if (!address || !publisher || heading === '') {
    const missing = heading === '' ? 'title' : address ? 'known publisher' : 'https address';
    const advice = 'save its text as Pandect Markdown with title, category, authorities and sourceUrl';
    throw new SourceError('unrecognised_format', `the PDF's metadata name no ${missing}; ${advice}`);
  }
  const category = categoryAt(publisher, address);
  const facts: Omit<DocumentFacts, 'description'> = {
    externalId: addressSlug(address),
    category,
    title: heading,
    authorities: [publisher.authority],
    jurisdictions: ['us-federal'],
    sourceUrl: address.href,
    attributes: { category, citation: heading, sourceUrl: address.href },
  };
  const parts = flow.parts.filter(
    (part, index) => index > 0 || part.kind === 'table' || part.text !== heading,
  );
  return {
    facts,
    edition: flow.pictures.length === 0 ? 'official' : 'lossy',
    ...(file.editionDate === undefined ? {} : { editionDate: file.editionDate }),
    container: [publisher.host],
    label: heading,
    heading,
    blocks: toBlocks(parts),
  };
}

/** Heading levels follow the order of their type: larger first, upright before italic. */
function toBlocks(parts: readonly FlowPart[]): readonly Block[] {
  const keyOf = ({ size, bold, italic }: TypeStyle) => size * 4 + (bold ? 2 : 0) - (italic ? 1 : 0);
  const keys = new Set(parts.filter((part) => part.kind === 'heading').map((part) => keyOf(part.style)));
  const ranks = [...keys].sort((left, right) => right - left);
  return parts.map((part): Block => {
    if (part.kind === 'table') return { kind: 'table', headerRows: part.headerRows, rows: part.rows };
    if (part.kind === 'paragraph') return { kind: 'paragraph', text: part.text, opens: [] };
    return { kind: 'heading', level: ranks.indexOf(keyOf(part.style)) + 1, text: part.text };
  });
}

interface Version {
  /** `September 2016` */
  readonly text: string;
  /** The month's first day: the cover names no other. */
  readonly date: string;
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';

/** From the cover, else from the running lines where they agree. */
function versionOf(flow: PdfFlow, firstPage: number): Version | undefined {
  const pattern = new RegExp(`\\b(${months}) (\\d{4})\\b`, 'i');
  const cover = flow.parts.filter((part) => part.kind !== 'table').filter((part) => part.page < firstPage);
  const found = cover.map((part) => pattern.exec(part.text)).find((match) => match !== null);
  const running = new Set(flow.running.flat().flatMap((text) => pattern.exec(text)?.[0] ?? []));
  const match = found ?? (running.size === 1 ? pattern.exec([...running].join('')) : null);
  const [, month = '', year = ''] = match ?? [];
  if (month === '') return undefined;
  const name = `${month.charAt(0).toUpperCase()}${month.slice(1).toLowerCase()}`;
  const number = months.split('|').indexOf(name) + 1;
  return { text: `${name} ${year}`, date: `${year}-${String(number).padStart(2, '0')}-01` };
}
