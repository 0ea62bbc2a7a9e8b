import type { DocumentFacts, Edition } from './document.ts';
import type { DocumentBatch } from './document-batch.ts';
import type { SerialisedDocument } from './serialised-document.ts';
import type { TocEntry } from './table-of-contents.ts';

/** One text of a document. Numbers count from 1 in the order in which the texts became known. */
export interface RevisionSummary {
  readonly documentId: string;
  readonly externalId: string;
  readonly revision: number;
  readonly edition: Edition;
  readonly editionDate: string;
  readonly importedAt: number;
  readonly textSha256: string;
  readonly totalBytes: number;
  readonly facts: DocumentFacts;
}

/** What was current from a generation on, until another took its place. */
export interface CatalogEntry extends RevisionSummary {
  readonly generation: number;
  readonly updatedAt: number;
  /** Undefined while it is current. */
  readonly supersededAtGeneration: number | undefined;
}

/** A document that was taken out of the catalog at a generation. */
export interface CatalogRemoval {
  readonly documentId: string;
  readonly generation: number;
}

export interface CatalogChanges {
  readonly generation: number;
  readonly entries: readonly CatalogEntry[];
  readonly removals: readonly CatalogRemoval[];
}

/** The current text of a document, by its hashes. */
export interface CurrentText {
  readonly documentId: string;
  readonly externalId: string;
  readonly revision: number;
  readonly textSha256: string;
  /** Of what readers made of the text: contents, chunks, facts. */
  readonly derivedSha256: string;
}

export type ImportOutcome = 'added' | 'changed' | 'unchanged';

/** The reading half: all that an index, a query or a check needs. */
export interface CorpusReader {
  /** Grows whenever what is current changes; cheap to ask. */
  generation(): Promise<number>;
  /** What has become current after a generation, and what the last two hours' cursors may still need. */
  changesSince(generation: number, now: number): Promise<CatalogChanges>;

  /** What is current of every document, with hashes that tell whether it is what someone has seen before. */
  currentTexts(): Promise<readonly CurrentText[]>;

  readRevision(
    documentId: string,
    revision: number,
  ): Promise<
    | (RevisionSummary & {
        readonly tableOfContents: readonly TocEntry[];
        readonly container: readonly string[];
        readonly label: string;
      })
    | undefined
  >;
  listRevisions(documentId: string): Promise<readonly RevisionSummary[]>;
  /** The bytes of a range, from whole pieces: `from` is where the returned bytes begin. */
  readText(
    documentId: string,
    revision: number,
    startByte: number,
    endByte: number,
  ): Promise<{ readonly from: number; readonly bytes: Uint8Array }>;

  /** The externalIds of documents by the key of the source a revision of theirs was made from. */
  sourceKeys(): Promise<ReadonlyMap<string, string>>;
  /** Whether this very file went in before, read by this version of the readers. */
  isImported(fileSha256: string, readers: string): Promise<boolean>;
  status(): Promise<CorpusStatus>;
  /** Every published revision, for `verify` and `export`. */
  allRevisions(
    after: string | undefined,
    count: number,
  ): Promise<
    readonly {
      readonly id: string;
      readonly documentId: string;
      readonly externalId: string;
      readonly revision: number;
      readonly current: boolean;
    }[]
  >;
  readSerialised(documentId: string, revision: number): Promise<SerialisedDocument | undefined>;
}

export interface CorpusStore extends CorpusReader {
  /**
   * Imports files: all their documents become visible at once, or none. Takes the bytes of the batches away; says
   * of each document what became of it.
   */
  importWhole(files: readonly ImportFile[], now: number): Promise<readonly ImportOutcome[]>;
  /** Takes documents out of the catalog; their texts stay and come back with the next import. */
  remove(externalIds: readonly string[], now: number): Promise<readonly string[]>;
}

export interface ImportFile {
  readonly name: string;
  readonly format: string;
  readonly sha256: string;
  /** The version of the readers: another one reads the file again. */
  readonly readers: string;
  readonly batch: DocumentBatch;
}

export interface CorpusStatus {
  readonly generation: number;
  readonly documents: number;
  readonly revisions: number;
  readonly textBytes: number;
  readonly byEdition: Readonly<Record<string, number>>;
  readonly byCategory: Readonly<Record<string, number>>;
  readonly imports: number;
}
