import { stemWord } from '../search/stem-word.ts';
import { irregularBase } from './irregular-words.ts';

/** One word of a submitted text. `start` and `end` are UTF-16 positions; those of evidence become bytes at the end. */
export interface Word {
  /** Lower-case, without accents, typography and invisible characters. */
  readonly form: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** What a reader needs beyond the letters: an address or a link is one word. */
  readonly mark?: 'email' | 'url';
}

/** Characters that show nothing: zero-width, directional, soft hyphens. Default-ignorable, as Unicode calls them. */
const invisible = /\p{DI}/gu;
const letters = '\\p{L}\\p{N}\\p{M}\\p{DI}';

// Every alternative begins with a different kind of character or is bounded: one pass, no going back far.
const plainToken = /\d+(?:[.,:]\d+)*[a-z0-9]*|[ap]\.\s?m\.?(?![a-z])|[a-z0-9]+(?:['’][a-z]+)*/giu;
const anyToken = new RegExp(
  `[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}|(?:https?://|www\\.)[^\\s<>"'\\])]{1,300}|[a-z0-9-]{1,63}\\.(?:com|org|gov|net|example|io|app|edu|info)\\b|\\d+(?:[.,:]\\d+)*[${letters}]*|[ap]\\.\\s?m\\.?(?![a-z])|[${letters}]+(?:[@$][${letters}]+)*(?:['’ʼ＇][\\p{L}\\p{M}]+)*`,
  'giu',
);
/** Latin look-alikes of Cyrillic and Greek letters, and the letters that digits stand in for. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  ո: 'n',
  ο: 'o',
  α: 'a',
  ε: 'e',
  ι: 'i',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  ӏ: 'l',
};
const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
};

const contractions: Readonly<Record<string, readonly string[]>> = {
  "won't": ['will', 'not'],
  "can't": ['can', 'not'],
  cannot: ['can', 'not'],
  "shan't": ['shall', 'not'],
  "ain't": ['is', 'not'],
  "let's": ['let', 'us'],
  wont: ['will', 'not'],
  dont: ['do', 'not'],
  cant: ['can', 'not'],
  didnt: ['did', 'not'],
  isnt: ['is', 'not'],
  gonna: ['going', 'to'],
  wanna: ['want', 'to'],
  gotta: ['got', 'to'],
};
const endings: Readonly<Record<string, string>> = { ll: 'will', re: 'are', ve: 'have', d: 'would', m: 'am' };
const isContracted = new Set(
  'it he she that there what who here where how everything nobody someone everyone'.split(' '),
);

/** Cuts a text into words; contractions are written out, each part with the place of the whole. */
export function readWords(text: string, isKnown: (stem: string) => boolean): Word[] {
  const words: Word[] = [];
  // Most texts have neither links nor letters beyond ASCII: the narrow pattern costs half as much.
  const pattern =
    /[^\p{ASCII}]|@|:\/\/|www\.|[a-z$]\$[a-z]|\.(?:com|org|gov|net|example|io|app|edu|info)\b/iu.test(text)
      ? anyToken
      : plainToken;
  for (const match of text.matchAll(pattern)) addToken(words, match[0], match.index, isKnown);
  return joinSpacedLetters(words, text, isKnown);
}

/** Tokens that are one plain word whatever the rules, as seen before: nearly all. Emptied when odd ones fill it. */
const plainWords = new Map<string, Pick<Word, 'form' | 'stem'>>();

function addToken(words: Word[], raw: string, start: number, isKnown: (stem: string) => boolean): void {
  const end = start + raw.length;
  const plain = plainWords.get(raw);
  if (plain) {
    words.push({ form: plain.form, stem: plain.stem, start, end });
    return;
  }
  const first = raw.charCodeAt(0);
  if (/^(?:https?:|www\.)|\.(?:com|org|gov|net|example|io|app|edu|info)$/i.test(raw) && !raw.includes('@')) {
    words.push({ form: raw.toLowerCase(), stem: '', start, end, mark: 'url' });
    return;
  }
  if (raw.includes('@') && /@[\w-]+\./.test(raw)) {
    words.push({ form: raw.toLowerCase(), stem: '', start, end, mark: 'email' });
    return;
  }
  let form = clean(raw);
  if (form === '') return;
  if (/^[ap]\. ?m/.test(form)) form = form.startsWith('a') ? 'am' : 'pm';
  const parts = contractions[form];
  if (parts) {
    for (const part of parts) words.push(word(part, start, end));
    return;
  }
  const apostrophe = form.indexOf("'");
  if (apostrophe > 0) {
    addContracted(words, form, apostrophe, start, end);
    return;
  }
  const isDigit = first >= 48 && first <= 57;
  if (isDigit) {
    const unit = /^(\d+(?:[.,:]\d+)*)(k|am|pm|a|p|x|yr|yrs|mo|day|days|hr|hrs|min|mins|wk|wks)$/.exec(form);
    if (unit?.[1] && unit[2]) {
      words.push(word(unit[1], start, start + unit[1].length));
      words.push(
        word(unit[2] === 'a' ? 'am' : unit[2] === 'p' ? 'pm' : unit[2], start + unit[1].length, end),
      );
      return;
    }
  }
  if (form.length > 2 && /[a-z]/.test(form) && /[0-9@$]/.test(form)) {
    const plain = form.replace(/[0134578@$]/g, (sign) => leet[sign] ?? sign);
    const made = word(plain, start, end);
    if (isKnown(made.stem)) {
      words.push(made);
      return;
    }
  }
  const made = word(form, start, end);
  words.push(made);
  if (/^[a-z]{1,40}$/i.test(raw)) {
    if (plainWords.size >= maxKept) plainWords.clear();
    plainWords.set(raw, { form: made.form, stem: made.stem });
  }
}

function addContracted(words: Word[], form: string, apostrophe: number, start: number, end: number): void {
  const base = form.slice(0, apostrophe);
  const ending = form.slice(apostrophe + 1);
  if (ending === 't' && base.endsWith('n')) {
    words.push(word(base.slice(0, -1), start, end), word('not', start, end));
    return;
  }
  words.push(word(base, start, end));
  if (ending === 's') {
    if (isContracted.has(base)) words.push(word('is', start, end));
    return;
  }
  const written = endings[ending];
  if (written !== undefined) words.push(word(written, start, end));
}

function clean(raw: string): string {
  if (/^\p{ASCII}*$/u.test(raw)) return raw.toLowerCase();
  return raw
    .replace(invisible, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’ʼ＇]/g, "'")
    .replace(/[^\x21-\x7E]/g, (sign) => lookAlikes[sign] ?? sign);
}

/** `f r e e` and `f.r.e.e` are one word where the rules know it. */
function joinSpacedLetters(words: Word[], text: string, isKnown: (stem: string) => boolean): Word[] {
  const minLetters = 4;
  let out: Word[] | undefined;
  for (let at = 0; at < words.length; at += 1) {
    let next = at;
    while (isSpacedLetter(words, next, at, text)) next += 1;
    const one = words[at];
    if (one && next - at >= minLetters) {
      const run = words.slice(at, next);
      const last = run.at(-1);
      const joined = word(run.map((letter) => letter.form).join(''), one.start, last?.end ?? one.end);
      if (isKnown(joined.stem)) {
        out ??= words.slice(0, at);
        out.push(joined);
        at = next - 1;
        continue;
      }
    }
    if (one) out?.push(one);
    // A run that is no word is passed over whole: its tails are none either, or the cost would be its square.
    for (let rest = at + 1; next - at >= minLetters && rest < next; rest += 1) {
      const letter = words[rest];
      if (letter) out?.push(letter);
    }
    if (next - at >= minLetters) at = next - 1;
  }
  return out ?? words;
}

function isSpacedLetter(words: readonly Word[], index: number, first: number, text: string): boolean {
  const one = words[index];
  if (one?.form.length !== 1 || one.end - one.start !== 1 || !/[a-z]/.test(one.form)) return false;
  const before = words[index - 1];
  return (
    index === first || (before !== undefined && one.start - before.end === 1 && text[before.end] !== '\n')
  );
}

/** Stems of words seen, so that each is worked out once; cleared when a flood of odd words fills it. */
const stems = new Map<string, string>();
const maxKept = 50_000;

export function stemOf(form: string): string {
  let stem = stems.get(form);
  if (stem === undefined) {
    // Nothing in the language is longer; a stem of a megabyte of letters would be paid for by everyone.
    stem = form.length > 40 ? form.slice(0, 40) : stemWord(irregularBase.get(form) ?? form);
    if (stems.size >= maxKept) stems.clear();
    stems.set(form, stem);
  }
  return stem;
}

function word(form: string, start: number, end: number): Word {
  return { form, stem: stemOf(form), start, end };
}
