import type {
  CatalogEntry,
  CatalogRemoval,
  CorpusReader,
  CorpusStore,
  RevisionSummary,
} from '../corpus/corpus-store.ts';
import { type DocumentFacts, readEdition } from '../corpus/document.ts';
import { readContents } from '../corpus/document-structure.ts';
import type { SerialisedDocument } from '../corpus/serialised-document.ts';
import { newUlid } from '../new-ulid.ts';
import type { Database } from './database.ts';
import { bytes, number, numberOrNull, type Row, text } from './sql.ts';
import { pieceBytes } from './write-corpus.ts';

/** Cursors live one hour; what was superseded longer ago than this no cursor can ask for. */
const cursorMemorySeconds = 7200;

const summaryColumns = `d.id AS document_id, d.external_id, r.revision, r.edition, r.edition_date, r.imported_at,
  r.text_sha256, r.total_bytes, r.facts`;

export function createCorpusStore(database: Database): CorpusStore {
  return {
    ...createCorpusReader(database),
    importWhole: (files, now) =>
      database.write(
        'importWhole',
        { files: files.map((file) => ({ id: `imp_${newUlid()}`, ...file })), now },
        files.map(({ batch }) => batch.bytes.buffer),
      ),
    remove: (externalIds, now) => database.write('removeDocuments', { externalIds, now }),
  };
}

/** Reads through one connection, whoever else uses the store. */
export function createCorpusReader(database: Pick<Database, 'read'>): CorpusReader {
  async function revisionRow(documentId: string, revision: number): Promise<Row | undefined> {
    const [row] = await database.read(
      `SELECT ${summaryColumns}, r.id AS revision_id, r.derived_sha256
       FROM revisions r JOIN documents d ON d.id = r.document_id WHERE r.document_id = ? AND r.revision = ?`,
      [documentId, revision],
    );
    return row;
  }

  /** From a piece on to the end: what of the text is there, and the structure. */
  async function readBody(row: Row, first: number): Promise<Uint8Array> {
    const rows = await database.read(
      'SELECT bytes FROM body_pieces WHERE revision_id = ? AND seq >= ? ORDER BY seq',
      [text(row, 'revision_id'), first],
    );
    return joined(rows);
  }

  return {
    async generation() {
      const [row] = await database.read('SELECT generation FROM corpus_state WHERE one = 1', []);
      return row ? number(row, 'generation') : 0;
    },

    async changesSince(since, now) {
      const rows = await database.read(
        `SELECT ${summaryColumns}, c.document_id AS current_of, c.generation, c.updated_at, c.superseded_generation
         FROM currents c JOIN documents d ON d.id = c.document_id LEFT JOIN revisions r ON r.id = c.revision_id
         WHERE (c.generation > ? OR c.superseded_generation > ?)
           AND (c.superseded_at IS NULL OR c.superseded_at > ?)
         ORDER BY c.generation, c.document_id`,
        [since, since, now - cursorMemorySeconds],
      );
      const entries: CatalogEntry[] = [];
      const removals: CatalogRemoval[] = [];
      let generation = since;
      for (const row of rows) {
        generation = Math.max(
          generation,
          number(row, 'generation'),
          numberOrNull(row, 'superseded_generation') ?? 0,
        );
        if (row.revision === null) {
          removals.push({ documentId: text(row, 'current_of'), generation: number(row, 'generation') });
        } else {
          entries.push({
            ...readSummary(row),
            generation: number(row, 'generation'),
            updatedAt: number(row, 'updated_at'),
            supersededAtGeneration: numberOrNull(row, 'superseded_generation') ?? undefined,
          });
        }
      }
      return { generation, entries, removals };
    },

    async currentTexts() {
      const rows = await database.read(
        `SELECT d.id AS document_id, d.external_id, r.revision, r.text_sha256, r.derived_sha256
         FROM currents c JOIN documents d ON d.id = c.document_id JOIN revisions r ON r.id = c.revision_id
         WHERE c.superseded_generation IS NULL`,
        [],
      );
      return rows.map((row) => ({
        documentId: text(row, 'document_id'),
        externalId: text(row, 'external_id'),
        revision: number(row, 'revision'),
        textSha256: text(row, 'text_sha256'),
        derivedSha256: text(row, 'derived_sha256'),
      }));
    },

    async readRevision(documentId, revision) {
      const row = await revisionRow(documentId, revision);
      if (!row) return undefined;
      const summary = readSummary(row);
      // The structure begins where the text ends, inside a piece.
      const first = Math.floor(summary.totalBytes / pieceBytes);
      const structure = decode(await readBody(row, first), summary.totalBytes - first * pieceBytes);
      return { ...summary, ...readContents(structure) };
    },

    async listRevisions(documentId) {
      const rows = await database.read(
        `SELECT ${summaryColumns} FROM revisions r JOIN documents d ON d.id = r.document_id
         WHERE r.document_id = ? ORDER BY r.revision DESC`,
        [documentId],
      );
      return rows.map(readSummary);
    },

    async readText(documentId, revision, startByte, endByte) {
      const first = Math.floor(startByte / pieceBytes);
      const last = Math.floor(Math.max(startByte, endByte - 1) / pieceBytes);
      const from = first * pieceBytes;
      const rows = await database.read(
        `SELECT r.total_bytes, p.bytes FROM body_pieces p JOIN revisions r ON r.id = p.revision_id
         WHERE r.document_id = ? AND r.revision = ? AND p.seq BETWEEN ? AND ? ORDER BY p.seq`,
        [documentId, revision, first, last],
      );
      const textBytes = rows[0] ? number(rows[0], 'total_bytes') : 0;
      // Behind the text there is structure.
      return { from, bytes: joined(rows).subarray(0, Math.max(0, textBytes - from)) };
    },

    async sourceKeys() {
      const rows = await database.read(
        `SELECT r.source_key, d.external_id FROM revisions r JOIN documents d ON d.id = r.document_id
         WHERE r.source_key <> ''`,
        [],
      );
      return new Map(rows.map((row) => [text(row, 'source_key'), text(row, 'external_id')]));
    },
    async isImported(fileSha256, readers) {
      const rows = await database.read('SELECT id FROM imports WHERE file_sha256 = ? AND readers = ?', [
        fileSha256,
        readers,
      ]);
      return rows.length > 0;
    },

    async status() {
      const groups = await database.read(
        `SELECT r.edition, r.facts, r.total_bytes FROM currents c JOIN revisions r ON r.id = c.revision_id
         WHERE c.superseded_generation IS NULL`,
        [],
      );
      const byEdition: Record<string, number> = {};
      const byCategory: Record<string, number> = {};
      let textBytes = 0;
      for (const row of groups) {
        const edition = text(row, 'edition');
        const { category } = readFacts(row);
        byEdition[edition] = (byEdition[edition] ?? 0) + 1;
        byCategory[category] = (byCategory[category] ?? 0) + 1;
        textBytes += number(row, 'total_bytes');
      }
      const [counts] = await database.read(
        `SELECT (SELECT COUNT(*) FROM revisions) AS revisions,
           (SELECT COUNT(*) FROM imports) AS imports,
           (SELECT generation FROM corpus_state WHERE one = 1) AS generation`,
        [],
      );
      return {
        generation: counts ? number(counts, 'generation') : 0,
        documents: groups.length,
        revisions: counts ? number(counts, 'revisions') : 0,
        textBytes,
        byEdition,
        byCategory,
        imports: counts ? number(counts, 'imports') : 0,
      };
    },

    async allRevisions(after, count) {
      const rows = await database.read(
        `SELECT r.id, r.document_id, d.external_id, r.revision, c.revision_id AS current_id
         FROM revisions r JOIN documents d ON d.id = r.document_id
         LEFT JOIN currents c ON c.document_id = r.document_id AND c.superseded_generation IS NULL
         WHERE r.id > ? ORDER BY r.id LIMIT ?`,
        [after ?? '', count],
      );
      return rows.map((row) => ({
        id: text(row, 'id'),
        documentId: text(row, 'document_id'),
        externalId: text(row, 'external_id'),
        revision: number(row, 'revision'),
        current: row.current_id === row.id,
      }));
    },

    async readSerialised(documentId, revision): Promise<SerialisedDocument | undefined> {
      const row = await revisionRow(documentId, revision);
      if (!row) return undefined;
      const body = await readBody(row, 0);
      const textBytes = number(row, 'total_bytes');
      return {
        externalId: text(row, 'external_id'),
        edition: readEdition(text(row, 'edition')),
        editionDate: text(row, 'edition_date'),
        bytes: body.subarray(0, textBytes),
        textSha256: text(row, 'text_sha256'),
        derivedSha256: text(row, 'derived_sha256'),
        facts: text(row, 'facts'),
        structure: decode(body, textBytes),
      };
    },
  };
}

function joined(rows: readonly Row[]): Uint8Array {
  return Buffer.concat(rows.map((row) => bytes(row, 'bytes')));
}

function decode(body: Uint8Array, from: number): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8', from);
}

function readSummary(row: Row): RevisionSummary {
  return {
    documentId: text(row, 'document_id'),
    externalId: text(row, 'external_id'),
    revision: number(row, 'revision'),
    edition: readEdition(text(row, 'edition')),
    editionDate: text(row, 'edition_date'),
    importedAt: number(row, 'imported_at'),
    textSha256: text(row, 'text_sha256'),
    totalBytes: number(row, 'total_bytes'),
    facts: readFacts(row),
  };
}

function readFacts(row: Row): DocumentFacts {
  // Written by this program from a checked document; a broken row fails in JSON.parse.
  const facts: DocumentFacts = JSON.parse(text(row, 'facts'));
  return facts;
}
