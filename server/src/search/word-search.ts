/** Words that say nothing about which document is meant. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in is it of on or that the this to was we what when which who with you'.split(
    ' ',
  ),
);

/** The texts of an item that are searched, each with how much a word in it counts. */
export type WeightedTexts = readonly (readonly [weight: number, text: string])[];

/**
 * Deterministic word matching over short texts (titles, descriptions, names): no embeddings, no body. Rare
 * words count more, and items with more of the query's words come first. Items are indexed as they are met
 * and forgotten with them.
 */
export class WordSearch<Item extends object> {
  readonly #textsOf: (item: Item) => WeightedTexts;
  readonly #postings = new Map<string, Map<Item, number>>();
  readonly #indexed = new WeakSet<Item>();

  constructor(textsOf: (item: Item) => WeightedTexts) {
    this.#textsOf = textsOf;
  }

  /** Matching items, best first; ties keep the order they came in. */
  rank(query: string, items: readonly Item[]): Item[] {
    for (const item of items) this.#index(item);
    const scores = new Map<Item, number>();
    for (const word of new Set(wordsOf(query))) {
      const found = this.#postings.get(word);
      if (!found) continue;
      // Whole numbers: the order is the same on every machine.
      const rarity = Math.round(100 * Math.log2(1 + items.length / found.size));
      for (const [item, weight] of found) scores.set(item, (scores.get(item) ?? 0) + weight * rarity);
    }
    return items
      .filter((item) => scores.has(item))
      .map((item, place) => ({ item, place, score: scores.get(item) ?? 0 }))
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .map(({ item }) => item);
  }

  #index(item: Item): void {
    if (this.#indexed.has(item)) return;
    this.#indexed.add(item);
    for (const [weight, text] of this.#textsOf(item)) {
      for (const word of new Set(wordsOf(text))) {
        const found = this.#postings.get(word) ?? new Map<Item, number>();
        found.set(item, Math.max(found.get(item) ?? 0, weight));
        this.#postings.set(word, found);
      }
    }
  }
}

/** Lower-case words and section numbers (`1005.11`), plural -s taken off. */
function wordsOf(text: string): string[] {
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
