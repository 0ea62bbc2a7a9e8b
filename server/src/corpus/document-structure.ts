import type { Chunk } from './chunk-document.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { aboveAll, SectionPaths } from './section-path.ts';
import type { TocEntry } from './table-of-contents.ts';

/** What points into a text and where it stands: all of a document but its facts and its bytes. */
export type DocumentStructure = Pick<PreparedDocument, 'container' | 'label' | 'tableOfContents' | 'chunks'>;

/** An entry's path: absent, its parent's with one designator more, or all of it. */
type WrittenPath = 0 | string | readonly string[];
/** One list of values and not of objects: half the bytes, and half the time to write and to read. */
type WrittenStructure = readonly [
  container: readonly string[],
  label: string,
  /** By fives: id, title, first byte, place of the parent, path. */
  toc: readonly (string | number | WrittenPath)[],
  /** By threes: first byte, end, place in the table of contents. */
  chunks: readonly number[],
];

const tocFields = 5;
const chunkFields = 3;

/** Writes down only what cannot be worked out: section paths, levels and the beginnings of paths can. */
export function writeStructure({ container, label, tableOfContents, chunks }: DocumentStructure): string {
  const places = new Map<string, number>();
  const toc: (string | number | WrittenPath)[] = [];
  for (const entry of tableOfContents) {
    const parent = entry.parentId === undefined ? aboveAll : (places.get(entry.parentId) ?? aboveAll);
    const written = writePath(entry.path, tableOfContents[parent]?.path);
    toc.push(entry.id, entry.title, entry.startByte, parent, written);
    places.set(entry.id, places.size);
  }
  const cuts: number[] = [];
  for (const { startByte, endByte, tocId } of chunks) {
    cuts.push(startByte, endByte, tocId === undefined ? aboveAll : (places.get(tocId) ?? aboveAll));
  }
  const written: WrittenStructure = [container, label, toc, cuts];
  return JSON.stringify(written);
}

/** All but the chunks, which only search and checks need and which take longest. */
export function readContents(text: string): Omit<DocumentStructure, 'chunks'> {
  return contentsOf(parse(text));
}

export function readStructure(text: string, facts: PreparedDocument['facts']): DocumentStructure {
  const written = parse(text);
  const contents = contentsOf(written);
  const sections = new SectionPaths({ ...contents, facts });
  const cuts = written[3];
  const chunks: Chunk[] = [];
  for (let at = 0; at < cuts.length; at += chunkFields) {
    const [startByte = 0, endByte = 0, section = aboveAll] = cuts.slice(at, at + chunkFields);
    chunks.push({ startByte, endByte, ...sections.describe(section) });
  }
  return { ...contents, chunks };
}

/** Written by this program from a checked document; anything else fails here or in `verify`. */
function parse(text: string): WrittenStructure {
  return JSON.parse(text);
}

function contentsOf([container, label, toc]: WrittenStructure): Omit<DocumentStructure, 'chunks'> {
  const tableOfContents: TocEntry[] = [];
  for (let at = 0; at < toc.length; at += tocFields) {
    const [id, title, startByte, place, written] = toc.slice(at, at + tocFields);
    const parent = tableOfContents[Number(place)];
    const path = readPath(written, parent?.path);
    tableOfContents.push({
      id: String(id),
      title: String(title),
      level: (parent?.level ?? 0) + 1,
      startByte: Number(startByte),
      ...(parent && { parentId: parent.id }),
      ...(path && { path }),
    });
  }
  return { container, label, tableOfContents };
}

function writePath(path: readonly string[] | undefined, above: readonly string[] = []): WrittenPath {
  if (!path) return 0;
  const last = path.at(-1);
  const goesOn = path.length === above.length + 1 && above.every((designator, i) => designator === path[i]);
  return goesOn && last !== undefined ? last : path;
}

function readPath(
  written: string | number | WrittenPath | undefined,
  above: readonly string[] = [],
): readonly string[] | undefined {
  if (typeof written === 'string') return [...above, written];
  return typeof written === 'number' ? undefined : written;
}
