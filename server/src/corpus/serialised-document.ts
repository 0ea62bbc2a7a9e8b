import { hash } from 'node:crypto';
import type { PreparedDocument } from './prepared-document.ts';

/** A prepared document as it is stored: what points into the text is JSON already, so it crosses threads cheaply. */
export interface SerialisedDocument {
  readonly externalId: string;
  readonly edition: PreparedDocument['edition'];
  readonly editionDate: string;
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly textSha256: string;
  /** Of everything below: tells whether better readers see more in the same text. */
  readonly derivedSha256: string;
  readonly facts: string;
  readonly container: string;
  readonly toc: string;
  readonly chunks: string;
}

export function serialiseDocument(document: PreparedDocument): SerialisedDocument {
  const facts = JSON.stringify(document.facts);
  const container = JSON.stringify(document.container);
  const toc = JSON.stringify(document.tableOfContents);
  const chunks = JSON.stringify(document.chunks);
  return {
    externalId: document.facts.externalId,
    edition: document.edition,
    editionDate: document.editionDate,
    label: document.label,
    bytes: document.bytes,
    textSha256: document.textSha256,
    derivedSha256: hash('sha256', [facts, container, document.label, toc, chunks].join('\n'), 'hex'),
    facts,
    container,
    toc,
    chunks,
  };
}

export function deserialiseDocument(document: SerialisedDocument): PreparedDocument {
  return {
    facts: JSON.parse(document.facts),
    edition: document.edition,
    editionDate: document.editionDate,
    container: JSON.parse(document.container),
    label: document.label,
    bytes: document.bytes,
    textSha256: document.textSha256,
    tableOfContents: JSON.parse(document.toc),
    chunks: JSON.parse(document.chunks),
  };
}
