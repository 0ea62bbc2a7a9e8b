import type { Version } from './use-document.ts';

/** What an address of the reader says: which text, and where in it. Nonsense is left out, not guessed at. */
export function readAddress(query: URLSearchParams): {
  readonly version: Version;
  /** Bytes: `at=120` is the paragraph that holds it, `at=120-180` those words. */
  readonly at: { readonly start: number; readonly end: number | undefined } | undefined;
  /** An entry of the table of contents. */
  readonly to: string | undefined;
} {
  const asOf = query.get('asOf');
  const revision = /^[1-9]\d{0,6}$/.exec(query.get('revision') ?? '')?.[0];
  const [, start, end] = /^(\d{1,12})(?:-(\d{1,12}))?$/.exec(query.get('at') ?? '') ?? [];
  return {
    version: asOf !== null ? { asOf } : revision !== undefined ? { revision: Number(revision) } : {},
    at:
      start === undefined
        ? undefined
        : { start: Number(start), end: end === undefined ? undefined : Number(end) },
    to: query.get('to') ?? undefined,
  };
}
