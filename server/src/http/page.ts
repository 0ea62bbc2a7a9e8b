import type { Caller } from './caller.ts';
import type { Cursors } from './cursor.ts';

/** A row of a list that is ordered by creation: newest first, then by id. */
interface CreatedRow {
  readonly id: string;
  readonly createdAt: number;
}

export interface Page<Item> {
  readonly results: Item[];
  readonly pagination: { nextCursor: string | null; hasMore: boolean; approximateTotal: number };
}

/**
 * One page of a list ordered by creation. The order never changes for a row that is there, so pages are
 * stable while rows are added; one row more than asked for is read, only to tell that more follow.
 */
export async function pageByCreation<Row extends CreatedRow, Item>(parts: {
  readonly list: string;
  readonly caller: Caller;
  /** The filters as the caller gave them: a cursor is bound to them. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly cursors: Cursors;
  readonly read: (after: CreatedRow | undefined, count: number) => Promise<readonly Row[]>;
  readonly count: () => Promise<number>;
  readonly present: (row: Row) => Item;
}): Promise<Page<Item>> {
  const { cursors, cursor, limit } = parts;
  const scope = { list: parts.list, teamId: parts.caller.teamId, filters: parts.filters };
  const [createdAt, id] = cursor === undefined ? [] : cursors.open(scope, cursor);
  const after = cursor === undefined ? undefined : { createdAt: Number(createdAt), id: String(id) };
  const [rows, approximateTotal] = await Promise.all([parts.read(after, limit + 1), parts.count()]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    results: shown.map(parts.present),
    pagination: {
      nextCursor: hasMore ? cursors.make(scope, [last.createdAt, last.id]) : null,
      hasMore,
      approximateTotal,
    },
  };
}
