import { authorityName, categoryLabels } from '../corpus/authorities.ts';
import type { CatalogEntry } from '../corpus/corpus-store.ts';

/** How much a word counts by where it stands: a title names the thing, a description talks about it. */
const weights = { title: 8, citation: 8, authority: 4, category: 4, description: 2 } as const;

/** Words that say nothing about which document is meant. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in is it of on or that the this to was we what when which who with you'.split(
    ' ',
  ),
);

/**
 * Relevance over title, description, authority name and category label: deterministic word matching, no
 * body text. Rare words count more; documents with more of the query's words come first.
 */
export class CatalogSearch {
  readonly #postings = new Map<string, Map<CatalogEntry, number>>();
  readonly #indexed = new WeakSet<CatalogEntry>();

  /** Matching entries, best first; ties keep the order they came in. */
  rank(query: string, entries: readonly CatalogEntry[]): CatalogEntry[] {
    for (const entry of entries) this.#index(entry);
    const scores = new Map<CatalogEntry, number>();
    for (const word of new Set(words(query))) {
      const found = this.#postings.get(word);
      if (!found) continue;
      // Whole numbers: the order is the same on every machine.
      const rarity = Math.round(100 * Math.log2(1 + entries.length / found.size));
      for (const [entry, weight] of found) scores.set(entry, (scores.get(entry) ?? 0) + weight * rarity);
    }
    return entries
      .filter((entry) => scores.has(entry))
      .map((entry, place) => ({ entry, place, score: scores.get(entry) ?? 0 }))
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .map(({ entry }) => entry);
  }

  #index(entry: CatalogEntry): void {
    if (this.#indexed.has(entry)) return;
    this.#indexed.add(entry);
    const { facts } = entry;
    const fields = [
      [weights.title, facts.title],
      [weights.citation, facts.attributes.citation],
      [weights.authority, facts.authorities.map((id) => `${id} ${authorityName(id)}`).join(' ')],
      [weights.category, categoryLabels[facts.category]],
      [weights.description, facts.description],
    ] as const;
    for (const [weight, text] of fields) {
      for (const word of new Set(words(text))) {
        const found = this.#postings.get(word) ?? new Map<CatalogEntry, number>();
        found.set(entry, Math.max(found.get(entry) ?? 0, weight));
        this.#postings.set(word, found);
      }
    }
  }
}

/** Lower-case words and section numbers (`1005.11`), plural -s taken off. */
function words(text: string): string[] {
  const found =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu) ?? [];
  return found
    .flatMap((word) => (/^\d/.test(word) ? [word] : word.split(/[.-]/)))
    .filter((word) => word !== '' && !stopWords.has(word))
    .map((word) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word));
}
