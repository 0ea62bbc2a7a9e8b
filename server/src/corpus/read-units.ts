import type { BlockSpan, FlatDocument } from './flat-document.ts';
import { flushDepth, type Unit } from './group-units.ts';
import { aboveAll, type SectionPaths } from './section-path.ts';
import { splitBlock } from './split-block.ts';
import { isFirstDesignator, type TocEntry } from './table-of-contents.ts';
import { countWords } from './utf8-text.ts';

/** A longer paragraph or table is cut; a shorter one is worth more whole. Range 350 to 600. */
const maxBlockWords = 450;
/** Levels below this break like this one. Law nests 6 deep under at most 6 headings. */
const maxDepth = 20;

/** The units of a document in order: its blocks, over-long ones cut, each with the strength of the break before it. */
export function readUnits(flat: FlatDocument, sections: SectionPaths): Unit[] {
  const { bytes, tableOfContents } = flat;
  const proseSections = findProseSections(flat, sections);
  const units: Unit[] = [];
  let section = aboveAll;
  let nextEntry = 0;
  /** The list now open hangs from undesignated text, a definition say: it is a part of that text. */
  let hanging = false;
  let afterProse = false;

  const enterNext = () => {
    section = nextEntry;
    const path = tableOfContents[nextEntry]?.path;
    if (path?.length === 1 && isFirstDesignator(path[0])) {
      hanging = afterProse && proseSections.has(sections.parent(section));
    }
    afterProse = false;
    nextEntry += 1;
  };

  for (const span of flat.spans) {
    section = sections.find(span.tocId);
    for (const { startByte, endByte } of piecesOf(flat, span, nextEntry)) {
      while (startOf(tableOfContents, nextEntry) < startByte) enterNext();
      const place = { startByte, endByte, words: countWords(bytes, startByte, endByte) };
      const opened = tableOfContents[nextEntry];
      if (opened?.startByte === startByte) {
        enterNext();
        const depth = Math.min(opened.level + (hanging ? 1 : 0), maxDepth);
        units.push({ ...place, depth, citable: !hanging && isCitable(opened), section });
      } else {
        const isProse = span.kind === 'paragraph' && proseSections.has(section);
        const depth = isProse ? Math.min(sections.level(section) + 1, maxDepth) : flushDepth;
        units.push({ ...place, depth: span.kind === 'title' ? 0 : depth, citable: false, section });
        if (isProse) hanging = false;
        afterProse = isProse;
      }
    }
    while (startOf(tableOfContents, nextEntry) < span.endByte) enterNext();
  }
  return units;
}

/**
 * The document or headings whose own undesignated text goes on after a list: sections of definitions, and
 * handbooks. There the text is the structure, and a list a part of the paragraph before it.
 */
function findProseSections({ spans, tableOfContents }: FlatDocument, sections: SectionPaths): Set<number> {
  const withList = new Set<number>();
  const found = new Set<number>();
  let nextEntry = 0;
  for (const span of spans) {
    const section = sections.find(span.tocId);
    if (
      span.kind === 'paragraph' &&
      withList.has(section) &&
      startOf(tableOfContents, nextEntry) > span.startByte
    ) {
      found.add(section);
    }
    for (; startOf(tableOfContents, nextEntry) < span.endByte; nextEntry += 1) {
      if (tableOfContents[nextEntry]?.path?.length === 1) withList.add(sections.parent(nextEntry));
    }
  }
  return found;
}

function piecesOf({ bytes, tableOfContents }: FlatDocument, span: BlockSpan, firstEntry: number) {
  if (countWords(bytes, span.startByte, span.endByte) <= maxBlockWords) return [span];
  const designators = new Set<number>();
  for (let entry = firstEntry; startOf(tableOfContents, entry) < span.endByte; entry += 1) {
    designators.add(startOf(tableOfContents, entry));
  }
  return splitBlock(bytes, span, designators);
}

export function startOf(entries: readonly TocEntry[], index: number): number {
  return entries[index]?.startByte ?? Number.POSITIVE_INFINITY;
}

function isCitable(entry: TocEntry): boolean {
  return entry.path === undefined || entry.path.length === 1;
}
