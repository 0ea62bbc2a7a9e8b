/**
 * Whether a sentence ends between two words. Used to cut over-long paragraphs, where a wrong cut (inside
 * `No. 5` or `15 U.S.C. 1601`) is worse than a missed one: every doubt is decided against the end.
 */
export function endsSentence(word: string, nextWord: string): boolean {
  if (word.length > maxMeaningfulLength) return false;
  const bare = withoutClosers(word.trim());
  const mark = bare.at(-1);
  if (mark !== '.' && mark !== '?' && mark !== '!') return false;
  // A capital, a bracketed designator, a quotation or a section sign; never a digit: `No. 5`, `Stat. 1376`.
  if (!/^["'“‘([]*[A-Z§¶]|^\([a-z0-9]{1,5}\)/.test(nextWord)) return false;
  return mark !== '.' || !isAbbreviation(bare.slice(0, -1));
}

/** Longer tokens are not words. */
const maxMeaningfulLength = 60;

/** Quotes and brackets after the mark: `(see below.)” Next`. */
function withoutClosers(word: string): string {
  let end = word.length;
  while (end > 0 && '"\'”’)]'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

function isAbbreviation(word: string): boolean {
  let start = 0;
  while (start < word.length && '"\'“‘(['.includes(word.charAt(start))) start += 1;
  const bare = word.slice(start);
  // `U.S.C`, `e.g`, initials and outline letters: dots or a single letter.
  if (/^[A-Za-z](?:\.[A-Za-z])*$/.test(bare)) return true;
  // The last part of a compound: `Fed.Reg`, `U.S.C.App`.
  return abbreviations.has(bare.slice(bare.lastIndexOf('.') + 1).toLowerCase());
}

const abbreviations: ReadonlySet<string> = new Set(
  (
    'no nos sec secs art arts ch chs cl para paras par pp pt pts vol app supp subpt subch ex exs fig figs tit ' +
    'inc co corp ltd llc bros assn assoc dept div bd comm govt natl intl ' +
    'fed reg regs stat pub rev rul proc cong sess res amend cir dist ct cal ' +
    'seq al cf viz vs etc ibid id approx est max min avg ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri ' +
    'mr mrs ms dr jr sr hon esq prof gov st ave blvd rd ste'
  ).split(' '),
);
