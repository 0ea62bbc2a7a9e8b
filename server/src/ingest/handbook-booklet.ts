import { type HandbookLine, readHandbookLines } from './handbook-lines.ts';
import { ordinaryCase } from './handbook-names.ts';
import { SourceError } from './reader.ts';

/** A booklet of the IT handbook, cut into its top-level sections. */
interface BookletSection {
  /** As published: `III COMMON AIO RISK MANAGEMENT TOPICS`. */
  readonly heading: string;
  /** In ordinary case. */
  readonly title: string;
  readonly lines: readonly HandbookLine[];
  /** Level of a heading inside the section; to be asked in reading order. */
  readonly levelOf: (heading: HeadingLine) => number;
}

interface HeadingLine {
  readonly signs: number;
  readonly text: string;
}

/** `II.C.7(b)`, then a space or the end. */
const numberForm = /^([IVX]+)((?:\.[A-Z0-9]+)*(?:\([a-z]+\))?)(?: |$)/;

/**
 * Numbered booklets are cut at Roman numerals, the others at the level of their introduction, both at
 * appendices: number signs alone are not to be trusted, as the extraction gave `VII.A` the same as `VII`.
 */
export function cutBooklet(text: string): BookletSection[] {
  const all = [...readHandbookLines(text)];
  const first = all.findIndex((line) => line.kind === 'heading' && /^introduction$/i.test(line.text));
  const introduction = all[first];
  if (introduction?.kind !== 'heading') {
    throw new SourceError('malformed', 'the booklet has no Introduction heading');
  }
  const topSigns = introduction.signs;
  // What stands before the introduction is the front page and the contents.
  const lines = joinNumbers(all.slice(first));
  const isNumbered = lines.some((line) => line.kind === 'heading' && /^I [A-Z]/.test(line.text));
  const sections: { readonly heading: string; readonly lines: HandbookLine[] }[] = [];
  for (const line of lines) {
    // After the first appendix only appendices are sections, whatever their subheadings look like.
    const inAppendix = isAppendix(sections.at(-1)?.heading ?? '');
    if (line.kind === 'heading' && isTop(line, { isNumbered, topSigns, inAppendix })) {
      sections.push({ heading: line.text, lines: [] });
    } else {
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections.map((section) => ({
    ...section,
    title: ordinaryTitle(section.heading),
    levelOf: levelsUnder(isAppendix(section.heading) ? 1 : topSigns),
  }));
}

export function isAppendix(title: string): boolean {
  return /^appendix [a-z]\b/i.test(title);
}

interface Shape {
  readonly isNumbered: boolean;
  /** Number signs of the Introduction. */
  readonly topSigns: number;
  readonly inAppendix: boolean;
}

function isTop({ text, signs }: HeadingLine, { isNumbered, topSigns, inAppendix }: Shape): boolean {
  if (isAppendix(text)) return signs <= topSigns;
  if (inAppendix) return false;
  if (/^introduction$/i.test(text)) return signs <= topSigns;
  return isNumbered ? numberForm.exec(text)?.[2] === '' : signs === topSigns;
}

/** `II.C.7(b)` is three below `II`; a heading without a number stands under the numbered one before it. */
function levelsUnder(topSigns: number): (heading: HeadingLine) => number {
  let numbered: number | undefined;
  return ({ signs, text }) => {
    const tail = numberForm.exec(text)?.[2];
    if (tail) {
      numbered = (tail.match(/[.(]/g) ?? []).length;
      return numbered;
    }
    return numbered === undefined ? Math.max(1, signs - topSigns) : numbered + 1;
  };
}

/** `# III.C.2` and `## Data Flow Diagrams` are one heading that the extraction broke. */
function joinNumbers(lines: readonly HandbookLine[]): HandbookLine[] {
  const joined: HandbookLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isBare = last?.kind === 'heading' && /^[IVX]+(?:\.[A-Z0-9]+)+$/.test(last.text);
    if (isBare && line.kind === 'heading')
      joined[joined.length - 1] = { ...line, text: `${last.text} ${line.text}` };
    else joined.push(line);
  }
  return joined;
}

function ordinaryTitle(title: string): string {
  const [, mark = '', words = title] = /^([IVX]+ |APPENDIX [A-Z]: )(.*)$/s.exec(title) ?? [];
  return `${mark.replace('APPENDIX', 'Appendix')}${ordinaryCase(words)}`;
}
