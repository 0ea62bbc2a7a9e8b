import type { CatalogEntry } from '../corpus/corpus-store.ts';
import type { WikiPage } from './wiki.ts';

/** The playbooks in memory, most recently updated first, then by slug. */
export interface WikiShelf {
  /** Changes with any playbook: cursors are bound to it. */
  readonly version: string;
  readonly pages: readonly WikiPage[];
  find(slug: string): WikiPage | undefined;
}

export function createWikiShelf(version: string, pages: readonly WikiPage[]): WikiShelf {
  const ordered = [...pages].sort((a, b) => b.updatedAt - a.updatedAt || (a.slug < b.slug ? -1 : 1));
  const bySlug = new Map(ordered.map((page) => [page.slug, page]));
  return { version, pages: ordered, find: (slug) => bySlug.get(slug) };
}

/** Sources that have got a newer text since the playbook was written: its claims want another look. */
export function staleSources(
  wiki: WikiPage,
  find: (externalId: string) => CatalogEntry | undefined,
): string[] {
  return wiki.sources.filter((source) => {
    const entry = find(source);
    return entry !== undefined && entry.revision > 1 && entry.updatedAt > wiki.updatedAt;
  });
}
