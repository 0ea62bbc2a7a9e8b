/** XML as a flat run of tags and text: enough to collect words, and nothing like the readers' tree. */

export type Token =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+)/g;

export function* readTokens(xml: string): Generator<Token> {
  for (const [, literal, slash, name, attributes = '', text] of xml.matchAll(token)) {
    if (text !== undefined) yield { kind: 'text', text: decode(text) };
    else if (literal !== undefined) yield { kind: 'text', text: literal };
    else if (name === undefined) continue;
    else if (slash === '/') yield { kind: 'close', name };
    else {
      yield { kind: 'open', name, attributes };
      if (attributes.endsWith('/')) yield { kind: 'close', name };
    }
  }
}

export function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes);
  return decode(found?.[1] ?? '');
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return named[name] ?? whole;
  });
}

export function namesIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
