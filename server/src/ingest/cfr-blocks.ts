import { readEcfrTable } from './ecfr-table.ts';
import { readGpoTable } from './gpo-table.ts';
import { type InlineText, inlineText } from './inline-text.ts';
import type { FlatBlock } from './level-blocks.ts';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/** Words about the law, not of it: authority and source notes, credits, amendment links, editors' notes. */
const apparatus: ReadonlySet<string> = new Set(
  (
    'HEAD AUTH SOURCE CITA SECAUTH PARAUTH APPRO EDNOTE EFFDNOT CROSSREF XREF PRTPAGE FTREF img a CFRTOC STARS ' +
    'EAR GPH SECTNO SUBJECT RESERVED CONTENTS'
  ).split(' '),
);
/** Elements that hold blocks. A bare DIV is HTML round tables, never a level of the Code. */
const containers: ReadonlySet<string> = new Set('DIV EXTRACT BOXTXT MATH TEXT CODE SCOL2'.split(' '));
/** A heading run in with the text after it. */
const notes: ReadonlySet<string> = new Set(['NOTE', 'EXAMPLE']);
const footnotes: ReadonlySet<string> = new Set(['FTNT', 'EFTNT']);
const headingName = /^HD?([1-6])$/;

/** How deep blocks may nest before the rest is read as one paragraph. */
const deepest = 20;

/**
 * The blocks of a section or appendix in reading order. The eCFR and the annual edition come from the same
 * composition codes and differ in headings (`HD1`, `HD SOURCE="HD1"`) and tables (`TABLE`, `GPOTABLE`).
 */
export function readCfrBlocks(children: readonly XmlNode[]): FlatBlock[] {
  const into: FlatBlock[] = [];
  readChildren(children, { plain: false, depth: 0 }, into);
  return into;
}

interface Place {
  /** Inside a note, example, quotation or footnote, where `(a)` is not a paragraph of the section. */
  readonly plain: boolean;
  readonly depth: number;
}

function readChildren(
  children: readonly XmlNode[],
  place: Place,
  into: FlatBlock[],
  outerCaption = '',
): void {
  let caption = outerCaption;
  for (const child of children) {
    if (typeof child === 'string') {
      if (/\S/.test(child)) addText(inlineText([child]), { ...place, plain: true }, into);
    } else if (isCaption(child)) caption = inlineText(child.children).text;
    else if (child.name === 'TABLE') {
      const table = readEcfrTable(child, caption);
      if (table.caption !== undefined || table.headerRows.length + table.rows.length > 0) into.push(table);
      caption = '';
    } else if (caption !== '' && child.name === 'DIV' && place.depth < deepest) {
      readChildren(child.children, { plain: true, depth: place.depth + 1 }, into, caption);
      caption = '';
    } else readBlock(child, place, into);
  }
  if (caption !== '') into.push({ text: caption, italic: [], plain: true });
}

/** The older form sets a table's title in a division before it. */
function isCaption(element: XmlElement): boolean {
  return element.name === 'DIV' && element.attributes.class === 'table_head';
}

function readBlock(element: XmlElement, place: Place, into: FlatBlock[]): void {
  const { name, children } = element;
  if (name === 'P') {
    addText(inlineText(children), place, into);
    return;
  }
  if (apparatus.has(name)) return;
  const inside = { plain: true, depth: place.depth + 1 };
  if (name === 'LDRWK') readLeaders(children, into);
  else if (name === 'GPOTABLE') readTable(element, into);
  else if (notes.has(name) && place.depth < deepest) readNote(children, inside, into);
  else if ((containers.has(name) || footnotes.has(name)) && place.depth < deepest) {
    readChildren(children, inside, into);
  } else {
    const level = headingLevel(element);
    if (level === undefined) addText(inlineText(children), inside, into);
    else addHeading(inlineText(children), level, place, into);
  }
}

/** The annual edition names the level in SOURCE; HED is the head of what it stands in. */
function headingLevel({ name, attributes }: XmlElement): number | undefined {
  const level = headingName.exec(name === 'HD' ? (attributes.SOURCE ?? '') : name)?.[1];
  if (level !== undefined) return Number(level);
  return name === 'HD' ? 1 : undefined;
}

function addText(inline: InlineText, place: Place, into: FlatBlock[]): void {
  const { text, italic } = inline;
  if (text !== '') into.push(place.plain ? { text, italic, plain: true } : { text, italic });
  for (const footnote of inline.footnotes) readBlock(footnote, place, into);
}

function addHeading(inline: InlineText, level: number, place: Place, into: FlatBlock[]): void {
  const { text, footnotes: below } = inline;
  if (text !== '') into.push({ kind: 'heading', level, text, quoted: place.plain });
  for (const footnote of below) readBlock(footnote, { ...place, plain: true }, into);
}

/** `Note to paragraph (a):` runs in with the first paragraph of the note, as printed. */
function readNote(children: readonly XmlNode[], place: Place, into: FlatBlock[]): void {
  const headAt = children.findIndex(isNoteHead);
  const head = children[headAt];
  readChildren(children.slice(0, Math.max(0, headAt)), place, into);
  const rest = children.slice(headAt + 1);
  const firstAt = rest.findIndex((child) => typeof child !== 'string' || /\S/.test(child));
  const first = rest[firstAt];
  if (typeof head !== 'object') readChildren(rest, place, into);
  else if (typeof first === 'object' && (first.name === 'P' || first.name === 'PSPACE')) {
    addText(inlineText([...head.children, ' ', ...first.children]), place, into);
    readChildren(rest.slice(firstAt + 1), place, into);
  } else {
    addText(inlineText(head.children), place, into);
    readChildren(rest, place, into);
  }
}

function isNoteHead(node: XmlNode): boolean {
  if (typeof node === 'string') return false;
  return node.name === 'HED' || (node.name === 'HD' && node.attributes.SOURCE === 'HED');
}

function readTable(table: XmlElement, into: FlatBlock[]): void {
  for (const block of readGpoTable(table, (nodes) => inlineText(nodes).text)) {
    if (block.kind === 'paragraph') into.push({ text: block.text, italic: [], plain: true });
    else into.push(block);
  }
}

/** Two columns joined by dots: the left item and its figure make a row. */
function readLeaders(children: readonly XmlNode[], into: FlatBlock[]): void {
  const rows: string[][] = [];
  for (const child of children) {
    const { text } = inlineText(typeof child === 'string' ? [child] : child.children);
    if (text === '') continue;
    const row = rows.at(-1);
    if (typeof child !== 'string' && child.name === 'LDRFIG' && row?.length === 1) row.push(text);
    else rows.push([text]);
  }
  if (rows.length > 0) into.push({ kind: 'table', headerRows: [], rows });
}
