import type { Outline } from './outline.ts';

/** A file to import, already unpacked. */
export interface SourceFile {
  /** Path as the user gave it, `.gz` taken off: only its ending and the dates in it are used. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Edition date known from outside the file (`--edition-date`, a manifest, a date in the path). */
  readonly editionDate?: string;
  /**
   * Whether the store holds what this piece of source comes to; the reader then passes over it. The key stands for
   * the piece's bytes and for all else its document is made from (`section-key.ts`).
   */
  isStored?(sourceKey: string, editionDate: string | undefined): boolean;
}

/** One source format. Pure: bytes in, outlines out; no file, network or clock. */
export interface Reader {
  /** Name in reports: `ecfr-xml`. */
  readonly format: string;
  /** Decides from the name and the first 4 kB alone. */
  recognises(name: string, head: string): boolean;
  /** Gives documents in source order; throws SourceError where the file cannot be trusted as a whole. */
  read(file: SourceFile): Iterable<Outline>;
}

/** A format whose parser answers later. */
export interface LaterReader extends Omit<Reader, 'read'> {
  read(file: SourceFile): Promise<Iterable<Outline>>;
}

export type SourceErrorCode =
  | 'unrecognised_format'
  | 'malformed'
  | 'not_utf8'
  | 'doctype_refused'
  | 'too_deep'
  | 'too_large'
  | 'took_too_long'
  | 'no_text';

/** A source that is refused, with the line where known and a sentence a person can act on. */
export class SourceError extends Error {
  readonly code: SourceErrorCode;
  readonly line: number | undefined;
  constructor(code: SourceErrorCode, message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'SourceError';
    this.code = code;
    this.line = line;
  }
}
