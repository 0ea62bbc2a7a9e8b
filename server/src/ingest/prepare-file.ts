import { readFileSync, statSync } from 'node:fs';
import type { StoredDocument } from '../corpus/document-batch.ts';
import { type PreparedDocument, prepareDocument } from '../corpus/prepared-document.ts';
import { flattenOutline } from './flatten-outline.ts';
import type { Outline } from './outline.ts';
import { isPack, readPack } from './pack.ts';
import { SourceError } from './reader.ts';
import { readers } from './readers.ts';
import { maxSourceBytes, unpack } from './unpack.ts';

export interface FileTask {
  readonly path: string;
  readonly editionDate: string | undefined;
  /** Documents of the store by the key of their source: they need not be read again. */
  readonly stored?: ReadonlyMap<string, string>;
}

export interface Refusal {
  readonly refused: string;
  readonly code: string;
}

/** What a file holds; `documents` is run through once and may still throw. */
interface OpenedFile {
  readonly format: string;
  readonly sourceBytes: number;
  readonly documents: Iterable<PreparedDocument>;
  /** Fills as `documents` is run through. */
  readonly stored: readonly StoredDocument[];
}

const headBytes = 4096;

/** Reads one file whole: either all of its documents are ready, or none and the reason. */
export function prepareFile(
  task: FileTask,
): Promise<(OpenedFile & { readonly documents: readonly PreparedDocument[] }) | Refusal> {
  return orRefusal(async () => {
    const file = await openFile(task);
    return { ...file, documents: [...file.documents] };
  });
}

export async function openFile({ path, editionDate, stored: known }: FileTask): Promise<OpenedFile> {
  const { size } = statSync(path);
  if (size > maxSourceBytes) {
    throw new SourceError('too_large', `has ${size} bytes; at most ${maxSourceBytes} are read`);
  }
  const bytes = unpack(readFileSync(path));
  const sourceBytes = bytes.length;
  const name = path.replace(/\.gz$/i, '');
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('utf8');
  if (isPack(head)) return { format: 'pandect-pack', sourceBytes, documents: readPack(bytes), stored: [] };
  const reader = readers.find((one) => one.recognises(name, head));
  if (!reader) {
    throw new SourceError('unrecognised_format', 'is in none of the formats Pandect reads');
  }
  const stored: StoredDocument[] = [];
  const outlines = await reader.read({
    name,
    bytes,
    ...(editionDate !== undefined && { editionDate }),
    isStored(sourceKey, date = '') {
      const externalId = known?.get(sourceKey);
      if (externalId === undefined) return false;
      stored.push({ externalId, editionDate: date, sourceKey });
      return true;
    },
  });
  return { format: reader.format, sourceBytes, documents: prepareEach(outlines, stored), stored };
}

function* prepareEach(
  outlines: Iterable<Outline>,
  stored: readonly StoredDocument[],
): Generator<PreparedDocument> {
  const seen = new Set<string>();
  const see = (externalId: string) => {
    if (seen.has(externalId)) {
      throw new SourceError('malformed', `holds the document ${externalId} twice`);
    }
    seen.add(externalId);
  };
  for (const outline of outlines) {
    see(outline.facts.externalId);
    const document = prepareDocument(flattenOutline(outline));
    yield outline.sourceKey === undefined ? document : { ...document, sourceKey: outline.sourceKey };
  }
  for (const { externalId } of stored) see(externalId);
}

/** What is wrong with a file is an answer; what is wrong with this program is thrown. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceError) return { refused: error.message, code: error.code };
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      return { refused: `cannot be read: ${error.message}`, code: error.code };
    }
    throw error;
  }
}
