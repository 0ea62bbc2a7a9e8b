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
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = short.toLowerCase();
  let letter = letters.length - 1;
  let at = words.length - 1;
  let skipped = 0;
  for (; at >= 0 && letter >= 0; at -= 1) {
    const word = (words[at] ?? '').toLowerCase();
    if (word.startsWith(letters.charAt(letter))) letter -= 1;
    else if (skippable.has(word) && skipped < 3) skipped += 1;
    else return undefined;
  }
  return letter < 0
    ? words
        .slice(at + 1)
        .join(' ')
        .toLowerCase()
    : undefined;
}
