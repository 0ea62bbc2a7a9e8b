import type { DocumentFacts, Edition } from './document.ts';
import type { TocEntry } from './table-of-contents.ts';

/** A document whose plain text has been written: what is stored, cut into chunks and searched. */
export interface FlatDocument {
  readonly facts: DocumentFacts;
  readonly edition: Edition;
  /** The day whose law this text states (`yyyy-mm-dd`). */
  readonly editionDate?: string;
  /** Breadcrumb above the document: `['Regulation E (12 CFR 1005)']`. */
  readonly container: readonly string[];
  /** The document's own line in a section path: `1005.11 Procedures for resolving errors`. */
  readonly label: string;
  /** The text, UTF-8: its heading, then its blocks, a blank line between them. */
  readonly bytes: Uint8Array;
  /** In the order of the text. */
  readonly tableOfContents: readonly TocEntry[];
  /** The blocks in order; only the blank lines between them are in none. */
  readonly spans: readonly BlockSpan[];
}

export interface BlockSpan {
  readonly startByte: number;
  readonly endByte: number;
  /** `title` is the document's own heading line. */
  readonly kind: 'title' | 'heading' | 'paragraph' | 'table';
  /**
   * The innermost entry that holds the block's first byte (its own where it opens one there); absent above
   * the first entry. Its `path` and its ancestors are the provision and the headings in force.
   */
  readonly tocId?: string;
}
