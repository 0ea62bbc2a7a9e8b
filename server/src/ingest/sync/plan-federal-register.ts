import type { FederalRegisterManifest, FederalRegisterQuery } from './manifest.ts';
import {
  asDay,
  asRecord,
  fetchJson,
  ListingError,
  type Plan,
  type PlanFault,
  type PlannedFile,
} from './plan.ts';
import type { PoliteFetch } from './polite-fetch.ts';

/** The most the API gives on a page. */
const pageDocuments = 1000;
/** Past this the query is too wide for the API, which stops counting; it is split in the manifest. */
const maxPages = 50;

/** Documents by agency, type, CFR title and date; each has the address of its text in the list. */
export async function planFederalRegister(
  manifest: FederalRegisterManifest,
  fetch: PoliteFetch,
): Promise<Plan> {
  const files = new Map<string, PlannedFile>();
  const faults: PlanFault[] = [];
  let withoutText = 0;
  for (const query of manifest.queries) {
    for await (const row of listDocuments(queryUrl(manifest.site, query), fetch)) {
      const { document_number: number, publication_date: published, full_text_xml_url: url } = row;
      // An old document, or one that came out today, may have no XML.
      if (url === null || url === undefined) {
        withoutText++;
        continue;
      }
      const day = asDay(published);
      if (
        typeof number !== 'string' ||
        !/^[A-Za-z0-9][A-Za-z0-9-]{1,40}$/.test(number) ||
        day === undefined
      ) {
        faults.push({ key: String(number), url: String(url), reason: 'its number or date cannot be read' });
        continue;
      }
      if (typeof url !== 'string' || !URL.canParse(url)) {
        faults.push({ key: number, url: String(url), reason: 'the address of its text cannot be read' });
        continue;
      }
      const path = `${day.slice(0, 4)}/${number}.xml`;
      files.set(number, { key: number, url, path, format: 'xml', editionDate: day, settled: true });
    }
  }
  const notes = withoutText === 0 ? [] : [`${withoutText} listed documents have no XML text, or none yet`];
  return { files: [...files.values()], faults, notes };
}

function queryUrl(site: string, { agencies, types, cfrTitle, publishedFrom }: FederalRegisterQuery): string {
  const url = new URL('/api/v1/documents.json', site);
  const ask = (name: string, value: string | number) => url.searchParams.append(name, String(value));
  ask('per_page', pageDocuments);
  // Oldest first: what comes out while the pages are read is added at the end and shifts nothing.
  ask('order', 'oldest');
  for (const field of ['document_number', 'publication_date', 'full_text_xml_url']) ask('fields[]', field);
  for (const agency of agencies) ask('conditions[agencies][]', agency);
  for (const type of types) ask('conditions[type][]', type);
  if (cfrTitle !== undefined) ask('conditions[cfr][title]', cfrTitle);
  ask('conditions[publication_date][gte]', publishedFrom);
  return url.href;
}

async function* listDocuments(first: string, fetch: PoliteFetch) {
  const seen = new Set<string>();
  let listed = 0;
  let expected = 0;
  let next: string | undefined = first;
  while (next !== undefined) {
    if (seen.has(next) || seen.size >= maxPages) {
      throw new ListingError(next, `the list does not end within ${maxPages} pages; narrow the query`);
    }
    seen.add(next);
    const page: Readonly<Record<string, unknown>> = await fetchJson(fetch, next);
    if (seen.size === 1 && typeof page.count === 'number') expected = page.count;
    // A query without any document answers without a list.
    const rows: readonly unknown[] = Array.isArray(page.results) ? page.results : [];
    for (const row of rows) {
      listed++;
      yield asRecord(row) ?? {};
    }
    next = typeof page.next_page_url === 'string' ? page.next_page_url : undefined;
  }
  if (listed < expected) {
    throw new ListingError(first, `lists ${listed} of ${expected} documents; narrow the query`);
  }
}
