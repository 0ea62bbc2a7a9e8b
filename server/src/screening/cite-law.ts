import type { RegulationCitation, RegulationSummary } from '@pandect/contract';
import type { Chunk } from '../corpus/chunk-document.ts';
import type { CatalogEntry, CorpusReader } from '../corpus/corpus-store.ts';
import { deserialiseDocument } from '../corpus/serialised-document.ts';
import type { TocEntry } from '../corpus/table-of-contents.ts';
import { textBetween } from '../corpus/utf8-text.ts';
import { splitCitation } from './rule.ts';

/** Citations kept as they are sent. A rule pack cites some hundreds of paragraphs; each new text adds its own. */
const maxKept = 4000;

/** Looks up the law's own words for a rule's citations, in what is current: the official text, or our digest. */
export class LawCiter {
  readonly #corpus: Pick<CorpusReader, 'readSerialised'>;
  readonly #find: (externalId: string) => CatalogEntry | undefined;
  readonly #present: (entry: CatalogEntry) => RegulationSummary;
  readonly #kept = new Map<string, Promise<RegulationCitation>>();

  constructor(parts: {
    readonly corpus: Pick<CorpusReader, 'readSerialised'>;
    readonly find: (externalId: string) => CatalogEntry | undefined;
    readonly present: (entry: CatalogEntry) => RegulationSummary;
  }) {
    this.#corpus = parts.corpus;
    this.#find = parts.find;
    this.#present = parts.present;
  }

  /** One citation for each document, in the order given; documents that are not there are left out. */
  async cite(citations: readonly string[]): Promise<RegulationCitation[]> {
    const cited = new Map<string, RegulationCitation>();
    for (const citation of citations) {
      const { externalId, path } = splitCitation(citation);
      const entry = this.#find(externalId);
      if (!entry) continue;
      const found = await this.#keep(citation, entry, path);
      const known = cited.get(entry.documentId);
      if (!known) cited.set(entry.documentId, found);
      else if (!known.chunks.some((chunk) => chunk.startOffset === found.chunks[0]?.startOffset))
        cited.set(entry.documentId, { ...known, chunks: [...known.chunks, ...found.chunks] });
    }
    return [...cited.values()];
  }

  #keep(citation: string, entry: CatalogEntry, path: readonly string[]): Promise<RegulationCitation> {
    const name = `${citation} ${entry.documentId} ${entry.revision} ${entry.updatedAt}`;
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const made = this.#read(entry, path);
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(name, made);
    made.catch(() => this.#kept.delete(name)); // a store that was away is asked again
    return made;
  }

  async #read(entry: CatalogEntry, path: readonly string[]): Promise<RegulationCitation> {
    const stored = await this.#corpus.readSerialised(entry.documentId, entry.revision);
    const regulation = this.#present(entry);
    if (!stored) return { regulation, chunks: [] };
    const { chunks, tableOfContents } = deserialiseDocument(stored);
    const chunk = chunkOf(chunks, tableOfContents, path);
    if (!chunk) return { regulation, chunks: [] };
    return {
      regulation,
      chunks: [
        {
          text: textBetween(stored.bytes, chunk.startByte, chunk.endByte),
          startOffset: chunk.startByte,
          endOffset: chunk.endByte,
          sectionPath: chunk.sectionPath,
          regulationRevision: entry.revision,
        },
      ],
    };
  }
}

/** The chunk in which a paragraph begins; where the text has no such paragraph, that of the paragraph around it. */
export function chunkOf(
  chunks: readonly Chunk[],
  toc: readonly TocEntry[],
  path: readonly string[],
): Chunk | undefined {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const wanted = path.slice(0, depth).join('/').toLowerCase();
    const entry = toc.find((one) => one.path?.join('/').toLowerCase() === wanted);
    const chunk =
      entry &&
      chunks.find(({ startByte, endByte }) => startByte <= entry.startByte && entry.startByte < endByte);
    if (chunk) return chunk;
  }
  return chunks[0];
}
