import { type FactKind, factKinds } from './read-facts.ts';
import { readWords } from './read-words.ts';

/** One step of a pattern; see rulepacks/README.md for what each finds. */
export type Item =
  | { readonly is: 'stem'; readonly stem: string }
  | { readonly is: 'form'; readonly form: string }
  | { readonly is: 'prefix'; readonly prefix: string }
  | { readonly is: 'fact'; readonly kind: FactKind; readonly bound: Bound | undefined }
  | { readonly is: 'concept'; readonly name: string }
  | { readonly is: 'any of'; readonly options: readonly (readonly Item[])[]; readonly optional: boolean }
  | { readonly is: 'gap'; readonly words: number }
  | { readonly is: 'not next'; readonly options: readonly (readonly Item[])[] }
  | { readonly is: 'sentence start' };

export interface Bound {
  readonly compare: '<' | '<=' | '>' | '>=';
  readonly value: number;
}

/** A pattern that cannot be read. The message names the pattern and what is wrong with it. */
export class PatternError extends Error {}

/** Words a `...` may stand for. Range 4 to 8: wider joins clauses that have nothing to do with each other. */
const plainGapWords = 6;
const maxGapWords = 30;

/** Reads a pattern; throws a `PatternError` that says what is wrong. */
export function parsePattern(source: string): readonly Item[] {
  const reader = { source, at: 0 };
  const items = readRow(reader, false);
  const first = items.find((item) => item.is !== 'sentence start');
  if (!first) throw new PatternError(`pattern ${JSON.stringify(source)} is empty`);
  if (first.is === 'gap' || first.is === 'not next' || (first.is === 'any of' && first.optional))
    throw new PatternError(`pattern ${JSON.stringify(source)} begins with something that may be nothing`);
  return items;
}

interface Reader {
  readonly source: string;
  at: number;
}

function readRow(reader: Reader, inside: boolean): Item[] {
  const items: Item[] = [];
  for (;;) {
    skipSpace(reader);
    const sign = reader.source[reader.at];
    if (sign === undefined || (inside && (sign === '|' || sign === ')'))) return items;
    items.push(...readItem(reader));
  }
}

function readItem(reader: Reader): readonly Item[] {
  const { source } = reader;
  const rest = source.slice(reader.at);
  const fail = (why: string) =>
    new PatternError(`pattern ${JSON.stringify(source)}: ${why} at ${JSON.stringify(rest.slice(0, 20))}`);
  if (rest.startsWith('(')) {
    const options = readOptions(reader);
    const optional = source[reader.at] === '?';
    if (optional) reader.at += 1;
    return [{ is: 'any of', options, optional }];
  }
  if (rest.startsWith('-(')) {
    reader.at += 1;
    return [{ is: 'not next', options: readOptions(reader) }];
  }
  const gap = /^(?:\.\.(\d+)|\.{3}|…)/.exec(rest);
  if (gap) {
    reader.at += gap[0].length;
    const words = gap[1] === undefined ? plainGapWords : Number(gap[1]);
    if (words > maxGapWords) throw fail(`a gap of more than ${maxGapWords} words`);
    return [{ is: 'gap', words }];
  }
  if (rest.startsWith('^')) {
    reader.at += 1;
    return [{ is: 'sentence start' }];
  }
  const concept = /^@([a-z][a-z0-9-]*)/.exec(rest);
  if (concept?.[1]) {
    reader.at += concept[0].length;
    return optionalNext(reader, [{ is: 'concept', name: concept[1] }]);
  }
  const fact = /^#([a-z]+)(?:(<=|>=|<|>)(\d+(?:\.\d+)?(?::\d\d)?))?/.exec(rest);
  if (fact?.[1]) {
    reader.at += fact[0].length;
    const kind = factKinds.find((one) => one === fact[1]);
    if (!kind) throw fail(`no fact is called #${fact[1]}; there are ${factKinds.join(', ')}`);
    return optionalNext(reader, [{ is: 'fact', kind, bound: readBound(fact[2], fact[3]) }]);
  }
  const word = /^[\p{L}\p{N}$%][\p{L}\p{N}'’.,:-]*[*!]?/u.exec(rest)?.[0] ?? '';
  if (word === '') throw fail('this cannot be read');
  reader.at += word.length;
  return optionalNext(reader, readWord(word, fail));
}

/** `word?` is `(word)?`. */
function optionalNext(reader: Reader, items: readonly Item[]): readonly Item[] {
  if (reader.source[reader.at] !== '?') return items;
  reader.at += 1;
  return [{ is: 'any of', options: [items], optional: true }];
}

function readWord(word: string, fail: (why: string) => PatternError): readonly Item[] {
  if (word.endsWith('*')) return [{ is: 'prefix', prefix: word.slice(0, -1).toLowerCase() }];
  const exact = word.endsWith('!');
  const words = readWords(exact ? word.slice(0, -1) : word, () => false);
  if (words.length === 0) throw fail('there is no word here');
  return words.map((one) =>
    exact ? { is: 'form', form: one.form } : { is: 'stem', stem: one.stem || one.form },
  );
}

function readOptions(reader: Reader): readonly (readonly Item[])[] {
  const options: (readonly Item[])[] = [];
  do {
    reader.at += 1; // the bracket or the bar
    const row = readRow(reader, true);
    if (row.length === 0)
      throw new PatternError(`pattern ${JSON.stringify(reader.source)} has an empty alternative`);
    if (row.every((item) => item.is === 'any of' && item.optional))
      throw new PatternError(
        `pattern ${JSON.stringify(reader.source)} has an alternative that may be nothing`,
      );
    options.push(row);
  } while (reader.source[reader.at] === '|');
  if (reader.source[reader.at] !== ')')
    throw new PatternError(`pattern ${JSON.stringify(reader.source)} has an open bracket`);
  reader.at += 1;
  return options;
}

function readBound(compare: string | undefined, value: string | undefined): Bound | undefined {
  if (value === undefined || (compare !== '<' && compare !== '<=' && compare !== '>' && compare !== '>='))
    return undefined;
  const [hours = '0', minutes] = value.split(':');
  return { compare, value: minutes === undefined ? Number(value) : Number(hours) * 60 + Number(minutes) };
}

function skipSpace(reader: Reader): void {
  while (/[\s,]/.test(reader.source[reader.at] ?? '')) reader.at += 1;
}

/** Whether a figure lies within a bound; one without a certain value lies in none. */
export function isWithin(value: number, bound: Bound | undefined): boolean {
  if (!bound) return true;
  switch (bound.compare) {
    case '<':
      return value < bound.value;
    case '<=':
      return value <= bound.value;
    case '>':
      return value > bound.value;
    case '>=':
      return value >= bound.value;
  }
}
