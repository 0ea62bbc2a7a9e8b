import { gzipSync } from 'node:zlib';
import { findDocumentFault } from '../corpus/prepared-document.ts';
import { deserialiseDocument, type SerialisedDocument } from '../corpus/serialised-document.ts';
import { SourceError } from './reader.ts';

/** First line of a pack: what `corpus export` writes and `corpus import` takes back, byte for byte. */
const mark = '{"pandect-pack":1}';

export function isPack(head: string): boolean {
  return head.startsWith(mark);
}

/** Documents as JSON lines, gzipped. The text is inside as text: UTF-8 both ways. */
export function writePack(documents: Iterable<SerialisedDocument>): Uint8Array {
  const lines = [mark];
  for (const { bytes, ...rest } of documents) {
    lines.push(JSON.stringify({ ...rest, text: Buffer.from(bytes).toString('utf8') }));
  }
  return gzipSync(`${lines.join('\n')}\n`);
}

/** Reads a pack back, trusting nothing: every offset and hash is checked before a byte is stored. */
export function readPack(bytes: Uint8Array): SerialisedDocument[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n').slice(1);
  return lines.flatMap((line, i) => (line === '' ? [] : [readLine(line, i + 2)]));
}

function readLine(line: string, at: number): SerialisedDocument {
  let document: SerialisedDocument;
  try {
    const { text, ...rest }: Omit<SerialisedDocument, 'bytes'> & { text: string } = JSON.parse(line);
    document = { ...rest, bytes: new TextEncoder().encode(text) };
    const fault = findDocumentFault(deserialiseDocument(document));
    if (fault) throw new Error(fault);
  } catch (error) {
    throw new SourceError('malformed', error instanceof Error ? error.message : String(error), at);
  }
  return document;
}
