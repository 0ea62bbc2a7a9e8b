import { type PackedFormat, packArrays, unpackArrays } from './packed-file.ts';

/** The version of a segment's form; `packed-file.ts` says how it lies on the disk. */
export const formatVersion = 1;

/** Every section in file order; a new one is added at the end and raises the format version. */
const sections = [
  ['chunkDocument', 4],
  ['chunkLength', 4],
  ['chunkHeading', 4],
  ['forwardStart', 4],
  ['forward', 1],
  ['headingStart', 4],
  ['headingTokens', 1],
  ['postingStart', 4],
  ['postingChunk', 4],
  ['postingCount', 1],
  ['termStart', 4],
  ['termBytes', 1],
  ['surfaceTerm', 4],
  ['surfaceSecondTerm', 4],
  ['surfaceOrder', 4],
  ['surfaceStart', 4],
  ['surfaceBytes', 1],
  ['documentChunk', 4],
  ['documentKeyStart', 4],
  ['documentKeyBytes', 1],
  ['pathStart', 4],
  ['pathBytes', 1],
  ['acronymBytes', 1],
] as const;

type SectionName = (typeof sections)[number][0];
type ByteSection = Extract<(typeof sections)[number], readonly [string, 1]>[0];
export type SegmentArrays = {
  readonly [Name in SectionName]: Name extends ByteSection ? Uint8Array : Uint32Array;
};

const format: PackedFormat = {
  magic: 'PANDSEG',
  version: formatVersion,
  sectionCount: sections.length,
};

/** Lays arrays out as one buffer that can be written to a file as it is. */
export function packSegment(arrays: SegmentArrays): SharedArrayBuffer {
  return packArrays(
    format,
    sections.map(([name]) => arrays[name]),
  );
}

/** Views into a buffer; throws a `PackedFileError` where it is not a whole segment of this version. */
export function unpackSegment(buffer: SharedArrayBuffer, check = true): SegmentArrays {
  const views = unpackArrays(format, buffer, check);
  const wide = (name: Exclude<SectionName, ByteSection>) =>
    views.wide(sections.findIndex(([one]) => one === name));
  const narrow = (name: ByteSection) => views.narrow(sections.findIndex(([one]) => one === name));
  return {
    chunkDocument: wide('chunkDocument'),
    chunkLength: wide('chunkLength'),
    chunkHeading: wide('chunkHeading'),
    forwardStart: wide('forwardStart'),
    forward: narrow('forward'),
    headingStart: wide('headingStart'),
    headingTokens: narrow('headingTokens'),
    postingStart: wide('postingStart'),
    postingChunk: wide('postingChunk'),
    postingCount: narrow('postingCount'),
    termStart: wide('termStart'),
    termBytes: narrow('termBytes'),
    surfaceTerm: wide('surfaceTerm'),
    surfaceSecondTerm: wide('surfaceSecondTerm'),
    surfaceOrder: wide('surfaceOrder'),
    surfaceStart: wide('surfaceStart'),
    surfaceBytes: narrow('surfaceBytes'),
    documentChunk: wide('documentChunk'),
    documentKeyStart: wide('documentKeyStart'),
    documentKeyBytes: narrow('documentKeyBytes'),
    pathStart: wide('pathStart'),
    pathBytes: narrow('pathBytes'),
    acronymBytes: narrow('acronymBytes'),
  };
}
