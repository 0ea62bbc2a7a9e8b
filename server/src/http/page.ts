import type { CursorPosition, CursorScope, Cursors } from './cursor.ts';

export interface Page<Item> {
  readonly results: Item[];
  readonly pagination: { nextCursor: string | null; hasMore: boolean; approximateTotal: number };
}

/** Cuts a page out of one row more than was asked for; the extra row only tells that more follow. */
export function presentPage<Row, Item>(parts: {
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly total: number;
  readonly cursors: Cursors;
  readonly scope: CursorScope;
  readonly positionOf: (row: Row) => CursorPosition;
  readonly present: (row: Row) => Item;
}): Page<Item> {
  const shown = parts.rows.slice(0, parts.limit);
  const last = shown.at(-1);
  const hasMore = parts.rows.length > parts.limit && last !== undefined;
  return {
    results: shown.map(parts.present),
    pagination: {
      nextCursor: hasMore ? parts.cursors.make(parts.scope, parts.positionOf(last)) : null,
      hasMore,
      approximateTotal: parts.total,
    },
  };
}

/** The position of a list ordered by creation time: (createdAt descending, id ascending). */
export function createdPosition(
  cursors: Cursors,
  scope: CursorScope,
  cursor: string | undefined,
): { createdAt: number; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [createdAt, id] = cursors.open(scope, cursor);
  return { createdAt: Number(createdAt), id: String(id) };
}
