import { stemWord } from './stem-word.ts';

/** One word of a text at its place. */
export interface Token {
  /** As written, but NFKC, lower-case, without the possessive: `consumer` for `Consumer’s`. */
  readonly surface: string;
  /** What it is found by: nothing for a stop word, two for a citation (whole and base). */
  readonly terms: readonly string[];
}

/**
 * Words that say nothing about which provision is meant. Short on purpose: `not`, `no`, `must`, `may`, `before`
 * and `after` carry meaning in a rule. Range 30 to 150 words.
 */
const stopWords = new Set(
  (
    'a about am an and any are as at be been being but by can could did do does doing for from had has have having he her ' +
    'here his how i if in into is it its me my of on or our shall she should so some such than that the their them then ' +
    "there these they this those to was we were what when where which who whom whose why will with would you your i'm it's " +
    "don't doesn't can't"
  ).split(' '),
);

/** Beginnings written with or without a hyphen: `pre-authorized` and `preauthorized` are one word. */
const looseBeginnings = 'anti|bi|co|counter|e|inter|intra|mis|multi|non|over|post|pre|re|semi|sub|un|under';

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * In order: a number with what belongs to it (`1005.11(c)(2)`, `1681c-1`, `10,000`); dotted initials (`u.s.c.`);
 * a word with a loose beginning; a word, inner apostrophes kept. No part can match two ways, so time is linear.
 */
const tokenPattern = new RegExp(
  [
    String.raw`\d+(?:,\d{3}(?!\d))*(?:\.\d+)*(?:[a-z]+\d*(?:[-‐‑–]\d+[a-z]?(?![\p{L}\d]))?)?(?:\((?:[a-z]{1,2}|[ivxlc]{1,5}|\d{1,2})\))*`,
    String.raw`(?:[a-z]\.){2,}`,
    `(?:${looseBeginnings})[-‐‑][a-z]+`,
    String.raw`[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{N}]+)*`,
  ].join('|'),
  'gu',
);

/** Surface forms kept; a corpus of 100,000 chunks has about as many. Past it the memory is emptied: range 10,000 up. */
const maxKnown = 300_000;

/** Cuts texts into tokens and remembers the stem of every form it has met: stemming is most of the cost. */
export class Tokenizer {
  readonly #known = new Map<string, Token | undefined>();

  tokens(text: string): Token[] {
    const plain = text.normalize('NFKC').replace(invisible, '').toLowerCase();
    const found: Token[] = [];
    tokenPattern.lastIndex = 0;
    for (let match = tokenPattern.exec(plain); match !== null; match = tokenPattern.exec(plain)) {
      const token = this.#token(match[0]);
      if (token) found.push(token);
    }
    return found;
  }

  #token(written: string): Token {
    const known = this.#known.get(written);
    if (known) return known;
    if (this.#known.size >= maxKnown) this.#known.clear();
    const token = readToken(written);
    this.#known.set(written, token);
    return token;
  }
}

function readToken(written: string): Token {
  if (/^\d/.test(written)) {
    const surface = written.replaceAll(',', '').replace(/[‐‑–]/g, '-');
    const base = surface.replace(/\(.*$/, '');
    return { surface, terms: base === surface ? [surface] : [surface, base] };
  }
  if (written.includes('.')) {
    const surface = written.replaceAll('.', '');
    return { surface, terms: [surface] };
  }
  const parts = written.split(/[-‐‑]/);
  if (parts.length === 2) {
    const surface = parts.join('');
    return { surface, terms: [stemWord(surface), ...termsOf(parts[1] ?? '')] };
  }
  const surface = written.replaceAll('’', "'").replace(/'s$/, '');
  return { surface, terms: stopWords.has(surface) ? [] : termsOf(surface) };
}

function termsOf(word: string): string[] {
  return stopWords.has(word) ? [] : [stemWord(word)];
}
