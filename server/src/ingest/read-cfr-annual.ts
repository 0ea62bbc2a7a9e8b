import { containerLabel } from '../corpus/cfr-parts.ts';
import { readCfrBlocks } from './cfr-blocks.ts';
import { type CfrPlace, cfrAppendixHead, cfrSectionHead, lastAmendment } from './cfr-facts.ts';
import { schemes } from './designators.ts';
import { inlineText } from './inline-text.ts';
import { appendixScheme, levelBlocks } from './level-blocks.ts';
import type { Outline } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/**
 * GPO's annual edition of the Code of Federal Regulations: a granule (one part) or a whole volume. One document
 * per SECTION and per APPENDIX, supplements being appendices there too.
 */
export const readCfrAnnual: Reader = {
  format: 'cfr-annual-xml',
  recognises(name, head) {
    return name.toLowerCase().endsWith('.xml') && /<CFR(?:GRANULE|DOC)[\s>]/.test(head);
  },
  read: readFile,
};

function* readFile(file: SourceFile): Generator<Outline> {
  const root = parseXml(file.bytes);
  const title = Number(
    /\d{1,2}/.exec(textIn(root, 'CFRTITLE', 2) || textIn(root, 'TITLENUM', 4))?.[0] ?? Number.NaN,
  );
  if (Number.isNaN(title)) {
    throw new SourceError('malformed', 'the file does not say which title of the CFR it holds', root.line);
  }
  const printed = /^\d{4}-\d{2}-\d{2}$/.exec(textIn(root, 'DATE', 2))?.[0];
  const part = /^[0-9]+[a-z]?$/.exec(textIn(root, 'GRANULENUM', 2))?.[0] ?? '';
  yield* readDivision(root, { title, part, partHeading: '' }, printed ?? file.editionDate);
}

function* readDivision(element: XmlElement, place: CfrPlace, editionDate?: string): Generator<Outline> {
  const inside = element.name === 'PART' ? partOf(element, place) : place;
  for (const child of element.children) {
    if (typeof child === 'string' || listsContents.has(child.name)) continue;
    const outline =
      child.name === 'SECTION'
        ? readSection(child, inside)
        : child.name === 'APPENDIX'
          ? readAppendix(child, inside)
          : undefined;
    if (outline) yield editionDate === undefined ? outline : { ...outline, editionDate };
    else if (child.name !== 'SECTION' && child.name !== 'APPENDIX')
      yield* readDivision(child, inside, editionDate);
  }
}

/** These name sections without holding them. */
const listsContents: ReadonlySet<string> = new Set([
  'CONTENTS',
  'FDSYS',
  'TOC',
  'FMTR',
  'BMTR',
  'AUTH',
  'SOURCE',
]);

function partOf(element: XmlElement, place: CfrPlace): CfrPlace {
  const partHeading = headOf(element)?.text ?? '';
  const part = /^part ([0-9]+[a-z]?)\b/i.exec(partHeading)?.[1] ?? place.part;
  return { ...place, part, partHeading, container: containerLabel(place.title, part, partHeading) };
}

/** Undefined for a reserved section, which has a number and no text. */
function readSection(element: XmlElement, place: CfrPlace): Outline | undefined {
  const flat = readCfrBlocks(element.children);
  if (flat.length === 0) return undefined;
  const number = textIn(element, 'SECTNO', 1);
  const heading = `${number} ${textIn(element, 'SUBJECT', 1)}`.trim();
  const section = number.replace(/^§+\s*/, '');
  const head = cfrSectionHead(place, section, heading, creditDate(element));
  return { ...head, edition: 'official', blocks: levelBlocks(flat, schemes.cfr) };
}

function readAppendix(element: XmlElement, place: CfrPlace): Outline | undefined {
  const heading = headOf(element);
  const flat = readCfrBlocks(element.children.filter((child) => child !== heading?.element));
  if (!heading || flat.length === 0) return undefined;
  const head = cfrAppendixHead(place, heading.text, creditDate(element));
  return { ...head, edition: 'official', blocks: levelBlocks(flat, appendixScheme(heading.text)) };
}

function creditDate(element: XmlElement): string | undefined {
  return lastAmendment(textIn(element, 'CITA', 1));
}

function headOf(element: XmlElement): { readonly element: XmlElement; readonly text: string } | undefined {
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === 'HD' && child.attributes.SOURCE === 'HED') {
      return { element: child, text: inlineText(child.children).text };
    }
  }
  return undefined;
}

/** Text of the first element of that name, at most `depth` levels down. */
function textIn(element: XmlElement, name: string, depth: number): string {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) return inlineText(child.children).text;
    const below = depth > 1 ? textIn(child, name, depth - 1) : '';
    if (below !== '') return below;
  }
  return '';
}
