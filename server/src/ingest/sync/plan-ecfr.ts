import type { EcfrManifest, GovinfoManifest } from './manifest.ts';
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

/**
 * The versioner API: `titles.json` gives each title's latest issue, and a part is asked for as of that day, so
 * that its address changes exactly when its title does.
 */
export async function planEcfr({ site, titles }: EcfrManifest, fetch: PoliteFetch): Promise<Plan> {
  const listing = `${site}/api/versioner/v1/titles.json`;
  const issues = readIssues(await fetchJson(fetch, listing), listing);
  const files: PlannedFile[] = [];
  const faults: PlanFault[] = [];
  for (const { title, parts } of titles) {
    const issued = issues.get(title);
    if (issued === undefined) {
      faults.push({
        key: `title-${title}`,
        url: listing,
        reason: `${listing} gives no issue date of title ${title}`,
      });
      continue;
    }
    for (const part of parts) {
      files.push({
        key: `title-${title}/part-${part}`,
        url: `${site}/api/versioner/v1/full/${issued}/title-${title}.xml?part=${part}`,
        path: `title-${title}/part-${part}.xml`,
        format: 'xml',
        editionDate: issued,
        settled: true,
      });
    }
  }
  return { files, faults, notes: [] };
}

function readIssues(listing: Readonly<Record<string, unknown>>, url: string): ReadonlyMap<number, string> {
  if (!Array.isArray(listing.titles)) throw new ListingError(url, 'has no list of titles');
  const issues = new Map<number, string>();
  for (const row of listing.titles) {
    const { number, latest_issue_date: issued } = asRecord(row) ?? {};
    const day = asDay(issued);
    // A reserved title has no issue date.
    if (typeof number === 'number' && day !== undefined) issues.set(number, day);
  }
  return issues;
}

/** GPO's bulk data: one file per title at a fixed address; the day it states stands in the file. */
export function planGovinfo({ site, titles }: GovinfoManifest): Plan {
  const files = titles.map(
    (title): PlannedFile => ({
      key: `title-${title}`,
      url: `${site}/bulkdata/ECFR/title-${title}/ECFR-title${title}.xml`,
      path: `ECFR-title${title}.xml`,
      format: 'xml',
      editionDate: undefined,
      settled: false,
    }),
  );
  return { files, faults: [], notes: [] };
}
