import type { ImportFile, ImportOutcome } from '../corpus/corpus-store.ts';
import { type BatchedDocument, readBatch } from '../corpus/document-batch.ts';
import { documentId } from '../corpus/document-id.ts';
import { newUlid } from '../new-ulid.ts';
import { type KnownRevision, readKnown, sameText } from './known-revisions.ts';
import { makeCurrent, nextGeneration } from './make-current.ts';
import { insertRows, type SqlValue, sql, type Transaction, text } from './sql.ts';

/** Small enough that a slice of a long document reads little more than it returns. */
export const pieceBytes = 32 * 1024;

type IdentifiedFile = ImportFile & { readonly id: string };

/** Files go in whole: whoever reads sees all of them or none, whenever this process ends. */
export function* importWhole(args: {
  files: readonly IdentifiedFile[];
  now: number;
}): Transaction<readonly ImportOutcome[]> {
  // First, because it locks: numbers and what is current are worked out from what nobody else is changing.
  const generation = yield* nextGeneration();
  const affected = new Map<string, readonly KnownRevision[]>();
  const outcomes: ImportOutcome[] = [];
  for (const file of args.files) outcomes.push(...(yield* importOne(file, affected, args.now)));
  yield* makeCurrent(affected, generation, args.now);
  return outcomes;
}

function* importOne(
  file: IdentifiedFile,
  affected: Map<string, readonly KnownRevision[]>,
  now: number,
): Transaction<readonly ImportOutcome[]> {
  const documents = [...readBatch(file.batch)].map((document) => ({
    id: documentId(document.externalId),
    document,
  }));
  const stored = file.batch.stored.map((document) => ({ id: documentId(document.externalId), document }));
  const known = yield* readKnown([...documents, ...stored].map(({ id }) => id));

  const outcomes: ImportOutcome[] = [];
  const newDocuments: SqlValue[][] = [];
  const newRevisions: SqlValue[][] = [];
  const newPieces: SqlValue[][] = [];
  for (const { id, document } of stored) {
    const same = known.get(id)?.find((one) => one.sourceKey === document.sourceKey);
    if (!same) throw new Error(`${document.externalId} was to be there and is not`);
    yield* touch(same, document.editionDate);
    outcomes.push('unchanged');
  }
  for (const { id, document } of documents) {
    const revisions = known.get(id) ?? [];
    const same = revisions.find((one) => sameText(one, document));
    if (same) {
      yield* touch(same, document.editionDate);
      yield* describeAnew(same, document);
      outcomes.push('unchanged');
      continue;
    }
    const revision: KnownRevision = {
      id: `rev_${newUlid()}`,
      revision: 1 + Math.max(0, ...revisions.map((one) => one.revision)),
      edition: document.edition,
      editionDate: document.editionDate,
      textSha256: document.textSha256,
      derivedSha256: document.derivedSha256,
      sourceKey: document.sourceKey,
    };
    if (revisions.length === 0) newDocuments.push([id, document.externalId]);
    newRevisions.push(revisionRow(id, revision, document, file.id, now));
    newPieces.push(...pieceRows(revision.id, document.body));
    outcomes.push(revisions.length === 0 ? 'added' : 'changed');
    known.set(id, [...revisions, revision]);
  }
  yield* insertRows('INSERT INTO imports (id, name, format, file_sha256, readers, finished_at)', [
    [file.id, file.name, file.format, file.sha256, file.readers, now],
  ]);
  yield* insertRows('INSERT INTO documents (id, external_id)', newDocuments);
  yield* insertRows(`INSERT INTO revisions (${revisionColumns})`, newRevisions);
  yield* insertRows('INSERT INTO body_pieces (revision_id, seq, bytes)', newPieces);
  for (const [id, revisions] of known) affected.set(id, revisions);
  return outcomes;
}

const revisionColumns = `id, document_id, revision, import_id, edition, edition_date, imported_at, text_sha256,
  derived_sha256, source_key, total_bytes, facts`;

function revisionRow(
  id: string,
  { id: revisionId, revision }: KnownRevision,
  { edition, editionDate, textSha256, derivedSha256, sourceKey, textBytes, facts }: BatchedDocument,
  importId: string,
  now: number,
): SqlValue[] {
  return [
    revisionId,
    id,
    revision,
    importId,
    edition,
    editionDate,
    now,
    textSha256,
    derivedSha256,
    sourceKey,
    textBytes,
    facts,
  ];
}

function pieceRows(revisionId: string, body: Uint8Array): SqlValue[][] {
  const rows: SqlValue[][] = [];
  for (let seq = 0; seq * pieceBytes < body.length; seq++) {
    rows.push([revisionId, seq, body.subarray(seq * pieceBytes, (seq + 1) * pieceBytes)]);
  }
  return rows;
}

/** The same words again: no new revision, but perhaps of a newer edition. */
function* touch(same: KnownRevision, editionDate: string): Transaction<void> {
  if (editionDate <= same.editionDate) return;
  same.editionDate = editionDate;
  yield* sql('UPDATE revisions SET edition_date = ? WHERE id = ?', editionDate, same.id);
}

/** Better readers may see more in the same words, or the same in another piece of source. */
function* describeAnew(same: KnownRevision, document: BatchedDocument): Transaction<void> {
  if (document.derivedSha256 === same.derivedSha256) {
    if (document.sourceKey !== '' && document.sourceKey !== same.sourceKey) {
      yield* sql('UPDATE revisions SET source_key = ? WHERE id = ?', document.sourceKey, same.id);
    }
    return;
  }
  yield* sql(
    'UPDATE revisions SET derived_sha256 = ?, source_key = ?, facts = ? WHERE id = ?',
    document.derivedSha256,
    document.sourceKey,
    document.facts,
    same.id,
  );
  yield* sql('DELETE FROM body_pieces WHERE revision_id = ?', same.id);
  yield* insertRows('INSERT INTO body_pieces (revision_id, seq, bytes)', pieceRows(same.id, document.body));
}

/** Files a removed document came from are read again when they are imported again. */
export function* removeDocuments(args: {
  externalIds: readonly string[];
  now: number;
}): Transaction<readonly string[]> {
  const generation = yield* nextGeneration();
  const removed: string[] = [];
  const wanted = new Map<string, readonly KnownRevision[]>();
  for (const externalId of args.externalIds) {
    const [row] = yield* sql(
      `SELECT d.id FROM documents d JOIN currents c ON c.document_id = d.id
       WHERE d.external_id = ? AND c.superseded_generation IS NULL AND c.revision_id IS NOT NULL`,
      externalId,
    );
    if (!row) continue;
    removed.push(externalId);
    wanted.set(text(row, 'id'), []);
    yield* sql(
      `UPDATE imports SET file_sha256 = '' WHERE id IN (SELECT import_id FROM revisions WHERE document_id = ?)`,
      text(row, 'id'),
    );
  }
  yield* makeCurrent(wanted, generation, args.now);
  return removed;
}
