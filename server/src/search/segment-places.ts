import { GrowingBytes, GrowingWords } from './growing-array.ts';
import { type PackedFormat, packArrays, unpackArrays } from './packed-file.ts';
import { packStrings, readString } from './string-table.ts';

/**
 * Where the documents and chunks of a segment are in the store, beside the words of `segment-file.ts`: the revision
 * whose bytes were indexed and the byte range of each chunk. Bytes of a revision never change, so what a query finds
 * is always the text that was indexed, whatever is imported meanwhile.
 */
export interface SegmentPlaces {
  /** Revision of each document. */
  readonly documentRevision: Uint32Array;
  /** 16 bytes for each document: its text and what was made of it. Another stamp in the store means index it anew. */
  readonly documentStamp: Uint8Array;
  /** What filters look at, by document: a number into the facets. */
  readonly documentFacet: Uint32Array;
  readonly facetStart: Uint32Array;
  readonly facetBytes: Uint8Array;
  readonly chunkStart: Uint32Array;
  readonly chunkEnd: Uint32Array;
  /** Section path of each chunk: a number into the paths. */
  readonly chunkPath: Uint32Array;
  readonly pathStart: Uint32Array;
  readonly pathBytes: Uint8Array;
  /** 16 bytes for each chunk: the passage as the encoder reads it. The same passage has the same vector. */
  readonly chunkPassage: Uint8Array;
}

/** Length of a stamp and of a passage's key. 128 bits: two of a billion meet with a chance below 10^-20. */
export const keyBytes = 16;

/** What filters can ask of a document. */
export interface Facets {
  readonly category: string;
  readonly authorities: readonly string[];
  readonly jurisdictions: readonly string[];
}

const format: PackedFormat = { magic: 'PANDPLC', version: 1, sectionCount: 11 };

export function packPlaces(places: SegmentPlaces): SharedArrayBuffer {
  return packArrays(format, [
    places.documentRevision,
    places.documentStamp,
    places.documentFacet,
    places.facetStart,
    places.facetBytes,
    places.chunkStart,
    places.chunkEnd,
    places.chunkPath,
    places.pathStart,
    places.pathBytes,
    places.chunkPassage,
  ]);
}

export function unpackPlaces(buffer: SharedArrayBuffer, check = true): SegmentPlaces {
  const { wide, narrow } = unpackArrays(format, buffer, check);
  return {
    documentRevision: wide(0),
    documentStamp: narrow(1),
    documentFacet: wide(2),
    facetStart: wide(3),
    facetBytes: narrow(4),
    chunkStart: wide(5),
    chunkEnd: wide(6),
    chunkPath: wide(7),
    pathStart: wide(8),
    pathBytes: narrow(9),
    chunkPassage: narrow(10),
  };
}

/** Collects places in the order in which a `SegmentWriter` is given the same documents and chunks. */
export class PlacesWriter {
  readonly #revision = new GrowingWords();
  readonly #stamp = new GrowingBytes();
  readonly #facet = new GrowingWords();
  readonly #facets = new Map<string, number>();
  readonly #start = new GrowingWords();
  readonly #end = new GrowingWords();
  readonly #path = new GrowingWords();
  readonly #paths = new Map<string, number>();
  readonly #passage = new GrowingBytes();

  startDocument(revision: number, stamp: Uint8Array, facets: string): void {
    this.#revision.push(revision);
    this.#stamp.pushAll(stamp.subarray(0, keyBytes));
    this.#facet.push(numberOf(this.#facets, facets));
  }

  addChunk(startByte: number, endByte: number, sectionPath: string, passage: Uint8Array): void {
    this.#start.push(startByte);
    this.#end.push(endByte);
    this.#path.push(numberOf(this.#paths, sectionPath));
    this.#passage.pushAll(passage.subarray(0, keyBytes));
  }

  finish(): SharedArrayBuffer {
    const facets = packStrings(this.#facets.keys());
    const paths = packStrings(this.#paths.keys());
    return packPlaces({
      documentRevision: this.#revision.view(),
      documentStamp: this.#stamp.view(),
      documentFacet: this.#facet.view(),
      facetStart: facets.starts,
      facetBytes: facets.bytes,
      chunkStart: this.#start.view(),
      chunkEnd: this.#end.view(),
      chunkPath: this.#path.view(),
      pathStart: paths.starts,
      pathBytes: paths.bytes,
      chunkPassage: this.#passage.view(),
    });
  }
}

/** Places of the living documents of many segments, in the order in which `mergeSegments` takes them. */
export function mergePlaces(
  segments: readonly { readonly places: SegmentPlaces; readonly documentChunk: Uint32Array }[],
  live: Uint8Array,
): SharedArrayBuffer {
  const writer = new PlacesWriter();
  let document = 0;
  for (const { places, documentChunk } of segments) {
    for (let own = 0; own + 1 < documentChunk.length; own += 1, document += 1) {
      if (live[document] !== 1) continue;
      writer.startDocument(
        places.documentRevision[own] ?? 0,
        keyAt(places.documentStamp, own),
        readFacetText(places, own),
      );
      for (let chunk = documentChunk[own] ?? 0; chunk < (documentChunk[own + 1] ?? 0); chunk += 1) {
        writer.addChunk(
          places.chunkStart[chunk] ?? 0,
          places.chunkEnd[chunk] ?? 0,
          readSectionPath(places, chunk),
          keyAt(places.chunkPassage, chunk),
        );
      }
    }
  }
  return writer.finish();
}

/** The 16 bytes at a place of a list of keys. */
export function keyAt(keys: Uint8Array, at: number): Uint8Array {
  return keys.subarray(at * keyBytes, (at + 1) * keyBytes);
}

export function readSectionPath({ pathStart, pathBytes, chunkPath }: SegmentPlaces, chunk: number): string {
  return readString({ starts: pathStart, bytes: pathBytes }, chunkPath[chunk] ?? 0);
}

/** Every distinct set of facets of a segment; `documentFacet` counts in this order. */
export function readFacets({ facetStart, facetBytes }: SegmentPlaces): Facets[] {
  return Array.from({ length: facetStart.length - 1 }, (_, at) =>
    JSON.parse(readString({ starts: facetStart, bytes: facetBytes }, at)),
  );
}

function readFacetText({ facetStart, facetBytes, documentFacet }: SegmentPlaces, document: number): string {
  return readString({ starts: facetStart, bytes: facetBytes }, documentFacet[document] ?? 0);
}

function numberOf(known: Map<string, number>, text: string): number {
  let number = known.get(text);
  if (number === undefined) {
    number = known.size;
    known.set(text, number);
  }
  return number;
}
