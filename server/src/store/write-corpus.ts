import type { StageOutcome } from '../corpus/corpus-store.ts';
import { editionRanks } from '../corpus/document.ts';
import { documentId } from '../corpus/document-id.ts';
import type { SerialisedDocument } from '../corpus/serialised-document.ts';
import { newUlid } from '../new-ulid.ts';
import { number, type Row, sql, type Transaction, text, textOrNull } from './sql.ts';

/** Small enough that a slice of a long document reads little more than it returns. */
export const pieceBytes = 32 * 1024;

export function* beginImport(args: {
  id: string;
  name: string;
  format: string;
  sha256: string;
  readers: string;
}): Transaction<void> {
  yield* sql(
    'INSERT INTO imports (id, name, format, file_sha256, readers) VALUES (?, ?, ?, ?, ?)',
    args.id,
    args.name,
    args.format,
    args.sha256,
    args.readers,
  );
}

/** Drops what an interrupted import had staged. Only the holder of the import lock may: nobody else stages. */
export function* dropUnfinished(_args: Record<string, never>): Transaction<void> {
  const unfinished = 'SELECT id FROM imports WHERE finished_at IS NULL';
  yield* sql(
    `DELETE FROM text_pieces WHERE revision_id IN
       (SELECT id FROM revisions WHERE revision IS NULL AND import_id IN (${unfinished}))`,
  );
  yield* sql(`DELETE FROM revisions WHERE revision IS NULL AND import_id IN (${unfinished})`);
  yield* sql(`DELETE FROM import_touches WHERE import_id IN (${unfinished})`);
  yield* sql('DELETE FROM imports WHERE finished_at IS NULL');
}

export function* stageDocuments(args: {
  importId: string;
  documents: readonly SerialisedDocument[];
  now: number;
}): Transaction<readonly StageOutcome[]> {
  const outcomes: StageOutcome[] = [];
  for (const document of args.documents) outcomes.push(yield* stageOne(args.importId, document, args.now));
  return outcomes;
}

function* stageOne(importId: string, document: SerialisedDocument, now: number): Transaction<StageOutcome> {
  const id = documentId(document.externalId);
  yield* sql(
    'INSERT INTO documents (id, external_id) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
    id,
    document.externalId,
  );
  const known = yield* sql(
    `SELECT id, edition, edition_date, text_sha256, derived_sha256 FROM revisions
     WHERE document_id = ? AND revision IS NOT NULL`,
    id,
  );
  const same = known.find(
    (row) => text(row, 'text_sha256') === document.textSha256 && text(row, 'edition') === document.edition,
  );
  const { facts, toc, chunks } = document;
  if (same) {
    // The same words again: no new revision. Its date may be newer, and better readers may see more in it.
    const editionDate = [text(same, 'edition_date'), document.editionDate].sort().at(-1) ?? '';
    yield* sql(
      'INSERT INTO import_touches (import_id, revision_id, edition_date) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      importId,
      text(same, 'id'),
      editionDate,
    );
    if (text(same, 'derived_sha256') !== document.derivedSha256) {
      yield* sql(
        `UPDATE revisions SET derived_sha256 = ?, facts = ?, toc = ?, chunks = ?, label = ?, container = ?
         WHERE id = ?`,
        document.derivedSha256,
        facts,
        toc,
        chunks,
        document.label,
        document.container,
        text(same, 'id'),
      );
    }
    return 'unchanged';
  }
  const revisionId = `rev_${newUlid()}`;
  yield* sql(
    `INSERT INTO revisions (id, document_id, import_id, edition, edition_rank, edition_date, imported_at,
       text_sha256, derived_sha256, total_bytes, facts, container, label, toc, chunks)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    revisionId,
    id,
    importId,
    document.edition,
    editionRanks[document.edition],
    document.editionDate,
    now,
    document.textSha256,
    document.derivedSha256,
    document.bytes.length,
    facts,
    document.container,
    document.label,
    toc,
    chunks,
  );
  for (let seq = 0; seq * pieceBytes < document.bytes.length; seq++) {
    yield* sql(
      'INSERT INTO text_pieces (revision_id, seq, bytes) VALUES (?, ?, ?)',
      revisionId,
      seq,
      document.bytes.subarray(seq * pieceBytes, (seq + 1) * pieceBytes),
    );
  }
  return known.length === 0 ? 'added' : 'changed';
}

/** A small file in one transaction: what `beginImport`, `stageDocuments` and `publishImport` do in three. */
export function* importWhole(args: {
  file: Parameters<typeof beginImport>[0];
  documents: readonly SerialisedDocument[];
  now: number;
}): Transaction<readonly StageOutcome[]> {
  yield* beginImport(args.file);
  const importId = args.file.id;
  const outcomes = yield* stageDocuments({ importId, documents: args.documents, now: args.now });
  yield* publishImport({ importId, now: args.now });
  return outcomes;
}

export function* publishImport(args: {
  importId: string;
  now: number;
}): Transaction<{ generation: number; nowCurrent: number }> {
  yield* sql(
    `UPDATE revisions SET revision = 1 + (
       SELECT COALESCE(MAX(other.revision), 0) FROM revisions other WHERE other.document_id = revisions.document_id)
     WHERE import_id = ? AND revision IS NULL`,
    args.importId,
  );
  yield* sql(
    `UPDATE revisions SET edition_date = (
       SELECT edition_date FROM import_touches WHERE import_id = ? AND revision_id = revisions.id)
     WHERE id IN (SELECT revision_id FROM import_touches WHERE import_id = ?)`,
    args.importId,
    args.importId,
  );
  const affected = `SELECT document_id FROM revisions WHERE import_id = ?
    OR id IN (SELECT revision_id FROM import_touches WHERE import_id = ?)`;
  const best = yield* sql(
    `SELECT document_id, id FROM (
       SELECT document_id, id, ROW_NUMBER() OVER (
         PARTITION BY document_id ORDER BY edition_rank, edition_date DESC, revision DESC) AS place
       FROM revisions WHERE revision IS NOT NULL AND document_id IN (${affected})) ranked
     WHERE place = 1`,
    args.importId,
    args.importId,
  );
  const wanted = new Map(best.map((row) => [text(row, 'document_id'), text(row, 'id')]));
  const result = yield* makeCurrent(wanted, args.now);
  yield* sql('DELETE FROM import_touches WHERE import_id = ?', args.importId);
  yield* sql('UPDATE imports SET finished_at = ? WHERE id = ?', args.now, args.importId);
  return result;
}

/** Files a removed document came from are read again when they are imported again. */
export function* removeDocuments(args: {
  externalIds: readonly string[];
  now: number;
}): Transaction<readonly string[]> {
  const removed: string[] = [];
  const wanted = new Map<string, string | null>();
  for (const externalId of args.externalIds) {
    const [row] = yield* sql(
      `SELECT d.id FROM documents d JOIN currents c ON c.document_id = d.id
       WHERE d.external_id = ? AND c.superseded_generation IS NULL AND c.revision_id IS NOT NULL`,
      externalId,
    );
    if (!row) continue;
    removed.push(externalId);
    wanted.set(text(row, 'id'), null);
    yield* sql(
      `UPDATE imports SET file_sha256 = '' WHERE id IN (SELECT import_id FROM revisions WHERE document_id = ?)`,
      text(row, 'id'),
    );
  }
  yield* makeCurrent(wanted, args.now);
  return removed;
}

/** Writes what is current now; one generation for all of it, and none where nothing changes. */
function* makeCurrent(
  wanted: ReadonlyMap<string, string | null>,
  now: number,
): Transaction<{ generation: number; nowCurrent: number }> {
  const [state]: readonly Row[] = yield* sql(
    'UPDATE corpus_state SET generation = generation WHERE one = 1 RETURNING generation',
  );
  const generation = (state ? number(state, 'generation') : 0) + 1;
  let changed = 0;
  for (const [document, revisionId] of wanted) {
    const [current] = yield* sql(
      'SELECT generation, revision_id FROM currents WHERE document_id = ? AND superseded_generation IS NULL',
      document,
    );
    if (current && textOrNull(current, 'revision_id') === revisionId) continue;
    changed++;
    yield* sql(
      `UPDATE currents SET superseded_generation = ?, superseded_at = ?
       WHERE document_id = ? AND superseded_generation IS NULL`,
      generation,
      now,
      document,
    );
    yield* sql(
      'INSERT INTO currents (document_id, generation, revision_id, updated_at) VALUES (?, ?, ?, ?)',
      document,
      generation,
      revisionId,
      now,
    );
  }
  if (changed === 0) return { generation: generation - 1, nowCurrent: 0 };
  yield* sql('UPDATE corpus_state SET generation = ? WHERE one = 1', generation);
  return { generation, nowCurrent: changed };
}
