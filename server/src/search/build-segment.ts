import { type AcronymUse, mineAcronyms } from './acronyms.ts';
import { GrowingBytes, GrowingWords } from './growing-array.ts';
import { packSegment } from './segment-file.ts';
import { compareBytes, packStrings } from './string-table.ts';
import type { Token, Tokenizer } from './tokenize.ts';

/** What of a chunk is indexed. */
export interface IndexedChunk {
  readonly text: string;
  /** The section path, or whatever stands above the text. */
  readonly heading: string;
  /** Designators of its provision: `c/2/i`; empty for none. */
  readonly path: string;
}

export interface IndexedDocument {
  /** What the caller knows it by, unique in an index: `12-cfr-1005-11`. */
  readonly key: string;
  readonly chunks: readonly IndexedChunk[];
}

/** No term. */
export const noTerm = 0xffffffff;

/** A term's count in a chunk is kept in a byte; BM25 tells 255 from 300 by less than one step of an impact. */
const maxCount = 255;

/** Indexes documents once, in the order given; the segment never changes afterwards. */
export function buildSegment(documents: Iterable<IndexedDocument>, tokenizer: Tokenizer): SharedArrayBuffer {
  const writer = new SegmentWriter();
  for (const { key, chunks } of documents) {
    writer.startDocument(key);
    for (const chunk of chunks) writeChunk(writer, chunk, tokenizer);
  }
  return writer.finish();
}

/** Adds a chunk to the document that was started last. */
export function writeChunk(
  writer: SegmentWriter,
  { text, heading, path }: IndexedChunk,
  tokenizer: Tokenizer,
): void {
  writer.startChunk(heading, path, () => tokenizer.tokens(heading));
  for (const token of tokenizer.tokens(text)) writer.addToken(token);
  mineAcronyms(text, writer.acronyms);
}

/** Collects token streams, from texts or from segments that are merged, and lays them out. */
export class SegmentWriter {
  readonly acronyms = new Map<string, AcronymUse>();
  readonly #surfaces = new Map<string, number>();
  readonly #uses: number[] = [];
  readonly #surfaceTerms: (readonly string[])[] = [];
  readonly #body = new GrowingWords();
  readonly #bodyStart = new GrowingWords();
  readonly #headings = new Map<string, number>();
  readonly #headingBody = new GrowingWords();
  readonly #headingStart = new GrowingWords();
  readonly #chunkDocument = new GrowingWords();
  readonly #chunkHeading = new GrowingWords();
  readonly #documentChunk = new GrowingWords();
  readonly #keys: string[] = [];
  readonly #paths: string[] = [];

  get chunkCount(): number {
    return this.#chunkDocument.length;
  }

  startDocument(key: string): void {
    this.#documentChunk.push(this.#chunkDocument.length);
    this.#keys.push(key);
  }

  /** `heading` tells headings apart; its tokens are asked for once. */
  startChunk(heading: string, path: string, headingTokens: () => Iterable<Token>): void {
    let id = this.#headings.get(heading);
    if (id === undefined) {
      id = this.#headings.size;
      this.#headings.set(heading, id);
      this.#headingStart.push(this.#headingBody.length);
      for (const token of headingTokens()) this.#headingBody.push(this.#surface(token));
    }
    this.#bodyStart.push(this.#body.length);
    this.#chunkDocument.push(this.#keys.length - 1);
    this.#chunkHeading.push(id);
    this.#paths.push(path);
  }

  addAcronym({ short, long, uses }: AcronymUse): void {
    const key = `${short}\n${long}`;
    this.acronyms.set(key, { short, long, uses: uses + (this.acronyms.get(key)?.uses ?? 0) });
  }

  addToken(token: Token): void {
    this.#body.push(this.#surface(token));
  }

  #surface({ surface, terms }: Token): number {
    const known = this.#surfaces.get(surface);
    if (known !== undefined) {
      this.#uses[known] = (this.#uses[known] ?? 0) + 1;
      return known;
    }
    this.#surfaces.set(surface, this.#surfaceTerms.length);
    this.#uses.push(1);
    return this.#surfaceTerms.push(terms) - 1;
  }

  finish(): SharedArrayBuffer {
    this.#documentChunk.push(this.#chunkDocument.length);
    this.#bodyStart.push(this.#body.length);
    this.#headingStart.push(this.#headingBody.length);
    const ranks = rankByUse(this.#uses);
    const terms = sortedTerms(this.#surfaceTerms);
    const count = ranks.length;
    const surfaceTerm = new Uint32Array(count).fill(noTerm);
    const surfaceSecondTerm = new Uint32Array(count).fill(noTerm);
    const ranked: string[] = new Array(count).fill('');
    for (const [name, id] of this.#surfaces) {
      const rank = ranks[id] ?? 0;
      ranked[rank] = name;
      const [first, second] = this.#surfaceTerms[id] ?? [];
      if (first !== undefined) surfaceTerm[rank] = terms.get(first) ?? noTerm;
      if (second !== undefined) surfaceSecondTerm[rank] = terms.get(second) ?? noTerm;
    }
    const body = this.#body.view();
    const bodyStart = this.#bodyStart.view();
    const forward = packForward(body, bodyStart, ranks);
    const heading = packForward(this.#headingBody.view(), this.#headingStart.view(), ranks);
    const postings = invert(body, bodyStart, ranks, surfaceTerm, surfaceSecondTerm, terms.size);
    const surfaceTable = packStrings(ranked);
    const termTable = packStrings(terms.keys());
    const keyTable = packStrings(this.#keys);
    const pathTable = packStrings(this.#paths);
    return packSegment({
      chunkDocument: this.#chunkDocument.view(),
      chunkLength: postings.lengths,
      chunkHeading: this.#chunkHeading.view(),
      forwardStart: forward.starts,
      forward: forward.bytes,
      headingStart: heading.starts,
      headingTokens: heading.bytes,
      postingStart: postings.starts,
      postingChunk: postings.chunks,
      postingCount: postings.counts,
      termStart: termTable.starts,
      termBytes: termTable.bytes,
      surfaceTerm,
      surfaceSecondTerm,
      surfaceOrder: sortedOrder(ranked),
      surfaceStart: surfaceTable.starts,
      surfaceBytes: surfaceTable.bytes,
      documentChunk: this.#documentChunk.view(),
      documentKeyStart: keyTable.starts,
      documentKeyBytes: keyTable.bytes,
      pathStart: pathTable.starts,
      pathBytes: pathTable.bytes,
      acronymBytes: Buffer.from(JSON.stringify([...this.acronyms.values()]), 'utf8'),
    });
  }
}

/** The most used surface form gets 0, so that most tokens of the forward list take one byte. */
function rankByUse(uses: readonly number[]): Uint32Array {
  const order = [...uses.keys()].sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || a - b);
  const ranks = new Uint32Array(uses.length);
  for (const [rank, id] of order.entries()) ranks[id] = rank;
  return ranks;
}

function sortedTerms(surfaceTerms: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const distinct = [...new Set(surfaceTerms.flat())].map((term) => ({
    term,
    bytes: Buffer.from(term, 'utf8'),
  }));
  distinct.sort((a, b) => compareBytes(a.bytes, b.bytes));
  return new Map(distinct.map(({ term }, index) => [term, index]));
}

function sortedOrder(names: readonly string[]): Uint32Array {
  const entries = names.map((name, index) => ({ index, bytes: Buffer.from(name, 'utf8') }));
  entries.sort((a, b) => compareBytes(a.bytes, b.bytes));
  return Uint32Array.from(entries, ({ index }) => index);
}

function packForward(
  body: Uint32Array,
  starts: Uint32Array,
  ranks: Uint32Array,
): { readonly starts: Uint32Array; readonly bytes: Uint8Array } {
  const bytes = new GrowingBytes();
  const packedStarts = new Uint32Array(starts.length);
  for (let item = 0; item + 1 < starts.length; item += 1) {
    packedStarts[item] = bytes.length;
    for (let at = starts[item] ?? 0; at < (starts[item + 1] ?? 0); at += 1) {
      bytes.pushVarint(ranks[body[at] ?? 0] ?? 0);
    }
  }
  packedStarts[starts.length - 1] = bytes.length;
  return { starts: packedStarts, bytes: bytes.view() };
}

/** Counting sort: how many chunks each term has, then each chunk into its place, ascending within a term. */
function invert(
  body: Uint32Array,
  starts: Uint32Array,
  ranks: Uint32Array,
  firstTerm: Uint32Array,
  secondTerm: Uint32Array,
  termCount: number,
) {
  const chunkCount = starts.length - 1;
  const lengths = new Uint32Array(chunkCount);
  const documentCounts = new Uint32Array(termCount + 1);
  const countHere = new Uint32Array(termCount);
  const touched = new GrowingWords();
  const count = (term: number): void => {
    if (countHere[term] === 0) touched.push(term);
    countHere[term] = (countHere[term] ?? 0) + 1;
  };
  const visit = (chunk: number, emit: (term: number, count: number) => void): void => {
    touched.length = 0;
    let length = 0;
    for (let at = starts[chunk] ?? 0; at < (starts[chunk + 1] ?? 0); at += 1) {
      const rank = ranks[body[at] ?? 0] ?? 0;
      const first = firstTerm[rank] ?? noTerm;
      if (first === noTerm) continue;
      length += 1;
      count(first);
      const second = secondTerm[rank] ?? noTerm;
      if (second !== noTerm) count(second);
    }
    lengths[chunk] = length;
    for (const term of touched.view()) {
      emit(term, Math.min(maxCount, countHere[term] ?? 0));
      countHere[term] = 0;
    }
  };
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    visit(chunk, (term) => {
      documentCounts[term + 1] = (documentCounts[term + 1] ?? 0) + 1;
    });
  }
  const postingStart = documentCounts;
  for (let term = 0; term < termCount; term += 1) {
    postingStart[term + 1] = (postingStart[term + 1] ?? 0) + (postingStart[term] ?? 0);
  }
  const total = postingStart[termCount] ?? 0;
  const chunks = new Uint32Array(total);
  const counts = new Uint8Array(total);
  const next = postingStart.slice();
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    visit(chunk, (term, count) => {
      const at = next[term] ?? 0;
      chunks[at] = chunk;
      counts[at] = count;
      next[term] = at + 1;
    });
  }
  return { lengths, starts: postingStart, chunks, counts };
}
