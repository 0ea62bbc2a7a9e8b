import { readFileSync, statSync } from 'node:fs';
import { prepareDocument } from '../corpus/prepared-document.ts';
import { type SerialisedDocument, serialiseDocument } from '../corpus/serialised-document.ts';
import { flattenOutline } from './flatten-outline.ts';
import { isPack, readPack } from './pack.ts';
import { SourceError } from './reader.ts';
import { readers } from './readers.ts';
import { maxSourceBytes, unpack } from './unpack.ts';

export interface FileTask {
  readonly path: string;
  readonly editionDate: string | undefined;
}

export type PreparedFile =
  | {
      readonly format: string;
      readonly sourceBytes: number;
      readonly documents: readonly SerialisedDocument[];
    }
  | { readonly refused: string; readonly code: string };

const headBytes = 4096;

/** Reads one file whole: either all of its documents are ready, or none and the reason. */
export async function prepareFile({ path, editionDate }: FileTask): Promise<PreparedFile> {
  try {
    const { size } = statSync(path);
    if (size > maxSourceBytes) {
      throw new SourceError('too_large', `has ${size} bytes; at most ${maxSourceBytes} are read`);
    }
    const bytes = unpack(readFileSync(path));
    const name = path.replace(/\.gz$/i, '');
    const head = Buffer.from(bytes.subarray(0, headBytes)).toString('utf8');
    if (isPack(head))
      return { format: 'pandect-pack', sourceBytes: bytes.length, documents: readPack(bytes) };
    const reader = readers.find((one) => one.recognises(name, head));
    if (!reader) {
      throw new SourceError('unrecognised_format', 'is in none of the formats Pandect reads');
    }
    const documents: SerialisedDocument[] = [];
    const seen = new Set<string>();
    for (const outline of await reader.read({
      name,
      bytes,
      ...(editionDate !== undefined && { editionDate }),
    })) {
      const { externalId } = outline.facts;
      if (seen.has(externalId)) {
        throw new SourceError('malformed', `holds the document ${externalId} twice`);
      }
      seen.add(externalId);
      documents.push(serialiseDocument(prepareDocument(flattenOutline(outline))));
    }
    return { format: reader.format, sourceBytes: bytes.length, documents };
  } catch (error) {
    if (error instanceof SourceError) return { refused: error.message, code: error.code };
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      return { refused: `cannot be read: ${error.message}`, code: error.code };
    }
    throw error;
  }
}
