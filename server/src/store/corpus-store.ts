import type {
  CatalogEntry,
  CatalogRemoval,
  CorpusReader,
  CorpusStore,
  RevisionSummary,
} from '../corpus/corpus-store.ts';
import { type DocumentFacts, type Edition, editions } from '../corpus/document.ts';
import type { SerialisedDocument } from '../corpus/serialised-document.ts';
import type { TocEntry } from '../corpus/table-of-contents.ts';
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
    async beginImport(file) {
      const id = `imp_${newUlid()}`;
      await database.write('beginImport', { id, ...file });
      return id;
    },
    importWhole: (file, documents, now) =>
      database.write('importWhole', { file: { id: `imp_${newUlid()}`, ...file }, documents, now }),
    stage: (importId, documents, now) => database.write('stageDocuments', { importId, documents, now }),
    publish: (importId, now) => database.write('publishImport', { importId, now }),
    dropUnfinished: () => database.write('dropUnfinished', {}),
    remove: (externalIds, now) => database.write('removeDocuments', { externalIds, now }),
  };
}

/** Reads through one connection, whoever else uses the store. */
export function createCorpusReader(database: Pick<Database, 'read'>): CorpusReader {
  async function revisionRow(documentId: string, revision: number): Promise<Row | undefined> {
    const [row] = await database.read(
      `SELECT ${summaryColumns}, r.id AS revision_id, r.container, r.label, r.toc, r.chunks, r.derived_sha256
       FROM revisions r JOIN documents d ON d.id = r.document_id WHERE r.document_id = ? AND r.revision = ?`,
      [documentId, revision],
    );
    return row;
  }

  async function readPieces(
    documentId: string,
    revision: number,
    first: number,
    last: number,
  ): Promise<Uint8Array> {
    const rows = await database.read(
      `SELECT p.bytes FROM text_pieces p JOIN revisions r ON r.id = p.revision_id
       WHERE r.document_id = ? AND r.revision = ? AND p.seq BETWEEN ? AND ? ORDER BY p.seq`,
      [documentId, revision, first, last],
    );
    return Buffer.concat(rows.map((row) => bytes(row, 'bytes')));
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
         WHERE c.superseded_generation IS NULL ORDER BY d.external_id`,
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
      const tableOfContents: readonly TocEntry[] = JSON.parse(text(row, 'toc'));
      const container: readonly string[] = JSON.parse(text(row, 'container'));
      return { ...readSummary(row), tableOfContents, container, label: text(row, 'label') };
    },

    async listRevisions(documentId) {
      const rows = await database.read(
        `SELECT ${summaryColumns} FROM revisions r JOIN documents d ON d.id = r.document_id
         WHERE r.document_id = ? AND r.revision IS NOT NULL ORDER BY r.revision DESC`,
        [documentId],
      );
      return rows.map(readSummary);
    },

    async readText(documentId, revision, startByte, endByte) {
      const first = Math.floor(startByte / pieceBytes);
      const last = Math.floor(Math.max(startByte, endByte - 1) / pieceBytes);
      return { from: first * pieceBytes, bytes: await readPieces(documentId, revision, first, last) };
    },

    async isImported(fileSha256, readers) {
      const rows = await database.read(
        'SELECT id FROM imports WHERE file_sha256 = ? AND readers = ? AND finished_at IS NOT NULL',
        [fileSha256, readers],
      );
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
        `SELECT (SELECT COUNT(*) FROM revisions WHERE revision IS NOT NULL) AS revisions,
           (SELECT COUNT(*) FROM imports WHERE finished_at IS NOT NULL) AS imports,
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
         WHERE r.revision IS NOT NULL AND r.id > ? ORDER BY r.id LIMIT ?`,
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
      return {
        externalId: text(row, 'external_id'),
        edition: readEdition(text(row, 'edition')),
        editionDate: text(row, 'edition_date'),
        label: text(row, 'label'),
        bytes: await readPieces(documentId, revision, 0, Math.ceil(number(row, 'total_bytes') / pieceBytes)),
        textSha256: text(row, 'text_sha256'),
        derivedSha256: text(row, 'derived_sha256'),
        facts: text(row, 'facts'),
        container: text(row, 'container'),
        toc: text(row, 'toc'),
        chunks: text(row, 'chunks'),
      };
    },
  };
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

function readEdition(value: string): Edition {
  const edition = editions.find((known) => known === value);
  if (!edition) throw new TypeError(`a revision holds edition ${value}`);
  return edition;
}
