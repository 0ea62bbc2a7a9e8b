import type { BlockSpan, FlatDocument } from '../corpus/flat-document.ts';
import {
  buildTableOfContents,
  headingId,
  isFirstDesignator,
  provisionId,
  provisionTitle,
} from '../corpus/table-of-contents.ts';
import { isSpace } from '../corpus/utf8-text.ts';
import { BlockWriter } from './block-writer.ts';
import { describeOutline, type NamedDraft } from './describe-outline.ts';
import type { Block, Heading, Outline, Paragraph, Provision } from './outline.ts';
import { flushOwner, keepForHeading, keepForProvision, type OpenSection } from './section-stack.ts';
import { tableText } from './table-text.ts';

/** Spans are recorded before ids are known: they name their entry by its place among the drafts. */
interface SpanDraft extends Omit<BlockSpan, 'tocId'> {
  readonly section: number | undefined;
}

/** Writes the plain text of a document, once, and records where everything in it begins as it is written. */
export function flattenOutline(outline: Outline): FlatDocument {
  const writer = new BlockWriter();
  const drafts: NamedDraft[] = [];
  const spans: SpanDraft[] = [];
  const nextPaths = pathsAhead(outline.blocks);
  const restarts = blocksWithRestarts(outline.blocks);
  let open: OpenSection[] = [];
  /** The text before awaits what follows: see FlushPlace. */
  let announces = false;
  let flushSection: number | undefined;
  let previousWasFlush = false;

  const write = (text: string, kind: BlockSpan['kind'], section: number | undefined) => {
    const startByte = writer.nextByte;
    writer.write(text);
    spans.push({ startByte, endByte: writer.endByte, kind, section });
    announces = text.endsWith(':');
  };

  const addEntry = (draft: Omit<NamedDraft, 'level' | 'parent'>, section: Omit<OpenSection, 'index'>) => {
    const parent = open.at(-1)?.index;
    const level = parent === undefined ? 1 : (drafts[parent]?.level ?? 0) + 1;
    const index = drafts.push({ ...draft, level, parent }) - 1;
    open.push({ ...section, index });
    return index;
  };

  const writeHeading = (heading: Heading, text: string, nextPath: readonly string[] | undefined) => {
    open = keepForHeading(open, heading.level, nextPath);
    const wantedId = headingId(text, heading.id);
    const draft = { wantedId, title: text, heading: text, startByte: writer.nextByte };
    write(text, 'heading', addEntry(draft, { headingLevel: heading.level }));
    previousWasFlush = false;
  };

  const writeParagraph = (paragraph: Paragraph, text: string, listsRestart: boolean) => {
    const cutBefore = spaceBefore(paragraph.text);
    // A run of flush paragraphs belongs together: the first of them decides.
    if (!previousWasFlush) {
      flushSection = flushOwner(open, { announced: announces, listsRestart })?.index;
    }
    let section = flushSection;
    let atChar = 0;
    let atByte = writer.nextByte;
    const { opens } = paragraph;
    for (let order = 0; order < opens.length; order += 1) {
      const provision = opens[order];
      if (!provision) continue;
      const at = designatorStart(text, provision.at - cutBefore, atChar);
      if (at > atChar) atByte += Buffer.byteLength(text.slice(atChar, at));
      atChar = at;
      open = keepForProvision(open, provision.path);
      const entry = addEntry(provisionDraft(provision, text, at, atByte), { path: provision.path });
      if (order === 0 && at === 0) section = entry;
    }
    write(text, 'paragraph', section);
    announces ||= endsInHeading(text, opens.at(-1));
    previousWasFlush = opens.length === 0;
  };

  const title = trimSpace(outline.heading);
  if (title !== '') write(title, 'title', undefined);
  for (const [index, block] of outline.blocks.entries()) {
    const text = block.kind === 'table' ? tableText(block) : trimSpace(block.text);
    if (text === '') continue;
    if (block.kind === 'heading') writeHeading(block, text, nextPaths[index]);
    else if (block.kind === 'table') write(text, 'table', open.at(-1)?.index);
    else writeParagraph(block, text, restarts.has(index));
  }

  const tableOfContents = buildTableOfContents(drafts);
  const {
    externalId,
    category,
    title: name,
    authorities,
    jurisdictions,
    sourceUrl,
    attributes,
  } = outline.facts;
  const description = outline.facts.description ?? describeOutline(outline, drafts);
  return {
    facts: {
      externalId,
      category,
      title: name,
      authorities,
      jurisdictions,
      sourceUrl,
      attributes,
      description,
    },
    edition: outline.edition,
    ...(outline.editionDate === undefined ? {} : { editionDate: outline.editionDate }),
    container: outline.container,
    label: outline.label,
    bytes: writer.toBytes(),
    tableOfContents,
    spans: spans.map(({ startByte, endByte, kind, section }) => {
      const tocId = section === undefined ? undefined : tableOfContents[section]?.id;
      return tocId === undefined ? { startByte, endByte, kind } : { startByte, endByte, kind, tocId };
    }),
  };
}

function provisionDraft(provision: Provision, text: string, at: number, startByte: number) {
  const title = provisionTitle(printedDesignator(text, at, provision), provision.heading);
  const heading = provision.heading === undefined ? {} : { heading: provision.heading };
  return { wantedId: provisionId(provision.path), title, startByte, path: provision.path, ...heading };
}

/** `(c)` in regulations; comments and appendices print `1.` or `A.`; a misnumbered source is shown as it is. */
function printedDesignator(text: string, at: number, { path }: Provision): string {
  const designator = path.at(-1) ?? '';
  const bracketed = `(${designator})`;
  if (text.startsWith(bracketed, at)) return bracketed;
  const known = [`${designator}.`, `${designator})`].find((mark) => text.startsWith(mark, at));
  const printed = /^(?:\([A-Za-z0-9]{1,6}\)|[A-Za-z0-9]{1,6}[.)])/.exec(text.slice(at, at + 8))?.[0];
  return known ?? printed ?? bracketed;
}

/** Statutes print a provision's heading on a line of its own. */
function endsInHeading(text: string, provision: Provision | undefined): boolean {
  const heading = provision?.heading;
  return heading !== undefined && (text.endsWith(heading) || text.endsWith(`${heading}.`));
}

/** For each block, the path of the first provision that begins after it. */
function pathsAhead(blocks: readonly Block[]): (readonly string[] | undefined)[] {
  const ahead: (readonly string[] | undefined)[] = [];
  let next: readonly string[] | undefined;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    ahead.push(next);
    if (block?.kind === 'paragraph') next = block.opens[0]?.path ?? next;
  }
  return ahead.reverse();
}

/** The blocks under headings (or under none) where top-level lists begin more than once. */
function blocksWithRestarts(blocks: readonly Block[]): Set<number> {
  const found = new Set<number>();
  let scope: number[] = [];
  let lists = 0;
  const close = () => {
    if (lists > 1) for (const index of scope) found.add(index);
    scope = [];
    lists = 0;
  };
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') close();
    scope.push(index);
    if (block.kind !== 'paragraph') continue;
    lists += block.opens.filter(({ path }) => path.length === 1 && isFirstDesignator(path[0])).length;
  }
  close();
  return found;
}

/** Keeps an offset in the text, in order, and off the middle of a surrogate pair. */
function designatorStart(text: string, at: number, earliest: number): number {
  const start = Math.min(Math.max(at, earliest), text.length);
  const unit = text.charCodeAt(start);
  const splitsPair = unit >= 0xdc00 && unit <= 0xdfff && start > earliest;
  return splitsPair ? start - 1 : start;
}

/** Only ASCII white space: a no-break space at the edge of a block is the publisher's. */
function trimSpace(text: string): string {
  const start = spaceBefore(text);
  let end = text.length;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function spaceBefore(text: string): number {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  return start;
}
