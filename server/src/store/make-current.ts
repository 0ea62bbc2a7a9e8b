import { editionRanks } from '../corpus/document.ts';
import type { KnownRevision } from './known-revisions.ts';
import {
  insertRows,
  number,
  type SqlValue,
  selectIn,
  sql,
  type Transaction,
  text,
  textOrNull,
} from './sql.ts';

/** The number the next change of the catalog will bear; whoever asks holds the catalog until its transaction ends. */
export function* nextGeneration(): Transaction<number> {
  const [state] = yield* sql(
    'UPDATE corpus_state SET generation = generation WHERE one = 1 RETURNING generation',
  );
  return (state ? number(state, 'generation') : 0) + 1;
}

/**
 * Makes the best revision of each document current, and none where none is given. One generation for all of
 * it; where nothing changes, none is used up.
 */
export function* makeCurrent(
  revisions: ReadonlyMap<string, readonly KnownRevision[]>,
  generation: number,
  now: number,
): Transaction<void> {
  const current = new Map<string, string | null>();
  const rows = yield* selectIn(
    'SELECT document_id, revision_id FROM currents WHERE superseded_generation IS NULL AND document_id IN',
    [...revisions.keys()],
  );
  for (const row of rows) current.set(text(row, 'document_id'), textOrNull(row, 'revision_id'));

  const changes: SqlValue[][] = [];
  for (const [id, candidates] of revisions) {
    const best = bestOf(candidates)?.id ?? null;
    if (current.get(id) === best) continue;
    if (current.has(id)) {
      yield* sql(
        `UPDATE currents SET superseded_generation = ?, superseded_at = ?
         WHERE document_id = ? AND superseded_generation IS NULL`,
        generation,
        now,
        id,
      );
    }
    changes.push([id, generation, best, now]);
  }
  if (changes.length === 0) return;
  yield* insertRows('INSERT INTO currents (document_id, generation, revision_id, updated_at)', changes);
  yield* sql('UPDATE corpus_state SET generation = ? WHERE one = 1', generation);
}

/** The publisher's words before lossy ones before a digest; of these the newest edition, then the one known last. */
function bestOf(revisions: readonly KnownRevision[]): KnownRevision | undefined {
  let best: KnownRevision | undefined;
  for (const one of revisions) if (!best || isBetter(one, best)) best = one;
  return best;
}

function isBetter(one: KnownRevision, other: KnownRevision): boolean {
  const ranks = editionRanks[one.edition] - editionRanks[other.edition];
  if (ranks !== 0) return ranks < 0;
  if (one.editionDate !== other.editionDate) return one.editionDate > other.editionDate;
  return one.revision > other.revision;
}
