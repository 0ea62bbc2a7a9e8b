import { containerLabel } from '../corpus/cfr-parts.ts';
import { readCfrBlocks } from './cfr-blocks.ts';
import {
  type CfrHead,
  type CfrPlace,
  cfrAppendixHead,
  cfrNotesHead,
  cfrSectionHead,
  lastAmendment,
  printedDates,
} from './cfr-facts.ts';
import { schemes } from './designators.ts';
import { inlineText } from './inline-text.ts';
import { appendixScheme, type FlatBlock, levelBlocks } from './level-blocks.ts';
import type { Outline } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { contextKey, sectionKey } from './section-key.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/**
 * The Electronic Code of Federal Regulations, from the versioner API (`ECFR`, or a bare DIV for a single part or
 * section) or from GPO's bulk data (`DLPSTEXTCLASS`). One document per section (DIV8) and appendix
 * (DIV9), and one for the notes a part prints outside them.
 */
export const readEcfr: Reader = {
  format: 'ecfr-xml',
  recognises(name, head) {
    if (!name.toLowerCase().endsWith('.xml')) return false;
    const root = /<([A-Z][A-Za-z0-9]*)[\s>]/.exec(head)?.[1] ?? '';
    return root === 'ECFR' || root === 'DLPSTEXTCLASS' || /^DIV[1-9]$/.test(root);
  },
  read: readFile,
};

function* readFile(file: SourceFile): Generator<Outline> {
  const root = parseXml(file.bytes);
  const title = findTitle(root, file.name);
  if (title === undefined) {
    throw new SourceError('malformed', 'the file does not say which title of the CFR it holds', root.line);
  }
  const copy = { file, editionDate: file.editionDate ?? findDate(root), mayBeLossy: hasMarks(file.bytes) };
  yield* readDivision(root, placed({ title, part: '', partHeading: '' }), copy);
}

/** What is known of the file as a whole. */
interface Copy {
  readonly file: SourceFile;
  readonly editionDate: string | undefined;
  readonly mayBeLossy: boolean;
}

/** A place with the key of what it gives to the sections in it. */
interface EcfrPlace extends CfrPlace {
  readonly contextKey: string;
}

function placed({ title, part, partHeading, container }: CfrPlace): EcfrPlace {
  const place = { title, part, partHeading, ...(container !== undefined && { container }) };
  return { ...place, contextKey: contextKey(place) };
}

function* readDivision(element: XmlElement, place: EcfrPlace, copy: Copy): Generator<Outline> {
  if (element.name === 'DIV8' || element.name === 'DIV9') {
    const sourceKey = keyOf(element, place, copy);
    if (sourceKey !== undefined && copy.file.isStored?.(sourceKey, copy.editionDate)) return;
    const outline = readDocument(element, place, copy);
    if (outline) yield sourceKey === undefined ? outline : { ...outline, sourceKey };
    return;
  }
  const inside = element.name === 'DIV5' ? partOf(element, place) : place;
  for (const child of element.children) {
    if (typeof child !== 'string' && mayHoldSections.test(child.name)) {
      yield* readDivision(child, inside, copy);
    }
  }
  if (element.name === 'DIV5') yield* readPartNotes(element, inside, copy);
}

/** What a part prints above and between its sections (preliminary notes, scope notes): a document of its own. */
function* readPartNotes(part: XmlElement, place: CfrPlace, copy: Copy): Generator<Outline> {
  const flat = notesOf(part);
  if (flat.length === 0) return;
  yield {
    ...cfrNotesHead(place),
    edition: copy.mayBeLossy && isRebuilt(part) ? 'lossy' : 'official',
    ...(copy.editionDate === undefined ? {} : { editionDate: copy.editionDate }),
    blocks: levelBlocks(flat, schemes.cfr),
  };
}

function notesOf(division: XmlElement): FlatBlock[] {
  return division.children.flatMap((child) => {
    if (typeof child !== 'string' && /^DIV[1-9]$/.test(child.name)) {
      return child.name === 'DIV6' || child.name === 'DIV7' ? notesOf(child) : [];
    }
    // Their `(a)` is no paragraph of a section.
    return readCfrBlocks([child]).map((block) => ('plain' in block ? { ...block, plain: true } : block));
  });
}

function keyOf({ startByte, endByte }: XmlElement, place: EcfrPlace, { file }: Copy): string | undefined {
  if (startByte === undefined || endByte === undefined) return undefined;
  return sectionKey(file.bytes.subarray(startByte, endByte), place.contextKey);
}

const mayHoldSections = /^(?:DIV[1-9]|ECFR|TEXT|BODY|ECFRBRWS)$/;

function partOf(element: XmlElement, place: EcfrPlace): EcfrPlace {
  const partHeading = headOf(element);
  const number = (element.attributes.N ?? '').replace(/^part\s+/i, '').trim();
  const part = number || (/^part ([0-9a-z]+)/i.exec(partHeading)?.[1] ?? '');
  return placed({ ...place, part, partHeading, container: containerLabel(place.title, part, partHeading) });
}

function headOf(element: XmlElement): string {
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === 'HEAD') return inlineText(child.children).text;
  }
  return '';
}

/** Undefined for a section without text: a reserved number, or a form that is only a picture. */
function readDocument(element: XmlElement, place: CfrPlace, copy: Copy): Outline | undefined {
  const flat = readCfrBlocks(element.children);
  if (flat.length === 0) return undefined;
  const heading = headOf(element);
  const head =
    element.name === 'DIV8' ? sectionHead(element, place, heading) : appendixHead(element, place, heading);
  const scheme = element.name === 'DIV8' ? schemes.cfr : appendixScheme(heading);
  return {
    ...head,
    edition: copy.mayBeLossy && isRebuilt(element) ? 'lossy' : 'official',
    ...(copy.editionDate === undefined ? {} : { editionDate: copy.editionDate }),
    blocks: levelBlocks(flat, scheme),
  };
}

function sectionHead(element: XmlElement, place: CfrPlace, heading: string): CfrHead {
  const printed = (element.attributes.N ?? '').replace(/^§+\s*/, '').trim();
  const section = printed || (/^§+\s*([^\s]+)/.exec(heading)?.[1] ?? '');
  const part = place.part || section.slice(0, Math.max(0, section.indexOf('.')));
  return cfrSectionHead({ ...place, part }, section, heading, creditDate(element));
}

function appendixHead(element: XmlElement, place: CfrPlace, heading: string): CfrHead {
  const named = heading || (element.attributes.N ?? '');
  const part = place.part || (/ part ([0-9a-z]+)/i.exec(named)?.[1] ?? '');
  return cfrAppendixHead({ ...place, part }, named, creditDate(element));
}

function creditDate(element: XmlElement): string | undefined {
  let latest: string | undefined;
  for (const child of element.children) {
    if (typeof child === 'string' || child.name !== 'CITA') continue;
    const date = lastAmendment(inlineText(child.children).text);
    if (date !== undefined && (latest === undefined || date > latest)) latest = date;
  }
  return latest;
}

/** A copy put together again from another form marks what it could not put back in its place. */
const losses: ReadonlySet<string> = new Set(['displaced', 'guess', 'order-lost']);

/** A search of the bytes costs far less than a walk over every element. */
function hasMarks(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('RECON=');
}

function isRebuilt(element: XmlElement): boolean {
  if (losses.has(element.attributes.RECON ?? '')) return true;
  return element.children.some((child) => typeof child !== 'string' && isRebuilt(child));
}

/** From the title's own division, the bulk file's node numbers, the API's metadata, or the file's name. */
function findTitle(root: XmlElement, name: string): number | undefined {
  const titles: (string | undefined)[] = [];
  const visit = (element: XmlElement, depth: number) => {
    const { NODE: node, N: number, TYPE: type, hierarchy_metadata: metadata } = element.attributes;
    if (node !== undefined) titles.push(/^(\d{1,2}):/.exec(node)?.[1]);
    if (element.name === 'DIV1' && type === 'TITLE') titles.push(/^\d{1,2}$/.exec(number ?? '')?.[0]);
    if (element.name === 'IDNO' && type === 'title') titles.push(inlineText(element.children).text);
    if (metadata !== undefined)
      titles.push(/title-(\d{1,2})\b|\b(\d{1,2}) CFR/.exec(metadata)?.slice(1).find(Boolean));
    if (depth === 0 || titles.some((title) => title !== undefined)) return;
    for (const child of element.children) if (typeof child !== 'string') visit(child, depth - 1);
  };
  // Deep enough for the bulk envelope (TEXT, BODY, ECFRBRWS, DIV1) and not for a section's text.
  visit(root, 4);
  titles.push(/title-?(\d{1,2})(?!\d)/i.exec(name)?.[1]);
  const found = titles.find((title) => title !== undefined && title !== '');
  return found === undefined ? undefined : Number(found);
}

/** The bulk file prints the day it is current to; the API names it in the path of its metadata. */
function findDate(root: XmlElement): string | undefined {
  const metadata = root.attributes.hierarchy_metadata;
  const inPath = metadata === undefined ? undefined : /\/(\d{4}-\d{2}-\d{2})\//.exec(metadata)?.[1];
  if (inPath !== undefined || root.name !== 'DLPSTEXTCLASS') return inPath;
  const date = descend(root, ['TEXT', 'BODY', 'ECFRBRWS', 'AMDDATE']);
  return date && printedDates(inlineText(date.children).text)[0];
}

function descend(root: XmlElement, names: readonly string[]): XmlElement | undefined {
  let element: XmlElement | undefined = root;
  for (const name of names) {
    element = element?.children
      .filter((child) => typeof child !== 'string')
      .find((child) => child.name === name);
  }
  return element;
}
