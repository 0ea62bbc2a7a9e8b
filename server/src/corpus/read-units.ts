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

  const addUnit = (kind: BlockSpan['kind'], startByte: number, endByte: number, words: number) => {
    while (startOf(tableOfContents, nextEntry) < startByte) enterNext();
    const opened = tableOfContents[nextEntry];
    if (opened?.startByte === startByte) {
      enterNext();
      const depth = Math.min(opened.level + (hanging ? 1 : 0), maxDepth);
      units.push({ startByte, endByte, words, depth, citable: !hanging && isCitable(opened), section });
      return;
    }
    const isProse = kind === 'paragraph' && proseSections.has(section);
    const flush = isProse ? Math.min(sections.level(section) + 1, maxDepth) : flushDepth;
    const depth = kind === 'title' ? 0 : flush;
    units.push({ startByte, endByte, words, depth, citable: false, section });
    if (isProse) hanging = false;
    afterProse = isProse;
  };

  for (const span of flat.spans) {
    section = sections.find(span.tocId);
    const words = countWords(bytes, span.startByte, span.endByte);
    if (words <= maxBlockWords) addUnit(span.kind, span.startByte, span.endByte, words);
    else {
      for (const { startByte, endByte } of splitBlock(bytes, span, designatorsIn(flat, span, nextEntry))) {
        addUnit(span.kind, startByte, endByte, countWords(bytes, startByte, endByte));
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

function designatorsIn({ tableOfContents }: FlatDocument, span: BlockSpan, firstEntry: number): Set<number> {
  const designators = new Set<number>();
  for (let entry = firstEntry; startOf(tableOfContents, entry) < span.endByte; entry += 1) {
    designators.add(startOf(tableOfContents, entry));
  }
  return designators;
}

export function startOf(entries: readonly TocEntry[], index: number): number {
  return entries[index]?.startByte ?? Number.POSITIVE_INFINITY;
}

function isCitable(entry: TocEntry): boolean {
  return entry.path === undefined || entry.path.length === 1;
}
