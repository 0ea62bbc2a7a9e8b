import { decodeEntities } from './html-entities.ts';
import { SourceError } from './reader.ts';
import { decodeUtf8, maxDepth, type XmlElement, type XmlNode } from './xml-tree.ts';

/** The longest official pages (whole manuals on one page) are about 5 MB. */
export const maxHtmlBytes = 32 * 1024 * 1024;

const voidElements: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track'],
  'wbr',
]);
/** Their content is no markup; only `title` and `textarea` hold text. */
const rawElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'title', 'textarea', 'xmp', 'noframes', 'iframe'],
]);
/** A start tag that ends an open paragraph (HTML, "A p element's end tag can be omitted"). */
const closesParagraph: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'center',
    'details',
    'dialog',
    'dir',
    'div',
    'dl',
    'dd',
    'dt',
  ],
  ...[
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
  ],
  ...['hgroup', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table', 'ul'],
]);
/** Start tag, what it ends if open, and the elements past which nothing is ended. */
const impliedEnds: ReadonlyMap<string, readonly [ends: readonly string[], fence: readonly string[]]> =
  new Map([
    ['li', [['li'], ['ul', 'ol', 'menu', 'dir']]],
    ['dt', [['dt', 'dd'], ['dl']]],
    ['dd', [['dt', 'dd'], ['dl']]],
    ['tr', [['tr', 'td', 'th', 'caption', 'colgroup'], ['table']]],
    [
      'td',
      [
        ['td', 'th'],
        ['tr', 'table'],
      ],
    ],
    [
      'th',
      [
        ['td', 'th'],
        ['tr', 'table'],
      ],
    ],
    ['tbody', [['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup'], ['table']]],
    ['thead', [['caption', 'colgroup'], ['table']]],
    ['tfoot', [['thead', 'tbody', 'tr', 'td', 'th'], ['table']]],
    ['option', [['option'], ['select']]],
  ]);
/** An end tag never reaches out of the cell, list item or table it stands in. */
const scopeFence: ReadonlySet<string> = new Set(['td', 'th', 'table', 'caption', 'html', 'body']);
const tableParts: ReadonlySet<string> = new Set([
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'body',
]);

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/**
 * A tolerant HTML tree, in the shape of the XML one: names and attribute names in lower case, comments and
 * declarations dropped. One pass, each character looked at a bounded number of times.
 */
export function parseHtml(bytes: Uint8Array): XmlElement {
  if (bytes.byteLength > maxHtmlBytes) {
    throw new SourceError(
      'too_large',
      `the page has ${bytes.byteLength} bytes; at most ${maxHtmlBytes} are read`,
    );
  }
  const text = decodeUtf8(bytes);
  const root: OpenElement = { name: '#document', attributes: {}, children: [], line: 1 };
  const stack: OpenElement[] = [root];
  let line = 1;
  let counted = 0;
  const lineAt = (at: number) => {
    for (; counted < at; counted += 1) if (text.charCodeAt(counted) === 10) line += 1;
    return line;
  };
  const top = () => stack.at(-1) ?? root;
  const addText = (from: number, to: number) => {
    if (to > from) top().children.push(decodeEntities(text.slice(from, to)));
  };

  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open < 0) {
      addText(at, text.length);
      break;
    }
    addText(at, open);
    const next = text.charAt(open + 1);
    if (next === '!' || next === '?') {
      at = endOfDeclaration(text, open);
    } else if (next === '/' && /[a-z]/i.test(text.charAt(open + 2))) {
      const end = endIndex(text.indexOf('>', open), text);
      const name = /^[^\s/>]+/.exec(text.slice(open + 2, Math.min(end, open + 66)))?.[0] ?? '';
      closeElement(stack, name.toLowerCase());
      at = end;
    } else if (/[a-z]/i.test(next)) {
      const tag = readStartTag(text, open + 1);
      closeImplied(stack, tag.name);
      const element: OpenElement = {
        name: tag.name,
        attributes: tag.attributes,
        children: [],
        line: lineAt(open),
      };
      top().children.push(element);
      at = tag.end;
      if (rawElements.has(tag.name)) {
        const close = endOfRawText(text, at, tag.name);
        if (tag.name === 'title') element.children.push(decodeEntities(text.slice(at, close)));
        at = close;
      } else if (!voidElements.has(tag.name) && !(tag.selfClosed && isForeign(stack))) {
        if (stack.length > maxDepth) {
          throw new SourceError('too_deep', `elements nest more than ${maxDepth} deep`, element.line);
        }
        stack.push(element);
      }
    } else {
      top().children.push('<');
      at = open + 1;
    }
  }
  return root;
}

function endOfDeclaration(text: string, open: number): number {
  if (text.startsWith('<!--', open)) {
    const end = text.indexOf('-->', open + 2);
    return end < 0 ? text.length : end + 3;
  }
  return endIndex(text.indexOf('>', open), text);
}

function endIndex(close: number, text: string): number {
  return close < 0 ? text.length : close + 1;
}

/** Where `</script` begins; searched once, and an unclosed element takes the rest of the file. */
function endOfRawText(text: string, from: number, name: string): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}

interface StartTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly selfClosed: boolean;
  readonly end: number;
}

function readStartTag(text: string, from: number): StartTag {
  const namePattern = /[^\s/>]{1,64}/y;
  namePattern.lastIndex = from;
  const name = (namePattern.exec(text)?.[0] ?? '').toLowerCase();
  const attributePattern =
    /[\s/]*([^\s/>=][^\s/>=]*)?(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>"']+)))?/y;
  const attributes = new Map<string, string>();
  let at = from + name.length;
  let selfClosed = false;
  while (at < text.length && text.charAt(at) !== '>') {
    attributePattern.lastIndex = at;
    const match = attributePattern.exec(text);
    const key = match?.[1]?.toLowerCase();
    if (match && key !== undefined && !attributes.has(key)) {
      attributes.set(key, decodeEntities(match[2] ?? match[3] ?? match[4] ?? ''));
    }
    selfClosed = (match?.[0] ?? '').endsWith('/') && key === undefined;
    // Always forward: a stray quote or equals sign is stepped over.
    at = Math.max(attributePattern.lastIndex, at + 1);
  }
  return { name, attributes: Object.fromEntries(attributes), selfClosed, end: Math.min(at + 1, text.length) };
}

function closeImplied(stack: OpenElement[], name: string): void {
  if (closesParagraph.has(name)) closeWithin(stack, ['p'], tableParts);
  const rule = impliedEnds.get(name);
  if (rule) closeWithin(stack, rule[0], new Set(rule[1]));
}

/** Ends the outermost of the named elements that is open above the fence. */
function closeWithin(stack: OpenElement[], ends: readonly string[], fence: ReadonlySet<string>): void {
  let cut = stack.length;
  for (let index = stack.length - 1; index > 0; index -= 1) {
    const name = stack[index]?.name ?? '';
    if (ends.includes(name)) cut = index;
    else if (fence.has(name)) break;
  }
  stack.length = cut;
}

function closeElement(stack: OpenElement[], name: string): void {
  for (let index = stack.length - 1; index > 0; index -= 1) {
    const open = stack[index]?.name ?? '';
    if (open === name) {
      stack.length = index;
      return;
    }
    if (scopeFence.has(open) && !tableParts.has(name)) return;
  }
}

/** Only drawings and formulas know `<x/>`; elsewhere the slash means nothing. */
function isForeign(stack: readonly OpenElement[]): boolean {
  return stack.some((element) => element.name === 'svg' || element.name === 'math');
}
