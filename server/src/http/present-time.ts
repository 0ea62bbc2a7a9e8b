/** `2026-01-31T09:30:00Z` */
export function presentTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

export function presentTimeOrNull(seconds: number | null): string | null {
  return seconds === null ? null : presentTime(seconds);
}

/** A bound given with fractions of a second covers only the whole seconds inside it. */
export function lowerBound(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Math.ceil(Date.parse(timestamp) / 1000);
}

export function upperBound(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Math.floor(Date.parse(timestamp) / 1000);
}
