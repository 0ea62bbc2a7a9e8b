import type { CorpusReader } from '../corpus/corpus-store.ts';
import { documentId } from '../corpus/document-id.ts';
import { textBetween } from '../corpus/utf8-text.ts';
import { contextLine } from '../search/context-line.ts';
import { passageText } from '../search/encoder.ts';
import type { FoundPlace } from './state-search.ts';

/** Passages of the store as the models read them, under their lines of context. */
export function readPassages(
  corpus: Pick<CorpusReader, 'readRevision' | 'readText'>,
  places: readonly FoundPlace[],
): Promise<string[]> {
  return Promise.all(
    places.map(async (place) => {
      const text = await readPlace(corpus, place);
      const document = await corpus.readRevision(documentId(place.key), place.revision);
      return passageText(document ? contextLine(document, place) : '', text);
    }),
  );
}

/** The words of a place: exactly its bytes. */
export async function readPlace(
  corpus: Pick<CorpusReader, 'readText'>,
  { key, revision, startByte, endByte }: FoundPlace,
): Promise<string> {
  const { from, bytes } = await corpus.readText(documentId(key), revision, startByte, endByte);
  return textBetween(bytes, startByte - from, endByte - from);
}
