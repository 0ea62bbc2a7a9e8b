import { type Edition, readEdition } from '../corpus/document.ts';
import type { BatchedDocument } from '../corpus/document-batch.ts';
import { number, selectIn, type Transaction, text } from './sql.ts';

/** What decides whether a text is new, and which of a document's texts is current. */
export interface KnownRevision {
  readonly id: string;
  readonly revision: number;
  readonly edition: Edition;
  editionDate: string;
  readonly textSha256: string;
  readonly derivedSha256: string;
  readonly sourceKey: string;
}

/** The revisions of many documents, by document, in a few statements and not one for each. */
export function* readKnown(ids: readonly string[]): Transaction<Map<string, readonly KnownRevision[]>> {
  const rows = yield* selectIn(
    `SELECT document_id, id, revision, edition, edition_date, text_sha256, derived_sha256, source_key
     FROM revisions WHERE document_id IN`,
    ids,
  );
  const known = new Map<string, readonly KnownRevision[]>();
  for (const row of rows) {
    const id = text(row, 'document_id');
    const revision = {
      id: text(row, 'id'),
      revision: number(row, 'revision'),
      edition: readEdition(text(row, 'edition')),
      editionDate: text(row, 'edition_date'),
      textSha256: text(row, 'text_sha256'),
      derivedSha256: text(row, 'derived_sha256'),
      sourceKey: text(row, 'source_key'),
    };
    known.set(id, [...(known.get(id) ?? []), revision]);
  }
  return known;
}

export function sameText(known: KnownRevision, document: BatchedDocument): boolean {
  return known.textSha256 === document.textSha256 && known.edition === document.edition;
}
