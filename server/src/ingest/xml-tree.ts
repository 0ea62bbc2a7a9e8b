import { SaxesParser } from 'saxes';
import { readPlainXml } from './plain-xml.ts';
import { SourceError } from './reader.ts';

/** A light XML tree: enough for the readers, small enough for a whole CFR title. */
export interface XmlElement {
  /** Local name, prefix taken off: `ns0:section` is `section`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly line: number;
  /** Where it stands in the file, from its `<` to behind its end; told by the plain parser alone. */
  readonly startByte?: number;
  readonly endByte?: number;
}
export type XmlNode = XmlElement | string;

/** Real sources nest about 20 deep; 200 leaves room and keeps recursion far from the stack's end. */
export const maxDepth = 200;
/** The largest official file (eCFR Title 26) is under 120 MB of XML. */
export const maxXmlBytes = 160 * 1024 * 1024;
/** A bare parse runs at tens of MB/s; anything this slow is hostile. */
const maxParseMs = 60_000;
const pieceChars = 65_536;

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/** Parses a whole document, refusing DOCTYPE (and with it entities), depth, size and time beyond the caps. */
export function parseXml(bytes: Uint8Array, now: () => number = () => performance.now()): XmlElement {
  if (bytes.byteLength > maxXmlBytes) {
    throw new SourceError(
      'too_large',
      `the XML has ${bytes.byteLength} bytes; at most ${maxXmlBytes} are read`,
    );
  }
  return readPlainXml(bytes, maxDepth) ?? parseStrictly(decodeUtf8(bytes), now);
}

/** Every rule of XML, a line for every fault. */
export function parseStrictly(text: string, now: () => number): XmlElement {
  const started = now();
  const parser = new SaxesParser({ xmlns: false, position: true });
  const stack: OpenElement[] = [];
  let root: XmlElement | undefined;

  parser.on('doctype', () => {
    throw new SourceError(
      'doctype_refused',
      'the file declares a DOCTYPE; official sources have none',
      parser.line,
    );
  });
  parser.on('error', (error) => {
    throw new SourceError('malformed', error.message.replace(/^\d+:\d+: /, ''), parser.line);
  });
  parser.on('opentag', (tag) => {
    if (stack.length >= maxDepth) {
      throw new SourceError('too_deep', `elements nest more than ${maxDepth} deep`, parser.line);
    }
    const element: OpenElement = {
      name: localName(tag.name),
      attributes: tag.attributes,
      children: [],
      line: parser.line,
    };
    const parent = stack.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    stack.push(element);
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  const addText = (piece: string) => {
    stack.at(-1)?.children.push(piece);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  for (let at = 0; at < text.length; at += pieceChars) {
    parser.write(text.slice(at, at + pieceChars));
    if (now() - started > maxParseMs) {
      throw new SourceError('took_too_long', `parsing took longer than ${maxParseMs / 1000} s`, parser.line);
    }
  }
  parser.close();
  if (!root) throw new SourceError('malformed', 'the file holds no XML element', 1);
  return root;
}

/** Strict UTF-8: a mis-encoded file is refused, never repaired into other words. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError('not_utf8', 'the file is not valid UTF-8');
  }
}

/** White space folded to single spaces and trimmed; no-break spaces are the publisher's and stay. */
export function foldSpace(text: string): string {
  return foldRuns(text).trim();
}

/** Anything but single spaces. */
const unfolded = /[\t-\r]| {2}/;
const spaces = /[ \t-\r]+/g;

/**
 * The same without the trimming. Most text is folded already, and a look costs a fraction of replacing every
 * single space by itself.
 */
export function foldRuns(text: string): string {
  return unfolded.test(text) ? text.replace(spaces, ' ') : text;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
