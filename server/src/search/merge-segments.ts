import { noTerm, SegmentWriter } from './build-segment.ts';
import type { SegmentArrays } from './segment-file.ts';
import { readString } from './string-table.ts';
import type { Token } from './tokenize.ts';

/**
 * One segment of the living documents of many, in the order given: the words come from the segments themselves, so
 * neither texts nor a tokenizer are needed. `live` is what `openIndex` takes.
 */
export function mergeSegments(segments: readonly SegmentArrays[], live: Uint8Array): SharedArrayBuffer {
  const writer = new SegmentWriter();
  let document = 0;
  for (const [number, arrays] of segments.entries()) {
    const token = tokenReader(arrays);
    for (let own = 0; own + 1 < arrays.documentChunk.length; own += 1, document += 1) {
      if (live[document] !== 1) continue;
      writer.startDocument(
        readString({ starts: arrays.documentKeyStart, bytes: arrays.documentKeyBytes }, own),
      );
      const end = arrays.documentChunk[own + 1] ?? 0;
      for (let chunk = arrays.documentChunk[own] ?? 0; chunk < end; chunk += 1) {
        const heading = arrays.chunkHeading[chunk] ?? 0;
        const path = readString({ starts: arrays.pathStart, bytes: arrays.pathBytes }, chunk);
        writer.startChunk(`${number}/${heading}`, path, () =>
          readList(arrays.headingTokens, arrays.headingStart, heading).map(token),
        );
        for (const surface of readList(arrays.forward, arrays.forwardStart, chunk)) {
          writer.addToken(token(surface));
        }
      }
    }
    for (const use of JSON.parse(Buffer.from(arrays.acronymBytes.slice()).toString('utf8'))) {
      writer.addAcronym(use);
    }
  }
  return writer.finish();
}

/** Tokens by surface number, each made once. */
function tokenReader(arrays: SegmentArrays): (surface: number) => Token {
  const known: (Token | undefined)[] = [];
  return (surface) => {
    const made = known[surface];
    if (made) return made;
    const terms = [arrays.surfaceTerm[surface] ?? noTerm, arrays.surfaceSecondTerm[surface] ?? noTerm];
    const token = {
      surface: readString({ starts: arrays.surfaceStart, bytes: arrays.surfaceBytes }, surface),
      terms: terms
        .filter((term) => term !== noTerm)
        .map((term) => readString({ starts: arrays.termStart, bytes: arrays.termBytes }, term)),
    };
    known[surface] = token;
    return token;
  };
}

/** Numbers of one entry of a list of varints. */
function readList(bytes: Uint8Array, starts: Uint32Array, entry: number): number[] {
  const found: number[] = [];
  let value = 0;
  let shift = 0;
  for (let at = starts[entry] ?? 0; at < (starts[entry + 1] ?? 0); at += 1) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    found.push(value);
    value = 0;
    shift = 0;
  }
  return found;
}
