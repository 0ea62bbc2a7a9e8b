import type { FlatDocument } from './flat-document.ts';
import { groupUnits } from './group-units.ts';
import { readUnits, startOf } from './read-units.ts';
import { aboveAll, SectionPaths } from './section-path.ts';

/** A verbatim excerpt, the unit of search: a byte range of the text and where it lives. */
export interface Chunk {
  readonly startByte: number;
  readonly endByte: number;
  /** `Regulation E (12 CFR 1005) > 1005.11 Procedures for resolving errors > (c) Time limits` */
  readonly sectionPath: string;
  /** The innermost entry of the table of contents that holds the whole chunk. */
  readonly tocId?: string;
  /** Designators of the innermost provision that holds the whole chunk. */
  readonly path?: readonly string[];
}

/**
 * Cuts a document into chunks: whole blocks in order, none twice, none left out. Only an over-long block is
 * cut inside (`splitBlock`); which blocks go together is for `groupUnits`.
 */
export function chunkDocument(flat: FlatDocument): Chunk[] {
  const sections = new SectionPaths(flat);
  const units = readUnits(flat, sections);
  const entries = flat.tableOfContents;
  let nextEntry = 0;
  return groupUnits(units).map(({ from, to }) => {
    const startByte = units[from]?.startByte ?? 0;
    const endByte = units[to - 1]?.endByte ?? startByte;
    let section = units[from]?.section ?? aboveAll;
    for (let at = from + 1; at < to; at += 1) {
      section = sections.common(section, units[at]?.section ?? aboveAll);
    }
    for (; startOf(entries, nextEntry) < endByte; nextEntry += 1) {
      if (startOf(entries, nextEntry) > startByte) section = sections.common(section, nextEntry);
    }
    return { startByte, endByte, ...sections.describe(section) };
  });
}
