import { endsSentence } from './sentence-ends.ts';
import { isSpace, textBetween, wordStarts } from './utf8-text.ts';

export interface ByteRange {
  readonly startByte: number;
  readonly endByte: number;
}

/** Words a piece aims at: the middle of a chunk's range. Range 150 to 350. */
const pieceWords = 280;
/** How far from the even cut a better place may be: with `pieceWords` no piece passes 370. Range 40 to 120. */
const searchWords = 90;

/**
 * Cuts a block that is too long for one chunk into pieces of nearly equal length, each cut at the best place
 * near the even one: a designator or table row, a sentence end, a clause end, a word, and for text without
 * a space a character. The white space at a cut lies in no piece.
 */
export function splitBlock(
  bytes: Uint8Array,
  block: ByteRange,
  designators: ReadonlySet<number>,
): ByteRange[] {
  const starts = wordStarts(bytes, block.startByte, block.endByte);
  const places = placesIn(bytes, starts, designators);
  const pieces: ByteRange[] = [];
  let from = 0;
  while (starts.length - from > pieceWords) {
    const left = starts.length - from;
    const even = from + Math.round(left / Math.ceil(left / pieceWords));
    const cut = nearestPlace(even, places);
    pieces.push(trimmed(bytes, starts[from] ?? 0, starts[cut] ?? 0));
    from = cut;
  }
  pieces.push(trimmed(bytes, starts[from] ?? block.startByte, block.endByte));
  return pieces;
}

/** Whether a block may be cut before its nth word. */
type Place = (word: number) => boolean;

/** The kinds of place, best first. */
function placesIn(
  bytes: Uint8Array,
  starts: readonly number[],
  designators: ReadonlySet<number>,
): readonly Place[] {
  const start = (word: number) => starts[word] ?? 0;
  const wordEnd = (word: number) => trimmed(bytes, start(word), start(word + 1)).endByte;
  const lastByte = (word: number) => bytes[wordEnd(word) - 1] ?? 0;
  const wordAt = (word: number) => textBetween(bytes, start(word), wordEnd(word));
  const afterSpace = (word: number) => isSpace(bytes[start(word) - 1]);
  return [
    (word) => bytes[start(word) - 1] === lineFeed || designators.has(start(word)),
    (word) =>
      afterSpace(word) && mayEndSentence(lastByte(word - 1)) && endsSentence(wordAt(word - 1), wordAt(word)),
    (word) => afterSpace(word) && (lastByte(word - 1) === semicolon || lastByte(word - 1) === colon),
    // Not between the parts of a citation: `12 CFR`, `section 5`, `paragraph (2)`, `§ 7`, `No. 7`, `U.S.C. 1`.
    (word) => afterSpace(word) && isLowerCase(lastByte(word - 1)) && isLowerCase(bytes[start(word)]),
    afterSpace,
  ];
}

/** The word of the best kind in reach, the nearest of its kind. */
function nearestPlace(even: number, places: readonly Place[]): number {
  for (const isPlace of places) {
    for (let distance = 0; distance <= searchWords; distance += 1) {
      if (isPlace(even - distance)) return even - distance;
      if (isPlace(even + distance)) return even + distance;
    }
  }
  return even;
}

const lineFeed = 0x0a;
const colon = 0x3a;
const semicolon = 0x3b;

/** A mark, a closing quote or bracket, or a byte of one that is not ASCII: the few words worth decoding. */
function mayEndSentence(byte: number): boolean {
  return byte >= 0x80 || '.?!"\')]'.includes(String.fromCharCode(byte));
}

function isLowerCase(byte = 0): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

function trimmed(bytes: Uint8Array, startByte: number, endByte: number): ByteRange {
  let end = endByte;
  while (end > startByte && isSpace(bytes[end - 1])) end -= 1;
  return { startByte, endByte: end };
}
