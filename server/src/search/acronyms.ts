/** A short form and the words it stands for, with how often the texts say so. */
export interface AcronymUse {
  readonly short: string;
  readonly long: string;
  readonly uses: number;
}

/** Capitals in brackets after words: `Annual Percentage Rate (APR)`, `money laundering reporting officer ("MLRO")`. */
const bracketed = /\(["“']?([A-Z][A-Za-z]{0,3}[A-Z]{1,5})s?["”']?\)/g;

/** How far back the long form may begin: at most this many characters and two words more than letters. */
const maxLongLength = 120;

/** Small words that may stand in a long form without giving a letter. */
const skippable = new Set('a an and at by for from in of on or the to with'.split(' '));

/** Adds the short forms a text explains. Its own words decide: each letter must begin a word, in order. */
export function mineAcronyms(text: string, found: Map<string, AcronymUse>): void {
  if (!text.includes('(')) return;
  for (const match of text.matchAll(bracketed)) {
    const short = match[1] ?? '';
    const long = longForm(text.slice(Math.max(0, match.index - maxLongLength), match.index), short);
    if (long === undefined) continue;
    const key = `${short.toLowerCase()}\n${long}`;
    found.set(key, { short: short.toLowerCase(), long, uses: (found.get(key)?.uses ?? 0) + 1 });
  }
}

/** The words before a bracket whose initials spell it, lower-case; undefined where they do not. */
function longForm(before: string, short: string): string | undefined {
  const words = (before.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
  const letters = short.toLowerCase();
  let letter = letters.length - 1;
  let at = words.length - 1;
  let skipped = 0;
  for (; at >= 0 && letter >= 0; at -= 1) {
    const word = words[at] ?? '';
    const fits = word.startsWith(letters.charAt(letter));
    // `Office of Foreign ...`: a small word gives its letter only where the word before it cannot.
    const leave =
      skippable.has(word) && (!fits || words[at - 1]?.startsWith(letters.charAt(letter)) === true);
    if (fits && !leave) letter -= 1;
    else if (leave && skipped < 3) skipped += 1;
    else return undefined;
  }
  return letter < 0 ? words.slice(at + 1).join(' ') : undefined;
}

/** Short forms of a whole index and what they stand for, both ways. */
export interface AcronymTable {
  readonly longOf: ReadonlyMap<string, readonly string[]>;
  readonly shortOf: ReadonlyMap<string, readonly string[]>;
}

/** A long form of more words is a sentence that happened to fit. Range 6 to 12. */
const maxLongWords = 10;

export function collectAcronyms(uses: Iterable<AcronymUse>): AcronymTable {
  const longOf = new Map<string, string[]>();
  const shortOf = new Map<string, string[]>();
  for (const { short, long } of uses) {
    if (long.split(' ').length > maxLongWords) continue;
    for (const [map, key, value] of [
      [longOf, short, long],
      [shortOf, long, short],
    ] as const) {
      const known = map.get(key) ?? [];
      if (!known.includes(value)) known.push(value);
      map.set(key, known);
    }
  }
  return { longOf, shortOf };
}

/** Words the acronyms of a query stand for, and acronyms of the phrases in it. */
export function expandAcronyms(words: readonly string[], { longOf, shortOf }: AcronymTable): string[] {
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    for (const long of longOf.get(word) ?? []) found.push(...long.split(' '));
    let phrase = word;
    for (let end = at + 1; end < Math.min(words.length, at + maxLongWords); end += 1) {
      phrase += ` ${words[end]}`;
      found.push(...(shortOf.get(phrase) ?? []));
    }
  }
  return found;
}
