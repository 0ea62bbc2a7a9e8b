import type { UscodeManifest } from './manifest.ts';
import { fetchListing, ListingError, type Plan, type PlanFault, type PlannedFile } from './plan.ts';
import type { PoliteFetch } from './polite-fetch.ts';

/**
 * The Code of the Law Revision Counsel has no API: its download page names the current release point and links
 * one archive of USLM per title, `releasepoints/us/pl/119/73not60/xml_usc12@119-73not60.zip`.
 */
export async function planUscode({ site, titles }: UscodeManifest, fetch: PoliteFetch): Promise<Plan> {
  const page = `${site}/download/download.shtml`;
  const html = await fetchListing(fetch, page, 'html');
  const links = new Map<string, string>();
  for (const [, href = '', title = ''] of html.matchAll(archiveLink)) {
    if (!links.has(title.toLowerCase())) links.set(title.toLowerCase(), new URL(href, page).href);
  }
  if (links.size === 0) throw new ListingError(page, 'links no archive of the Code; the page may be down');
  const editionDate = releaseDay(html);
  const files: PlannedFile[] = [];
  const faults: PlanFault[] = [];
  for (const { title, chapters } of titles) {
    const url = links.get(title);
    // Other chapters of the same archive are another thing to fetch.
    const key = chapters ? `title-${title}/chapters-${chapters.join('-')}` : `title-${title}`;
    if (url === undefined)
      faults.push({ key, url: page, reason: `${page} links no archive of title ${title}` });
    else {
      const path = `title-${title}`;
      files.push({
        key,
        url,
        path,
        format: 'zip',
        editionDate,
        settled: true,
        ...(chapters && { chapters }),
      });
    }
  }
  return { files, faults, notes: [] };
}

/** Bounded at every step: the page is not ours. */
const archiveLink = /href="([^"\s<>]{1,200}\/xml_usc(\d\d[aA]?)@[0-9a-z-]{3,40}\.zip)"/g;

/** `Public Law 119-73 (01/23/2026) , except 119-60`: the day of the last law taken in. */
function releaseDay(html: string): string | undefined {
  const [, month, day, year] =
    /Public Law \d{1,3}-\d{1,4}\s{0,9}\((\d\d)\/(\d\d)\/(\d{4})\)/.exec(html) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}
