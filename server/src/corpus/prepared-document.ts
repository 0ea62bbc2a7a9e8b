import { type Chunk, chunkDocument } from './chunk-document.ts';
import type { DocumentFacts, Edition } from './document.ts';
import type { FlatDocument } from './flat-document.ts';
import type { TocEntry } from './table-of-contents.ts';
import { sha256Hex } from './utf8-text.ts';

/** A document ready to be stored: its text, and everything that points into it. */
export interface PreparedDocument {
  readonly facts: DocumentFacts;
  readonly edition: Edition;
  /** `yyyy-mm-dd`, or empty where nothing tells. */
  readonly editionDate: string;
  readonly container: readonly string[];
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly textSha256: string;
  readonly tableOfContents: readonly TocEntry[];
  readonly chunks: readonly Chunk[];
  /** Names the piece of source it was made from, where that can be told. */
  readonly sourceKey?: string;
}

export function prepareDocument(flat: FlatDocument): PreparedDocument {
  return {
    facts: flat.facts,
    edition: flat.edition,
    editionDate: flat.editionDate ?? '',
    container: flat.container,
    label: flat.label,
    bytes: flat.bytes,
    textSha256: sha256Hex(flat.bytes),
    tableOfContents: flat.tableOfContents,
    chunks: chunkDocument(flat),
  };
}

/** What is wrong with a document's own bookkeeping, if anything: used before storing a pack and by `verify`. */
export function findDocumentFault(document: Omit<PreparedDocument, 'facts'>): string | undefined {
  const { bytes, tableOfContents, chunks } = document;
  if (sha256Hex(bytes) !== document.textSha256) return 'the text does not have the SHA-256 that is recorded';
  let at = 0;
  for (const chunk of chunks) {
    if (chunk.startByte < at || chunk.endByte <= chunk.startByte || chunk.endByte > bytes.length) {
      return `the chunk at byte ${chunk.startByte} overlaps another or leaves the text`;
    }
    if (!isBlank(bytes, at, chunk.startByte)) return `bytes ${at} to ${chunk.startByte} lie in no chunk`;
    if (splitsCharacter(bytes, chunk.startByte) || splitsCharacter(bytes, chunk.endByte)) {
      return `the chunk at byte ${chunk.startByte} splits a character`;
    }
    at = chunk.endByte;
  }
  if (!isBlank(bytes, at, bytes.length)) return `bytes ${at} to ${bytes.length} lie in no chunk`;
  const ids = new Set<string>();
  for (const entry of tableOfContents) {
    if (ids.has(entry.id)) return `the entry ${entry.id} stands twice in the table of contents`;
    ids.add(entry.id);
    if (entry.startByte >= bytes.length || splitsCharacter(bytes, entry.startByte)) {
      return `the entry ${entry.id} points outside the text`;
    }
    if (entry.parentId !== undefined && !ids.has(entry.parentId)) {
      return `the entry ${entry.id} has the unknown parent ${entry.parentId}`;
    }
  }
  return undefined;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

function splitsCharacter(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & 0xc0) === 0x80;
}
