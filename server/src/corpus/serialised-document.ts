import { readStructure } from './document-structure.ts';
import type { PreparedDocument } from './prepared-document.ts';

/** A document as it lies in a store. */
export interface SerialisedDocument {
  readonly externalId: string;
  readonly edition: PreparedDocument['edition'];
  readonly editionDate: string;
  readonly bytes: Uint8Array;
  readonly textSha256: string;
  /** Of facts and structure: tells whether better readers see more in the same text. */
  readonly derivedSha256: string;
  /** JSON. */
  readonly facts: string;
  /** As `document-structure.ts` writes it. */
  readonly structure: string;
}

export function deserialiseDocument(document: SerialisedDocument): PreparedDocument {
  const facts: PreparedDocument['facts'] = JSON.parse(document.facts);
  return {
    facts,
    edition: document.edition,
    editionDate: document.editionDate,
    bytes: document.bytes,
    textSha256: document.textSha256,
    ...readStructure(document.structure, facts),
  };
}
