import { gzipSync } from 'node:zlib';
import { editions } from '../corpus/document.ts';
import { findDocumentFault, type PreparedDocument } from '../corpus/prepared-document.ts';
import { SourceError } from './reader.ts';

/** First line of a pack: what `corpus export` writes and `corpus import` takes back, byte for byte. */
const mark = '{"pandect-pack":1}';

type PackLine = Omit<PreparedDocument, 'bytes'> & { readonly text: string };

export function isPack(head: string): boolean {
  return head.startsWith(mark);
}

/** Documents as JSON lines, gzipped. The text is inside as text: UTF-8 both ways. */
export function writePack(documents: Iterable<PreparedDocument>): Uint8Array {
  const lines = [mark];
  for (const { bytes, ...rest } of documents) {
    const line: PackLine = { ...rest, text: Buffer.from(bytes).toString('utf8') };
    lines.push(JSON.stringify(line));
  }
  return gzipSync(`${lines.join('\n')}\n`);
}

/** Reads a pack back, trusting nothing: every offset and hash is checked before a byte is stored. */
export function readPack(bytes: Uint8Array): PreparedDocument[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n').slice(1);
  return lines.flatMap((line, i) => (line === '' ? [] : [readLine(line, i + 2)]));
}

function readLine(line: string, at: number): PreparedDocument {
  try {
    // A pack says nothing of the sources of others: a false key would keep an official text out.
    const { text, sourceKey: _, ...rest }: PackLine = JSON.parse(line);
    if (typeof rest.facts?.externalId !== 'string' || !editions.includes(rest.edition)) {
      throw new Error('the line is no document of a pack');
    }
    const document: PreparedDocument = { ...rest, bytes: new TextEncoder().encode(text) };
    const fault = findDocumentFault(document);
    if (fault) throw new Error(fault);
    return document;
  } catch (error) {
    throw new SourceError('malformed', error instanceof Error ? error.message : String(error), at);
  }
}
