import { ApiError, operations, type ReplyOf } from '@pandect/contract';
import type { FoundReference } from '../../citations/find-references.ts';
import type { Catalog } from '../../corpus/catalog.ts';
import type { CorpusStore } from '../../corpus/corpus-store.ts';
import { textBetween } from '../../corpus/utf8-text.ts';
import type { Mount } from '../route.ts';

/** Lists kept: reading one again must not read the whole text again. */
const keptLists = 200;

type Reply = ReplyOf<typeof operations.listRegulationReferences>;

export function mountReferences(
  mount: Mount,
  { catalog, corpus }: { catalog: Catalog; corpus: CorpusStore },
): void {
  const kept = new Map<string, Reply>();

  mount(operations.listRegulationReferences, async ({ params, query }) => {
    const entry = catalog.find(params.id);
    if (!entry) {
      throw new ApiError('not_found', `There is no document ${JSON.stringify(params.id)}.`, { param: 'id' });
    }
    const revision = query.revision ?? entry.revision;
    // Another generation may hold documents this one does not.
    const name = `${entry.documentId} ${revision} ${catalog.generation}`;
    const known = kept.get(name);
    if (known) return { body: known };
    const read = await corpus.readRevision(entry.documentId, revision);
    if (!read) {
      throw new ApiError('not_found', `There is no revision ${revision} of ${entry.externalId}.`, {
        param: 'revision',
      });
    }
    const { bytes } = await corpus.readText(entry.documentId, revision, 0, read.totalBytes);
    const text = textBetween(bytes, 0, read.totalBytes);
    // Loaded with the first question: the names of Acts it knows would lengthen every start.
    const { findReferences } = await import('../../citations/find-references.ts');
    const found = findReferences(text, entry.externalId, (id) => catalog.find(id) !== undefined);
    const body = { revision, results: present(found, text, catalog) };
    const [oldest] = kept.keys();
    if (kept.size >= keptLists && oldest !== undefined) kept.delete(oldest);
    kept.set(name, body);
    return { body };
  });
}

function present(found: readonly FoundReference[], text: string, catalog: Catalog): Reply['results'] {
  const byteAt = forwardBytes(text);
  return found.map(({ startOffset, endOffset, externalId, entryId }) => ({
    startOffset: byteAt(startOffset),
    endOffset: byteAt(endOffset),
    externalId,
    title: catalog.find(externalId)?.facts.title ?? externalId,
    ...(entryId !== undefined && { entryId }),
  }));
}

/** Byte offsets of growing string positions: each stretch of the text is measured once. */
function forwardBytes(text: string): (position: number) => number {
  let position = 0;
  let byte = 0;
  return (wanted) => {
    byte += Buffer.byteLength(text.slice(position, wanted));
    position = wanted;
    return byte;
  };
}
