import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type DocumentBatch, DocumentBatchWriter } from '../corpus/document-batch.ts';
import { type FileTask, openFile, orRefusal, type Refusal } from './prepare-file.ts';

export type PreparedBatch =
  | { readonly format: string; readonly sourceBytes: number; readonly batch: DocumentBatch }
  | Refusal;

/** The work of one thread of an import; its answer is handed over, not copied. */
export async function prepareBatch(task: FileTask): Promise<unknown> {
  const prepared: PreparedBatch = await orRefusal(async () => {
    const { format, sourceBytes, documents, stored } = await openFile(task);
    const writer = new DocumentBatchWriter();
    for (const document of documents) writer.add(document);
    for (const document of stored) writer.addStored(document);
    return { format, sourceBytes, batch: writer.finish() };
  });
  if ('refused' in prepared) return prepared;
  return move({ [transferableSymbol]: [prepared.batch.bytes.buffer], [valueSymbol]: prepared });
}
