import { hash } from 'node:crypto';
import { batchOf } from '../server/src/corpus/document-batch.ts';
import type { PreparedDocument } from '../server/src/corpus/prepared-document.ts';
import { deserialiseDocument } from '../server/src/corpus/serialised-document.ts';
import { textBetween } from '../server/src/corpus/utf8-text.ts';
import { nowSeconds, openStores } from '../server/src/services.ts';

/** Documents stored in one transaction. */
const batchSize = 500;
const chunksPerDocument = 10;

/**
 * Adds documents to a store until it has as many chunks as wanted: the first half of one chunk with the second half of
 * another, so that words and lengths stay those of law.
 */
export async function makeDocuments(folder: string, wanted: number): Promise<string> {
  const { corpus, database } = await openStores(
    { dataDir: folder, databaseUrl: undefined, databasePool: 1 },
    'end',
  );
  try {
    const texts: string[] = [];
    let example: ReturnType<typeof deserialiseDocument> | undefined;
    for (const { documentId, revision } of await corpus.currentTexts()) {
      const read = await corpus.readSerialised(documentId, revision);
      if (!read) continue;
      const document = deserialiseDocument(read);
      example ??= document;
      for (const { startByte, endByte } of document.chunks)
        texts.push(textBetween(document.bytes, startByte, endByte));
    }
    const real = texts.length;
    if (!example || wanted <= real) return `${real} chunks, all of the corpus`;
    let batch: PreparedDocument[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      const sha256 = hash('sha256', `${batch[0]?.facts.externalId}`, 'hex');
      await corpus.importWhole(
        [{ name: 'made', format: 'made', sha256, readers: 'bench', batch: batchOf(batch) }],
        nowSeconds(),
      );
      batch = [];
    };
    for (let at = real; at < wanted; at += chunksPerDocument) {
      const pieces = Array.from({ length: Math.min(chunksPerDocument, wanted - at) }, (_, own) => {
        const one = texts[(at + own) % real] ?? '';
        // A step that shares no divisor with the count meets every pair before it repeats one.
        const other = texts[((at + own) * 7919 + Math.floor(at / real)) % real] ?? '';
        return Buffer.from(`${one.slice(0, one.length / 2)} ${other.slice(other.length / 2)}`);
      });
      batch.push(madeDocument(example, `made-${at}`, pieces));
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    return `${wanted} chunks, ${real} of them of the corpus, the rest recombined from its words`;
  } finally {
    await database.close();
  }
}

function madeDocument(
  example: ReturnType<typeof deserialiseDocument>,
  externalId: string,
  pieces: readonly Buffer[],
): ReturnType<typeof deserialiseDocument> {
  const bytes = Buffer.concat(pieces);
  let startByte = 0;
  return {
    ...example,
    facts: { ...example.facts, externalId, title: externalId },
    label: externalId,
    bytes,
    textSha256: hash('sha256', bytes, 'hex'),
    tableOfContents: [],
    chunks: pieces.map((piece, at) => {
      const chunk = { startByte, endByte: startByte + piece.length, sectionPath: `${externalId} > ${at}` };
      startByte = chunk.endByte;
      return chunk;
    }),
  };
}
