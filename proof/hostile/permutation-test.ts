/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * How often a difference of medians as large as the one found would come about if it did not matter which
 * value belongs to which group: the share of random regroupings in which it is at least as large.
 */
export function permutationTest(
  a: readonly number[],
  b: readonly number[],
  rounds: number,
): { readonly difference: number; readonly p: number } {
  const difference = median(a) - median(b);
  const all = [...a, ...b];
  let asLarge = 0;
  for (let round = 0; round < rounds; round++) {
    for (let i = all.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      const held = all[i] ?? 0;
      all[i] = all[j] ?? 0;
      all[j] = held;
    }
    const found = median(all.slice(0, a.length)) - median(all.slice(a.length));
    if (Math.abs(found) >= Math.abs(difference)) asLarge++;
  }
  return { difference, p: (asLarge + 1) / (rounds + 1) };
}
