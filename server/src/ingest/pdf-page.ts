/** What is taken out of a PDF file, before any reading order is decided. */
export interface PdfText {
  readonly title: string;
  /** Addresses the file's own metadata names. */
  readonly addresses: readonly string[];
  readonly pages: readonly PdfPage[];
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** The page is a picture: whatever it says is not in `items`. */
  readonly isPicture: boolean;
  readonly items: readonly PdfItem[];
}

/** A run of text as the file draws it, in drawing order; points from the lower left corner. */
export interface PdfItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** The longest official booklet has 222 pages and 30,000 items; the caps leave room and stop the absurd. */
export const pdfLimits = {
  bytes: 64 * 1024 * 1024,
  pages: 3_000,
  itemsPerPage: 100_000,
  items: 2_000_000,
  /** Typed arrays and heap of the extracting thread together; a 3 MB booklet needs about 150 MB. */
  memoryBytes: 1024 * 1024 * 1024,
  /** The slowest real file takes 5 s on a busy machine. */
  timeMs: 60_000,
} as const;
export type PdfLimits = { readonly [name in keyof typeof pdfLimits]: number };

/** Answer of the extracting thread. */
export type PdfAnswer =
  | { readonly kind: 'text'; readonly text: PdfText }
  | {
      readonly kind: 'refused';
      readonly reason: 'encrypted' | 'malformed' | 'too_large';
      readonly message: string;
    };
