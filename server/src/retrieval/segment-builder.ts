import { hash } from 'node:crypto';
import type { CurrentText } from '../corpus/corpus-store.ts';
import { deserialiseDocument, type SerialisedDocument } from '../corpus/serialised-document.ts';
import { textBetween } from '../corpus/utf8-text.ts';
import { SegmentWriter, writeChunk } from '../search/build-segment.ts';
import { contextLine } from '../search/context-line.ts';
import { passageHash } from '../search/encoder.ts';
import { type Facets, keyBytes, PlacesWriter } from '../search/segment-places.ts';
import type { Tokenizer } from '../search/tokenize.ts';

/** Makes one segment, words and places together, of documents of the store. */
export class SegmentBuilder {
  readonly #words = new SegmentWriter();
  readonly #places = new PlacesWriter();
  readonly #tokenizer: Tokenizer;

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  documentCount = 0;

  get chunkCount(): number {
    return this.#words.chunkCount;
  }

  add(serialised: SerialisedDocument, revision: number): void {
    const document = deserialiseDocument(serialised);
    const { facts, bytes, chunks } = document;
    const { category, authorities, jurisdictions } = facts;
    const facets: Facets = { category, authorities, jurisdictions };
    this.documentCount += 1;
    this.#words.startDocument(facts.externalId);
    this.#places.startDocument(revision, stampOf(serialised), JSON.stringify(facets));
    for (const chunk of chunks) {
      const { startByte, endByte, sectionPath, path } = chunk;
      const text = textBetween(bytes, startByte, endByte);
      writeChunk(this.#words, { text, heading: sectionPath, path: path?.join('/') ?? '' }, this.#tokenizer);
      const passage = Buffer.from(passageHash(contextLine(document, chunk), text), 'hex');
      this.#places.addChunk(startByte, endByte, sectionPath, passage);
    }
  }

  finish(): { readonly words: SharedArrayBuffer; readonly places: SharedArrayBuffer } {
    return { words: this.#words.finish(), places: this.#places.finish() };
  }
}

/** Tells a text and what was made of it from any other. */
export function stampOf({
  textSha256,
  derivedSha256,
}: Pick<CurrentText, 'textSha256' | 'derivedSha256'>): Uint8Array {
  return hash('sha256', `${textSha256} ${derivedSha256}`, 'buffer').subarray(0, keyBytes);
}
