import type { Attributes, DocumentFacts } from '../corpus/document.ts';
import { extractPdf } from './extract-pdf.ts';
import {
  bsaAmlManualAddress,
  bsaAmlManualName,
  itBookletAddress,
  itBookletOf,
  itHandbookName,
  sectionSlug,
} from './ffiec-handbooks.ts';
import { categoryAt, publisherOf, slugOf } from './html-publishers.ts';
import type { Block, Outline } from './outline.ts';
import { type FlowHeading, type FlowPart, type PdfFlow, readFlow, type TypeStyle } from './pdf-flow.ts';
import { type PdfLimits, pdfLimits } from './pdf-page.ts';
import { SourceError, type SourceFile } from './reader.ts';

export const pdfFormat = 'pdf';

export function recognisesPdf(name: string, head: string): boolean {
  return /\.pdf$/i.test(name) || head.startsWith('%PDF-');
}

/**
 * Reads a PDF: the FFIEC's handbooks section by section, any other as one document where its own metadata
 * tell title and address. The words are the publisher's; places of paragraphs are inferred from the page.
 */
export async function readPdf(file: SourceFile, limits: PdfLimits = pdfLimits): Promise<readonly Outline[]> {
  const pdf = await extractPdf(file.bytes, limits);
  const flow = readFlow(pdf);
  if (!flow.parts.some((part) => part.kind === 'paragraph')) {
    throw new SourceError('no_text', 'the PDF holds no text: it is a scan or a drawing, and needs OCR first');
  }
  const booklet = itBookletOf(file.name);
  if (booklet) {
    return readHandbook(file, flow, {
      handbookName: `${itHandbookName}: ${booklet.name}`,
      slug: `ffiec-it-${booklet.slug}`,
      address: itBookletAddress(booklet),
      isTopLevel: (part) => /^introduction$/i.test(part.text),
    });
  }
  const cover = flow.parts.filter((part) => part.kind !== 'table' && part.page === 1);
  if (
    cover.some(
      (part) => part.kind === 'heading' && /Bank Secrecy Act.{0,100}Examination Manual/.test(part.text),
    )
  ) {
    return readHandbook(file, flow, {
      handbookName: bsaAmlManualName,
      slug: 'ffiec-bsa-aml-manual',
      address: bsaAmlManualAddress,
      // The section heads follow the chapter's, in the next smaller size.
      isTopLevel: (part, index, headings) => part.page > 1 && headings[index - 1]?.page === part.page,
    });
  }
  return [readWhole(file, flow, pdf.title, pdf.addresses)];
}

interface Handbook {
  readonly handbookName: string;
  readonly slug: string;
  readonly address: string;
  /** Whether a heading is in the size of the sections; the first that is decides for all. */
  isTopLevel(part: FlowHeading, index: number, headings: readonly FlowHeading[]): boolean;
}

/** Cover and contents are dropped, every section becomes a document. */
function readHandbook(file: SourceFile, flow: PdfFlow, handbook: Handbook): readonly Outline[] {
  const headings = flow.parts.filter((part) => part.kind === 'heading');
  const first = headings.find((part, index) => handbook.isTopLevel(part, index, headings));
  if (first === undefined) {
    throw new SourceError('malformed', `no section of the ${handbook.handbookName} was found in the PDF`);
  }
  const isSection = (part: FlowPart) => part.kind === 'heading' && part.style.size === first.style.size;
  const version = versionOf(flow, first.page);
  const outlines: Outline[] = [];
  const slugs = new Set<string>();
  let from = flow.parts.indexOf(first);
  while (from < flow.parts.length) {
    let to = from + 1;
    while (to < flow.parts.length && !isSection(flow.parts[to] ?? first)) to += 1;
    const head = flow.parts[from];
    const parts = flow.parts.slice(from + 1, to);
    from = to;
    // A heading without text under it is a chapter's title page.
    if (head?.kind !== 'heading' || parts.length === 0) continue;
    outlines.push(outlineSection(file, head.text, parts, handbook, version, slugs));
  }
  return outlines;
}

function outlineSection(
  file: SourceFile,
  heading: string,
  parts: readonly FlowPart[],
  handbook: Handbook,
  version: Version | undefined,
  slugs: Set<string>,
): Outline {
  const externalId = unusedSlug(`${handbook.slug}-${sectionSlug(heading)}`, slugs);
  const attributes: Attributes = {
    category: 'examinationHandbook',
    citation: `${handbook.handbookName}, ${heading}`,
    sourceUrl: handbook.address,
    handbookName: handbook.handbookName,
    section: heading,
    ...(version === undefined ? {} : { version: version.text }),
  };
  const editionDate = file.editionDate ?? version?.date;
  return {
    facts: {
      externalId,
      category: 'examinationHandbook',
      title: `${handbook.handbookName}, ${heading}`,
      authorities: ['ffiec'],
      jurisdictions: ['us-federal'],
      sourceUrl: handbook.address,
      attributes,
    },
    edition: 'official',
    ...(editionDate === undefined ? {} : { editionDate }),
    container: [handbook.handbookName],
    label: heading,
    heading,
    blocks: toBlocks(parts.filter((part) => part.kind === 'table' || part.text !== 'Return to Contents')),
  };
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
    externalId: slugOf(address),
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
    edition: 'official',
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

function unusedSlug(slug: string, used: Set<string>): string {
  let candidate = slug;
  for (let count = 2; used.has(candidate); count += 1) candidate = `${slug}-${count}`;
  used.add(candidate);
  return candidate;
}
