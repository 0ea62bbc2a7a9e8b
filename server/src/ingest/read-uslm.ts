import { plainSection } from '../corpus/usc-acts.ts';
import type { Block, Outline } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { outlineOfSection } from './usc-section.ts';
import { readUslmBlocks } from './uslm-blocks.ts';
import { headingWords, namesIn, readUslmText, type TextPiece } from './uslm-text.ts';
import { childElements, firstChild, textOf } from './xml-query.ts';
import { foldSpace, parseXml, type XmlElement } from './xml-tree.ts';

/**
 * United States Legislative Markup 1.0, the XML of the Office of the Law Revision Counsel: one title of the Code,
 * or an extract of it, under any namespace prefix. One document per section; source credits, notes and tables of
 * contents are left out.
 */
export const readUslm: Reader = {
  format: 'uslm-xml',
  recognises: (_name, head) => /<(?:\w{1,20}:)?uscDoc[\s>]/.test(head),
  *read(file) {
    const root = parseXml(file.bytes);
    if (root.name !== 'uscDoc') {
      throw new SourceError('malformed', `the root is ${root.name}, not uscDoc`, root.line);
    }
    const editionDate = createdDate(root, file);
    let count = 0;
    for (const outline of readSections(root, {}, editionDate)) {
      count += 1;
      yield outline;
    }
    if (count === 0) throw new SourceError('no_text', 'the file holds no section of the Code with text');
  },
};

/** What the divisions above a section say of it. */
interface Division {
  readonly chapter?: string;
  readonly heading?: string;
}

/** Divisions that hold sections; sections inside notes and quotations are of other laws. */
const divisions = namesIn(
  'main title subtitle chapter subchapter part subpart division subdivision article appendix',
);

function* readSections(element: XmlElement, above: Division, editionDate?: string): Iterable<Outline> {
  for (const child of childElements(element)) {
    if (child.name === 'section') {
      const outline = readSection(child, above, editionDate);
      if (outline) yield outline;
    } else if (divisions.has(child.name)) {
      yield* readSections(child, divisionOf(child, above), editionDate);
    }
  }
}

/** The chapter names the container; above chapters the title does. */
function divisionOf(element: XmlElement, above: Division): Division {
  const heading = textOf(firstChild(element, 'heading'));
  const chapter = firstChild(element, 'num')?.attributes.value;
  if (element.name === 'chapter') {
    return { ...(chapter !== undefined && { chapter }), ...(heading !== '' && { heading }) };
  }
  return element.name === 'title' && heading !== '' ? { ...above, heading } : above;
}

const sectionIdentifier = /^\/us\/usc\/t([0-9]{1,2})[a-z]?\/s([^/]{1,24})$/i;

function readSection(element: XmlElement, above: Division, editionDate?: string): Outline | undefined {
  const [, title, identified = ''] = sectionIdentifier.exec(element.attributes.identifier ?? '') ?? [];
  const number = firstChild(element, 'num');
  const section = plainSection(number?.attributes.value ?? identified);
  if (title === undefined || !/^[0-9]{1,5}[0-9A-Za-z-]{0,16}$/.test(section)) {
    throw new SourceError(
      'malformed',
      `a section has no number of the Code: ${element.attributes.identifier ?? textOf(number)}`,
      element.line,
    );
  }
  const blocks = readUslmBlocks(element);
  // Repealed, omitted and transferred sections are a heading without text.
  if (blocks.length === 0) return undefined;
  const heading = firstChild(element, 'heading');
  const [line, ...footnotes] = heading === undefined ? [] : readUslmText(heading);
  const printed = line !== undefined && !('kind' in line) ? line.text : '';
  const { chapter, heading: chapterHeading } = above;
  return outlineOfSection({
    title: Number(title),
    section,
    name: heading === undefined ? '' : headingWords(heading),
    heading: foldSpace(`${textOf(number)} ${printed}`),
    ...(chapter !== undefined && { chapter }),
    ...(chapterHeading !== undefined && { chapterHeading }),
    edition: 'official',
    ...(editionDate !== undefined && { editionDate }),
    blocks: [...footnotes.flatMap(footnoteBlock), ...blocks],
  });
}

function footnoteBlock(piece: TextPiece): readonly Block[] {
  return 'kind' in piece ? [piece] : [{ kind: 'paragraph', text: piece.text, opens: [] }];
}

/** The day the Office made the file is the day whose law it states. */
function createdDate(root: XmlElement, file: SourceFile): string | undefined {
  const created = textOf(firstChild(firstChild(root, 'meta'), 'created')).slice(0, 10);
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(created) ? created : file.editionDate;
}
