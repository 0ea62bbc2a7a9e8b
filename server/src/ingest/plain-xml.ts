import { isUtf8 } from 'node:buffer';
import type { XmlElement, XmlNode } from './xml-tree.ts';

interface OpenElement extends XmlElement {
  children: XmlNode[];
  endByte: number;
}

/** A tag as it is written, `E T="03"`, parsed once for all the places it stands. */
interface Tag {
  /** With its prefix, as the closing tag repeats it. */
  readonly fullName: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isEmpty: boolean;
}

const unreadCharacter = /[^\t\n -\ufffd]/;
const declaration =
  /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][A-Za-z0-9._-]*\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>/;
const instruction = /<\?(?!xml[ ?])[A-Za-z][A-Za-z0-9-]*(?: [^?>]*)?\?>/iy;
const tagName = /^[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?/;
const attribute = / +([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)="([^"<\t\n]*)"/y;
const tagEnd = / *\/?$/y;

/** Longer tags have an id or a label in them and never come again. */
const longestRepeated = 60;
/** Sources know about 150 different tags; a hostile file shall not fill the memory with them. */
const mostRepeated = 2000;

/**
 * Parses the XML that official sources are made of: elements, attributes in double quotes, text with XML's own
 * entities, comments. Whatever is more, or wrong, gives undefined: the strict parser then reads the file from the
 * start, and every refusal is its own. It goes by `indexOf` from mark to mark instead of through a state for each
 * character, over the bytes as they are: all marks are ASCII, and only the pieces that are not need be decoded.
 * Reads eCFR Title 17 (17 MB) in a third of the time of the strict parser.
 */
export function readPlainXml(bytes: Uint8Array, maxDepth: number): XmlElement | undefined {
  if (!isUtf8(bytes)) return undefined;
  const source = new PlainSource(bytes);
  const { text } = source;
  const tags = new Map<string, Tag>();
  const stack: OpenElement[] = [];
  const fullNames: string[] = [];
  let root: OpenElement | undefined;
  let at = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  at += declaration.exec(text.slice(at, at + longestDeclaration))?.[0].length ?? 0;
  let line = 1;
  // The next place of each mark is kept: to look for it anew from every tag would cost the square of the length.
  let nextLine = positionOf(text, '\n', 0);
  let nextReference = positionOf(text, '&', at);
  let nextForbidden = positionOf(text, ']]>', at);

  for (;;) {
    const open = text.indexOf('<', at);
    const parent = stack.at(-1);
    const textEnd = open < 0 ? text.length : open;
    if (textEnd > at) {
      const written = source.read(at, textEnd);
      if (written === undefined || nextForbidden < textEnd) return undefined;
      if (!parent) {
        if (!/^[ \t\n]*$/.test(written)) return undefined;
      } else if (nextReference >= textEnd) addChild(parent, written);
      else {
        const piece = withoutReferences(written);
        if (piece === undefined) return undefined;
        addChild(parent, piece);
        nextReference = positionOf(text, '&', textEnd);
      }
    }
    if (open < 0) break;

    const mark = text.charCodeAt(open + 1);
    if (mark === slash) {
      const fullName = fullNames.pop();
      if (fullName === undefined || !text.startsWith(fullName, open + 2)) return undefined;
      at = open + 3 + fullName.length;
      if (text.charCodeAt(at - 1) !== greaterThan) return undefined;
      if (parent) parent.endByte = at;
      stack.pop();
      continue;
    }
    if (mark === exclamation || mark === question) {
      at = mark === question ? endOfInstruction(text, open) : endOfComment(text, open);
      if (at < 0 || source.read(open, at) === undefined) return undefined;
      // A comment may hold any mark.
      if (nextReference < at) nextReference = positionOf(text, '&', at);
      if (nextForbidden < at) nextForbidden = positionOf(text, ']]>', at);
      continue;
    }

    const close = text.indexOf('>', open);
    if (close < 0 || stack.length >= maxDepth || (root && !parent)) return undefined;
    const written = source.read(open + 1, close);
    const tag = written === undefined ? undefined : (tags.get(written) ?? readTag(written));
    if (written === undefined || !tag) return undefined;
    if (written.length <= longestRepeated && tags.size < mostRepeated) tags.set(written, tag);
    at = close + 1;
    if (nextReference < at) nextReference = positionOf(text, '&', at);
    for (; nextLine < at; nextLine = positionOf(text, '\n', nextLine + 1)) line += 1;
    const { name, attributes } = tag;
    const element: OpenElement = { name, attributes, children: [], line, startByte: open, endByte: at };
    if (parent) addChild(parent, element);
    else root = element;
    if (!tag.isEmpty) {
      stack.push(element);
      fullNames.push(tag.fullName);
    }
  }
  return stack.length === 0 ? root : undefined;
}

const byteOrderMark = '\xef\xbb\xbf';
const longestDeclaration = 100;

/** UTF-8 as a string of its bytes, and of its characters where they are asked for, from the start to the end. */
class PlainSource {
  /** One character for each byte: half the memory of the decoded text, and quicker to search. */
  readonly text: string;
  readonly #buffer: Buffer;
  #nextUnusual = -1;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.text = this.#buffer.toString('latin1');
  }

  /** The characters of a range of bytes; undefined where one of them is left to the strict parser. */
  read(from: number, to: number): string | undefined {
    if (this.#nextUnusual < from) this.#nextUnusual = nextUnusualByte(this.#buffer, from);
    if (this.#nextUnusual >= to) return this.text.slice(from, to);
    const decoded = this.#buffer.toString('utf8', from, to);
    return unreadCharacter.test(decoded) ? undefined : decoded;
  }
}

/** By byte, 1 for what is not ASCII, what XML forbids, and the carriage return, which would have to be folded. */
const unusualTable = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x09 || byte === 0x0a || (byte >= 0x20 && byte < 0x80) ? 0 : 1,
);

/** Every byte of every file passes here: four a turn take a third of the time a pattern takes. */
function nextUnusualByte(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  for (; at + 3 < end; at += 4) {
    const first = unusualTable[bytes[at] ?? 0] ?? 0;
    const second = unusualTable[bytes[at + 1] ?? 0] ?? 0;
    const third = unusualTable[bytes[at + 2] ?? 0] ?? 0;
    const fourth = unusualTable[bytes[at + 3] ?? 0] ?? 0;
    if ((first | second | third | fourth) !== 0) break;
  }
  for (; at < end; at += 1) if (unusualTable[bytes[at] ?? 0] === 1) return at;
  return Number.POSITIVE_INFINITY;
}

/** An array made with its first member has room for one; one that is pushed to has room for 17. */
function addChild(parent: OpenElement, child: XmlNode): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}

function readTag(written: string): Tag | undefined {
  const fullName = tagName.exec(written)?.[0];
  if (fullName === undefined) return undefined;
  const attributes: Record<string, string> = Object.create(null);
  let at = fullName.length;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(written);
    if (!found) break;
    const [whole, name = '', value = ''] = found;
    const plain = value.includes('&') ? withoutReferences(value) : value;
    if (plain === undefined || name in attributes) return undefined;
    attributes[name] = plain;
    at += whole.length;
  }
  tagEnd.lastIndex = at;
  if (!tagEnd.test(written)) return undefined;
  const colon = fullName.indexOf(':');
  return { fullName, name: fullName.slice(colon + 1), attributes, isEmpty: written.endsWith('/') };
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Undefined where a reference is not one of XML's own five or an ordinary character's number. */
function withoutReferences(written: string): string | undefined {
  let plain = '';
  let from = 0;
  for (let at = written.indexOf('&'); at >= 0; at = written.indexOf('&', from)) {
    const end = written.indexOf(';', at);
    const name = written.slice(at + 1, end);
    const character = end < 0 ? undefined : (entities.get(name) ?? numberedCharacter(name));
    if (character === undefined) return undefined;
    plain += written.slice(from, at) + character;
    from = end + 1;
  }
  return plain + written.slice(from);
}

function numberedCharacter(name: string): string | undefined {
  const [, decimal, hexadecimal] = /^#(?:([0-9]{1,6})|x([0-9a-fA-F]{1,5}))$/.exec(name) ?? [];
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isOrdinary = (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe);
  return isOrdinary ? String.fromCharCode(code) : undefined;
}

function endOfComment(text: string, open: number): number {
  if (!text.startsWith('<!--', open)) return -1;
  const dashes = text.indexOf('--', open + 4);
  return dashes >= 0 && text.charCodeAt(dashes + 2) === greaterThan ? dashes + 3 : -1;
}

function endOfInstruction(text: string, open: number): number {
  instruction.lastIndex = open;
  return instruction.test(text) ? instruction.lastIndex : -1;
}

function positionOf(text: string, mark: string, from: number): number {
  const position = text.indexOf(mark, from);
  return position < 0 ? Number.POSITIVE_INFINITY : position;
}

const slash = 0x2f;
const greaterThan = 0x3e;
const exclamation = 0x21;
const question = 0x3f;
