/** Looks until it is so; the milliseconds it took, or undefined where it was not so in time. */
export async function timeUntil(
  isSo: () => Promise<boolean>,
  withinMs: number,
  everyMs = 25,
): Promise<number | undefined> {
  const began = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - began;
    if (performance.now() - began > withinMs) return undefined;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
