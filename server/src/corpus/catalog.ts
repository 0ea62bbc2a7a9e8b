import type { CatalogEntry, CorpusStore } from './corpus-store.ts';

/** Orders kept for open cursors; each holds one pointer per document. */
const keptOrders = 8;

/**
 * The catalog in memory: what is current, and what was current at the generations open cursors were made
 * at. A page list is always read as of one generation, so nothing moves under a reader.
 */
export class Catalog {
  readonly #store: Pick<CorpusStore, 'changesSince'>;
  readonly #nowSeconds: () => number;
  /** Entries of a document, oldest first; a removal leaves the last one superseded. */
  readonly #entries = new Map<string, CatalogEntry[]>();
  readonly #idOfSlug = new Map<string, string>();
  readonly #orders = new Map<number, readonly CatalogEntry[]>();
  #generation = 0;
  #refreshing: Promise<boolean> | undefined;

  constructor(store: Pick<CorpusStore, 'changesSince'>, nowSeconds: () => number) {
    this.#store = store;
    this.#nowSeconds = nowSeconds;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The current entry of a document id or an externalId slug (any case). */
  find(idOrSlug: string): CatalogEntry | undefined {
    const id = this.#entries.has(idOrSlug) ? idOrSlug : (this.#idOfSlug.get(idOrSlug.toLowerCase()) ?? '');
    const last = this.#entries.get(id)?.at(-1);
    return last?.supersededAtGeneration === undefined ? last : undefined;
  }

  /** Every document as of a generation: most recently updated first, then by id. */
  ordered(generation: number): readonly CatalogEntry[] {
    const known = this.#orders.get(generation);
    if (known) return known;
    const entries: CatalogEntry[] = [];
    for (const history of this.#entries.values()) {
      const entry = history.findLast((one) => one.generation <= generation);
      if (entry && (entry.supersededAtGeneration ?? Number.POSITIVE_INFINITY) > generation)
        entries.push(entry);
    }
    entries.sort((a, b) => b.updatedAt - a.updatedAt || (a.documentId < b.documentId ? -1 : 1));
    const [oldest] = this.#orders.keys();
    if (this.#orders.size >= keptOrders && oldest !== undefined) this.#orders.delete(oldest);
    this.#orders.set(generation, entries);
    return entries;
  }

  /** Takes up what has changed in the store; true when something had. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#takeUpChanges().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #takeUpChanges(): Promise<boolean> {
    const changes = await this.#store.changesSince(this.#generation, this.#nowSeconds());
    if (changes.generation === this.#generation) return false;
    for (const entry of changes.entries) {
      const history = this.#entries.get(entry.documentId) ?? [];
      const place = history.findIndex((one) => one.generation === entry.generation);
      if (place >= 0) history[place] = entry;
      else history.push(entry);
      this.#entries.set(entry.documentId, history);
      this.#idOfSlug.set(entry.externalId, entry.documentId);
    }
    for (const { documentId, generation } of changes.removals) {
      const history = this.#entries.get(documentId);
      const last = history?.at(-1);
      if (history && last && last.supersededAtGeneration === undefined && last.generation < generation) {
        history[history.length - 1] = { ...last, supersededAtGeneration: generation };
      }
    }
    this.#generation = changes.generation;
    return true;
  }
}

/** Follows the store, so that a running process takes up a new edition by itself. */
export function followCorpus(
  catalog: Catalog,
  store: Pick<CorpusStore, 'generation'>,
  onError: (error: unknown) => void,
  everyMs = 1000,
): () => void {
  const look = async () => {
    try {
      if ((await store.generation()) !== catalog.generation) await catalog.refresh();
    } catch (error) {
      onError(error);
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
