/** A stretch of text and what covers it: links, marks and evidence may overlap. */
export interface Piece<R> {
  readonly start: number;
  readonly end: number;
  readonly covers: readonly R[];
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Cuts `[start, end)` wherever a range begins or ends. The pieces join to exactly that stretch. */
export function cutByRanges<R extends Range>(start: number, end: number, ranges: readonly R[]): Piece<R>[] {
  const inside = ranges.filter((range) => range.start < end && range.end > start && range.end > range.start);
  const cuts = new Set([start, end]);
  for (const range of inside) {
    cuts.add(Math.max(start, range.start));
    cuts.add(Math.min(end, range.end));
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, at) => {
    const to = places[at + 1] ?? end;
    return { start: from, end: to, covers: inside.filter((range) => range.start <= from && range.end >= to) };
  });
}
