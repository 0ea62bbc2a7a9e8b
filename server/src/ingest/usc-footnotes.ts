/**
 * Footnotes of the Code that a converter left inside the sentence: `this Act 11 So in original. and the Bank`
 * is mark 1, note 1, its words, then the law again. Only notes whose form is certain are taken out.
 */

interface SplitText {
  /** The law, with the mark where it stood: `this Act 1 and the Bank`. */
  readonly text: string;
  /** `1 So in original.` */
  readonly notes: readonly string[];
  /** Whether a mark stands right after the designators. */
  readonly hasMark: boolean;
}

/** The mark twice, as reference and as number of the note. */
const doubledMark = /(?<![\d$.,])(\d{1,2})\1 (?=[A-Z])|(?<=[.,;:)”])(\d)\2 (?=[A-Z])/g;
/** The full stops of abbreviations end nothing; `“Board.”` and `“Board”.` both end a sentence. */
const sentence =
  /^(?:“[^”]*”|\b(?:subsec|par|subpar|sec|cl|subcl|ch|subch|pt|Pub|L)s?\.|[^.“])*?(?:\.(?=[ ),;]|$)|“[^”]*(?:”\.|\.”(?= |$)))/;
/** The longest note of 2026 has 125 characters. */
const longestNote = 400;
const firstSentence =
  /^(?:So in original|See .* (?:notes? (?:below|above|set out)|Tables)|Probably should |There (?:is|are) no |There probably should |Capitalized as in original)/;
const laterSentence =
  /^(?:Probably |See .* note|Another |(?:There (?:is|are)|No|Two|Three|Section|Subsections?|Sentence|This|The|An?|Words?|First|Second|Closing|Opening|Comma|Period|Semicolon)\b.*(?:probably should|been enacted|does not|do not|designated|is no |are no |repealed|redesignated|so in))/;
/** A later reference to a note given before: `,^1`. */
const laterMark = / ?\^(\d{1,2})\b/g;

export function splitFootnotes(source: string): SplitText {
  const notes: string[] = [];
  let text = '';
  let at = 0;
  for (const found of source.matchAll(doubledMark)) {
    if (found.index < at) continue;
    const mark = found[1] ?? found[2] ?? '';
    const start = found.index + found[0].length;
    const length = noteLength(source.slice(start, start + longestNote));
    if (length === 0) continue;
    notes.push(`${mark} ${source.slice(start, start + length)}`);
    text += `${source.slice(at, found.index).trimEnd()} ${mark}`;
    at = start + length;
  }
  text = (text + source.slice(at)).replace(laterMark, ' $1').trim();
  return { text, notes, hasMark: notes.length > 0 || source.includes('^') };
}

function noteLength(rest: string): number {
  let length = 0;
  for (;;) {
    const gap = length === 0 ? 0 : 1;
    const next = sentence.exec(rest.slice(length + gap))?.[0];
    if (next === undefined || !(length === 0 ? firstSentence : laterSentence).test(next)) return length;
    length += gap + next.length;
  }
}
