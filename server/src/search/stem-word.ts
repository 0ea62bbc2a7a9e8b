/**
 * The Snowball English stemmer ("Porter2"), written from its published description: the same stem for the
 * forms of a word, so that `disclosures`, `disclosed` and `disclosing` meet. Lower-case words in, no state.
 */

/** Whole words the rules would spoil. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word): [string, string] => [
    word,
    word,
  ]),
]);

/** Words that stay as they are once a plural -s is off. */
const finished = new Set('inning outing canning evening herring earring proceed exceed succeed'.split(' '));

/** Beginnings whose first region starts after them: `internal` and `international` are kept apart. */
const regionPrefix = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/;

// A capital Y is a consonant, as in `Yes` and `boY`.
const vowel = /[aeiouy]/;
const consonant = /[^aeiouy]/;
const doubled = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const liBefore = new Set('cdeghkmnrt');

type Suffixes = readonly (readonly [suffix: string, becomes: string])[];

/** Longest first: the first that fits is the one meant, whether or not its condition holds. */
const step2: Suffixes = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ogist', 'og'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];

const step3: Suffixes = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

const step4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'.split(' ');

export function stemWord(word: string): string {
  if (word.length <= 2) return word;
  const known = exceptions.get(word);
  if (known !== undefined) return known;
  let stem = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
  const prefix = regionPrefix.exec(stem)?.[0].length;
  const r1 = prefix ?? regionAfter(stem, 0);
  const r2 = regionAfter(stem, r1);

  stem = removePlural(removeApostrophe(stem));
  if (finished.has(stem)) return stem;
  stem = removePast(stem, r1);
  // step 1c
  if (/[yY]$/.test(stem) && stem.length > 2 && consonant.test(stem.charAt(stem.length - 2))) {
    stem = `${stem.slice(0, -1)}i`;
  }
  stem = replaceSuffix(stem, r1, r2, step2);
  stem = replaceSuffix(stem, r1, r2, step3);
  stem = removeEnding(stem, r2);
  return removeFinal(stem, r1, r2).replaceAll('Y', 'y');
}

function markConsonantY(word: string): string {
  if (!word.includes('y')) return word;
  let marked = '';
  for (const letter of word) {
    const before = marked.at(-1);
    marked += letter === 'y' && (before === undefined || vowel.test(before)) ? 'Y' : letter;
  }
  return marked;
}

/** Where the region after the first consonant that follows a vowel begins. */
function regionAfter(word: string, from: number): number {
  let at = from;
  while (at < word.length && !vowel.test(word.charAt(at))) at += 1;
  while (at < word.length && vowel.test(word.charAt(at))) at += 1;
  return Math.min(at + 1, word.length);
}

function removeApostrophe(word: string): string {
  return word.replace(/'(?:s'?)?$/, '');
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith('us') || word.endsWith('ss')) return word;
  if (word.endsWith('s') && vowel.test(word.slice(0, -2))) return word.slice(0, -1);
  return word;
}

function removePast(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const suffix = /(?:edly|ingly|ing|ed)$/.exec(word);
  if (!suffix || !vowel.test(word.slice(0, suffix.index))) return word;
  const stem = word.slice(0, suffix.index);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  // `add`, `egg` and `off` are whole words.
  if (doubled.test(stem)) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1);
  return r1 >= stem.length && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  if (last === 1) return vowel.test(word.charAt(0)) && consonant.test(word.charAt(1));
  return (
    last >= 2 &&
    consonant.test(word.charAt(last - 2)) &&
    vowel.test(word.charAt(last - 1)) &&
    /[^aeiouywxY]/.test(word.charAt(last))
  );
}

function replaceSuffix(word: string, r1: number, r2: number, suffixes: Suffixes): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (!found) return word;
  const [suffix, becomes] = found;
  const at = word.length - suffix.length;
  if (at < r1) return word;
  const before = word.charAt(at - 1);
  if (suffix === 'ogi' && before !== 'l') return word;
  if (suffix === 'li' && !liBefore.has(before)) return word;
  if (suffix === 'ative' && at < r2) return word;
  return word.slice(0, at) + becomes;
}

function removeEnding(word: string, r2: number): string {
  const suffix = step4.find((one) => word.endsWith(one));
  if (suffix === undefined) return word;
  const at = word.length - suffix.length;
  if (at < r2 || (suffix === 'ion' && !/[st]/.test(word.charAt(at - 1)))) return word;
  return word.slice(0, at);
}

function removeFinal(word: string, r1: number, r2: number): string {
  const at = word.length - 1;
  if (word.endsWith('e')) {
    const dropped = word.slice(0, -1);
    return at >= r2 || (at >= r1 && !endsInShortSyllable(dropped)) ? dropped : word;
  }
  return word.endsWith('l') && at >= r2 && word.charAt(at - 1) === 'l' ? word.slice(0, -1) : word;
}
