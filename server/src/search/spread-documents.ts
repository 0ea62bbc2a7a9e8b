/** So many chunks of a document above make a chunk pay, so that those of a long one stay in order. Range 3 to 10. */
const maxCrowd = 8;

interface Scored {
  readonly chunk: number;
  readonly score: number;
  readonly shares: { readonly crowding: number };
  /** Number of its document. */
  readonly documentNumber: number;
}

/**
 * Puts chunks in order, each with `points` taken for every chunk of its document above it: a limit counts chunks, and
 * one long section would fill it. What was taken before is given back first.
 */
export function spreadDocuments<T extends Scored>(
  chunks: readonly T[],
  points: number,
  tieOrder: (a: number, b: number) => number,
): T[] {
  const byScore = (a: T, b: T) => b.score - a.score || tieOrder(a.chunk, b.chunk);
  const withCrowding = (one: T, crowding: number): T =>
    one.shares.crowding === crowding
      ? one
      : {
          ...one,
          score: one.score - one.shares.crowding + crowding,
          shares: { ...one.shares, crowding },
        };
  const ordered = chunks.map((one) => withCrowding(one, 0)).sort(byScore);
  if (points === 0) return ordered;
  const above = new Map<number, number>();
  return ordered
    .map((one) => {
      const before = above.get(one.documentNumber) ?? 0;
      above.set(one.documentNumber, before + 1);
      return before === 0 ? one : withCrowding(one, Math.round(points * Math.min(before, maxCrowd)));
    })
    .sort(byScore);
}
