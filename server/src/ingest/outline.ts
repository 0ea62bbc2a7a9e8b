import type { DocumentFacts, Edition } from '../corpus/document.ts';

/**
 * What every reader hands over: one document in reading order, its structure known, its plain text not
 * yet written. `flatten-outline.ts` writes the text once and records the byte offsets as it goes.
 */
export interface Outline {
  readonly facts: Omit<DocumentFacts, 'description'> & {
    /** Absent where the source has none: it is then drawn from the headings. */
    readonly description?: string;
  };
  readonly edition: Edition;
  /** The day whose law this text states (`yyyy-mm-dd`); absent where neither file nor name tells. */
  readonly editionDate?: string;
  /** Breadcrumb above the document: `['Regulation E (12 CFR 1005)']`. */
  readonly container: readonly string[];
  /** The document's own line in a section path: `1005.11 Procedures for resolving errors`. */
  readonly label: string;
  /** First line of the text, as published: `§ 1005.11 Procedures for resolving errors.` */
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Where the reader can tell: see `SourceFile.isStored`. */
  readonly sourceKey?: string;
}

export type Block = Heading | Paragraph | Table;

/** A heading inside the document (appendix, supplement, handbook); level 1 is the highest. */
export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
  /** Given where the source has a stable name for it (`1005-11-c-Interp`), else made from the text. */
  readonly id?: string;
}

/** Running text, white space folded, characters as published, designators included: `(c) Time limits—(1) Ten days. A ...` */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  /** The provisions that begin in this paragraph, outermost first; empty for flush text. */
  readonly opens: readonly Provision[];
}

export interface Provision {
  /** Designators from the top, without brackets: `['c', '2', 'i']`. */
  readonly path: readonly string[];
  /** Run-in heading without its closing mark: `Time limits`. */
  readonly heading?: string;
  /** Where its designator begins in the paragraph's text, in UTF-16 units. */
  readonly at: number;
}

export interface Table {
  readonly kind: 'table';
  readonly caption?: string;
  /** Rows of folded cell text, header rows first; a spanned cell is given once and its copies are empty. */
  readonly headerRows: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
}
