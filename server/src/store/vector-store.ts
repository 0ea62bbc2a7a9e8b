import type { SharedVectors } from '../retrieval/shared-vectors.ts';
import type { Database } from './database.ts';
import { bytes, insertRows, placeholders, type Transaction, text } from './sql.ts';

/** Keys of one statement; the last is filled up with its last key, so that there is one text to prepare. */
const keysAtOnce = 500;

export function createVectorStore(database: Pick<Database, 'read' | 'write'>): SharedVectors {
  const select = `SELECT id, vector FROM passage_vectors WHERE id IN (${placeholders(keysAtOnce)})`;
  return {
    async find(encoderVersion, keys) {
      const ids = keys.map((key) => rowId(encoderVersion, key));
      const found: { key: Uint8Array; vector: Int8Array }[] = [];
      for (let from = 0; from < ids.length; from += keysAtOnce) {
        const some = ids.slice(from, from + keysAtOnce);
        const last = some.at(-1) ?? '';
        while (some.length < keysAtOnce) some.push(last);
        for (const row of await database.read(select, some)) {
          const key = Buffer.from(text(row, 'id').slice(encoderVersion.length + 1), 'hex');
          found.push({ key, vector: new Int8Array(bytes(row, 'vector')) });
        }
      }
      return found;
    },
    async add(encoderVersion, records) {
      const rows = records.map(({ key, vector }) => ({
        id: rowId(encoderVersion, key),
        vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.length),
      }));
      await database.write('addVectors', { rows });
    },
  };
}

export function* addVectors(args: {
  rows: readonly { readonly id: string; readonly vector: Uint8Array }[];
}): Transaction<void> {
  yield* insertRows(
    'INSERT INTO passage_vectors (id, vector)',
    // In one order, so that two servers that add the same do not wait for each other in a circle.
    args.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, vector }) => [id, vector]),
    'ON CONFLICT (id) DO NOTHING',
  );
}

/** Vectors of different encoders do not compare: the version is part of the name. */
function rowId(encoderVersion: string, key: Uint8Array): string {
  return `${encoderVersion} ${Buffer.from(key).toString('hex')}`;
}
