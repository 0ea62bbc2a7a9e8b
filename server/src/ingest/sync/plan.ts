import type { BodyFormat } from './body-fault.ts';
import type { PoliteFetch } from './polite-fetch.ts';

/** One address to fetch, and where its text is kept. */
export interface PlannedFile {
  /** Stable over editions, such as `title-12/part-1005`. */
  readonly key: string;
  readonly url: string;
  /** Path below the manifest's folder; of a zip file, the folder its entries are put in. */
  readonly path: string;
  readonly format: BodyFormat;
  /** The day whose law the text states, where the site says it beside the text. */
  readonly editionDate: string | undefined;
  /** The address names an edition: once fetched, it is never asked for again. */
  readonly settled: boolean;
  /** Of a title of the Code: the chapters that are kept; all without it. */
  readonly chapters?: readonly string[];
}

/** Something the manifest asks for and the site does not list. */
export interface PlanFault {
  readonly key: string;
  readonly url: string;
  readonly reason: string;
}

export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly faults: readonly PlanFault[];
  /** What the operator should know and need not mend. */
  readonly notes: readonly string[];
}

/** A listing that does not say what it is read for. */
export class ListingError extends Error {
  constructor(url: string, what: string) {
    super(`${url}: ${what}`);
    this.name = 'ListingError';
  }
}

export async function fetchListing(
  fetch: PoliteFetch,
  url: string,
  format: 'json' | 'html',
): Promise<string> {
  const fetched = await fetch({ url, format });
  if (fetched.outcome !== 'fetched')
    throw new ListingError(url, 'answers 304 to a question never asked before');
  return fetched.bytes.toString('utf8');
}

/** A JSON listing whose root is an object; every field is checked where it is read. */
export async function fetchJson(fetch: PoliteFetch, url: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await fetchListing(fetch, url, 'json');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ListingError(url, 'answers with JSON that cannot be read');
  }
  return asRecord(value) ?? fail(url);
}

function fail(url: string): never {
  throw new ListingError(url, 'answers with JSON that is not an object');
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)
    ? value
    : undefined;
}
