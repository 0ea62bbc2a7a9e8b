import { knownActs } from './known-acts.ts';

/** A place in a text that names law. Offsets are of the text as given, in UTF-16 units. */
export interface FoundCitation {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly cited: Cited;
}

export type Cited =
  | {
      /** `12 CFR 1005.11(c)(2)`; without a title where the text gives only `1005.11`. */
      readonly kind: 'cfr';
      readonly title: number | undefined;
      readonly part: string;
      readonly section: string | undefined;
      readonly paragraphs: readonly string[];
    }
  | {
      readonly kind: 'usc';
      readonly title: number;
      readonly section: string;
      readonly paragraphs: readonly string[];
    }
  | { readonly kind: 'regulation'; readonly letter: string }
  | {
      /** Index into `knownActs`. */
      readonly kind: 'act';
      readonly act: number;
    }
  | {
      /** `section 1033`: of the Act named beside it, where one is. */
      readonly kind: 'section';
      readonly section: string;
      readonly paragraphs: readonly string[];
      readonly act: number | undefined;
    };

const paragraphs = String.raw`((?:\s?\([a-zA-Z0-9]{1,5}\)){0,7})`;
const sectionWord = String.raw`(?:§{1,2}\s?|\bsections?\s|\bsec\.\s?)`;
const cfrSection = String.raw`\d{1,4}[a-z]{0,2}(?:\d{0,2}-\d{1,3}[a-z]?)?`;

/** In order of strength: what an earlier pattern took, a later one leaves. Every repeat is bounded, so time is linear. */
const patterns: readonly {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[]) => Cited | undefined;
}[] = [
  {
    pattern: new RegExp(
      String.raw`\b(\d{1,2})\s{0,2}C\.?\s?F\.?\s?R\.?\s{0,2}(?:parts?\s|${sectionWord})?\s?(\d{1,4}[a-z]?)(?:\.(${cfrSection}))?${paragraphs}`,
      'gi',
    ),
    read: ([, title, part = '', section, nested]) => ({
      kind: 'cfr',
      title: Number(title),
      part: part.toLowerCase(),
      section: section?.toLowerCase(),
      paragraphs: paragraphsOf(nested),
    }),
  },
  {
    pattern: new RegExp(
      String.raw`\b(\d{1,2})\s{0,2}U\.?\s?S\.?\s?C\.?(?:\s?A\.?)?\s{0,2}${sectionWord}?\s?(\d{1,5}[a-z]{0,3}(?:[-–]\d{1,2}[a-z]?)?)${paragraphs}`,
      'gi',
    ),
    read: ([, title, section = '', nested]) => ({
      kind: 'usc',
      title: Number(title),
      section: section.replace('–', '-').toLowerCase(),
      paragraphs: paragraphsOf(nested),
    }),
  },
  {
    // A decimal number of its own is a section only with three digits or more before the dot: `$4.50` is not.
    pattern: new RegExp(
      String.raw`(?<![\d.$£€,])(?:${sectionWord}\s?)?\b(\d{3,4})\.(${cfrSection})${paragraphs}(?![\d%])`,
      'gi',
    ),
    read: ([, part = '', section = '', nested]) => ({
      kind: 'cfr',
      title: undefined,
      part,
      section: section.toLowerCase(),
      paragraphs: paragraphsOf(nested),
    }),
  },
  {
    pattern: /\bpart\s(\d{3,4})\b(?!\.\d)/gi,
    read: ([, part = '']) => ({ kind: 'cfr', title: undefined, part, section: undefined, paragraphs: [] }),
  },
  {
    pattern: /\b(?:reg|regulation)s?\.?\s([a-z]{1,2}|S-[PKXT]|S-ID|FD|BTR)(?![\w-])/gi,
    read: ([, letter = '']) =>
      // `regulation a bank`, `does the reg I asked about`: small words are letters only in capitals.
      /^(?:a|i|is|of|in|on|or|do|to|no|so|at|as|by|we|it|if)$/.test(letter) || /^[a-z][A-Z]$/.test(letter)
        ? undefined
        : { kind: 'regulation', letter: letter.toUpperCase() },
  },
  {
    pattern: actPattern(),
    read: ([name = '']) => {
      const act = actNamed(name);
      return act < 0 ? undefined : { kind: 'act', act };
    },
  },
  {
    pattern: new RegExp(String.raw`${sectionWord}\s?(\d{1,4}[a-z]?)(?![\w.]\d|\w)${paragraphs}`, 'gi'),
    read: ([, section = '', nested]) => ({
      kind: 'section',
      section: section.toUpperCase(),
      paragraphs: paragraphsOf(nested),
      act: undefined,
    }),
  },
];

/** Between a section and its Act: `of the`, `of`, a comma or nothing. */
const joining = /^[\s,]{0,3}(?:of\s)?(?:the\s)?$/i;

/** Everything in a text that names law, in order and without overlap. */
export function findCitations(text: string): FoundCitation[] {
  const found: FoundCitation[] = [];
  const taken = new Uint8Array(text.length);
  for (const { pattern, read } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const startOffset = match.index;
      const endOffset = startOffset + match[0].trimEnd().length;
      if (taken.subarray(startOffset, endOffset).includes(1)) continue;
      const cited = read(match);
      if (!cited) continue;
      taken.fill(1, startOffset, endOffset);
      found.push({ startOffset, endOffset, cited });
    }
  }
  found.sort((a, b) => a.startOffset - b.startOffset);
  return found.map((one, at) => withAct(one, found[at - 1], found[at + 1], text));
}

/** `FCRA § 615(a)` and `section 615 of the FCRA` name a section of that Act. */
function withAct(
  one: FoundCitation,
  before: FoundCitation | undefined,
  after: FoundCitation | undefined,
  text: string,
): FoundCitation {
  if (one.cited.kind !== 'section') return one;
  if (before?.cited.kind === 'act' && joining.test(text.slice(before.endOffset, one.startOffset))) {
    return { ...one, cited: { ...one.cited, act: before.cited.act } };
  }
  if (after?.cited.kind === 'act' && joining.test(text.slice(one.endOffset, after.startOffset))) {
    return { ...one, cited: { ...one.cited, act: after.cited.act } };
  }
  return one;
}

function paragraphsOf(nested: string | undefined): string[] {
  return Array.from((nested ?? '').matchAll(/\(([a-zA-Z0-9]{1,5})\)/g), (match) => match[1] ?? '');
}

function actPattern(): RegExp {
  const names = knownActs.flatMap(({ names, capitals = [] }) => [...names, ...capitals]);
  const longestFirst = [...new Set(names)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const written = longestFirst.map((name) =>
    name.replace(/[.]/g, String.raw`\.`).replaceAll("'", "['’]").replaceAll(' ', String.raw`\s`),
  );
  return new RegExp(String.raw`(?<![\w-])(?:${written.join('|')})(?![\w-])`, 'gi');
}

function actNamed(written: string): number {
  const folded = written.replace(/\s/g, ' ').replaceAll('’', "'");
  return knownActs.findIndex(
    ({ names, capitals }) => names.includes(folded.toLowerCase()) || capitals?.includes(folded),
  );
}
