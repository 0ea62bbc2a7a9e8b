/** A type guard for a closed set of strings. */
export function memberOf<const T extends readonly string[]>(
  values: T,
): (value: string) => value is T[number] {
  const known: ReadonlySet<string> = new Set(values);
  return (value): value is T[number] => known.has(value);
}
