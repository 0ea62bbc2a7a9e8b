import { hash } from 'node:crypto';
import type { Edition } from './document.ts';
import { writeStructure } from './document-structure.ts';
import type { PreparedDocument } from './prepared-document.ts';

/** Documents on their way to a store, all in one piece of memory: it moves between threads without a copy. */
export interface DocumentBatch {
  /** JSON of the `BatchRow`s: one string crosses at a fraction of what as many objects cost. */
  readonly rows: string;
  /** Of each document in turn: its text, its structure, its facts. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly stored: readonly StoredDocument[];
}

type BatchRow = readonly [
  externalId: string,
  edition: Edition,
  editionDate: string,
  textSha256: string,
  derivedSha256: string,
  sourceKey: string,
  textBytes: number,
  structureBytes: number,
  factsBytes: number,
];

/** A document that was not read again: its source is that of a revision the store holds. */
export interface StoredDocument {
  readonly externalId: string;
  readonly editionDate: string;
  readonly sourceKey: string;
}

/** A document of a batch; its bytes are views of the batch's. */
export interface BatchedDocument {
  readonly externalId: string;
  readonly edition: Edition;
  readonly editionDate: string;
  readonly textSha256: string;
  readonly derivedSha256: string;
  /** Empty where the source's pieces cannot be told apart. */
  readonly sourceKey: string;
  readonly facts: string;
  readonly textBytes: number;
  /** The text, and right after it the structure. */
  readonly body: Uint8Array;
}

const firstBytes = 64 * 1024;
/** No UTF-16 unit takes more in UTF-8. */
const mostBytesPerUnit = 3;

/** Takes documents one by one, so that none need be kept beside the batch. */
export class DocumentBatchWriter {
  readonly #rows: BatchRow[] = [];
  readonly #stored: StoredDocument[] = [];
  #bytes = Buffer.from(new ArrayBuffer(firstBytes));
  #length = 0;

  add(document: PreparedDocument): void {
    const { facts, edition, editionDate, textSha256, bytes, sourceKey = '' } = document;
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    const structureStart = this.#length;
    this.#write(writeStructure(document));
    const factsStart = this.#length;
    this.#write(JSON.stringify(facts));
    this.#rows.push([
      facts.externalId,
      edition,
      editionDate,
      textSha256,
      hash('sha256', this.#bytes.subarray(structureStart, this.#length), 'hex'),
      sourceKey,
      bytes.length,
      factsStart - structureStart,
      this.#length - factsStart,
    ]);
  }

  /** Takes a document the store is known to hold. */
  addStored(document: StoredDocument): void {
    this.#stored.push(document);
  }

  finish(): DocumentBatch {
    const rows = JSON.stringify(this.#rows);
    return { rows, bytes: new Uint8Array(this.#bytes.buffer, 0, this.#length), stored: this.#stored };
  }

  #write(text: string): void {
    this.#reserve(text.length * mostBytesPerUnit);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.max(needed, this.#bytes.length * 2)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

export function batchOf(documents: Iterable<PreparedDocument>): DocumentBatch {
  const writer = new DocumentBatchWriter();
  for (const document of documents) writer.add(document);
  return writer.finish();
}

export function* readBatch({
  rows,
  bytes,
}: Pick<DocumentBatch, 'rows' | 'bytes'>): Generator<BatchedDocument> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read: BatchRow[] = JSON.parse(rows);
  let at = 0;
  for (const [externalId, edition, editionDate, textSha256, derivedSha256, sourceKey, ...sizes] of read) {
    const [textBytes, structureBytes, factsBytes] = sizes;
    const factsStart = at + textBytes + structureBytes;
    const body = bytes.subarray(at, factsStart);
    at = factsStart + factsBytes;
    const facts = buffer.toString('utf8', factsStart, at);
    yield { externalId, edition, editionDate, textSha256, derivedSha256, sourceKey, facts, textBytes, body };
  }
}
