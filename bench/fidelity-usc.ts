import { headingOf, type ImportedDocument, type SourceUnit, squash } from './fidelity-compare.ts';
import type { RuleCounts } from './fidelity-rules.ts';

/** The United States Code in chapter files of Markdown and in JSON records. */

export interface UscDraft {
  readonly name: string;
  heading: string;
  pieces: string[];
  readonly isDisplaced?: boolean;
}

/** Line by line: `### §12. Heading` begins a section, any other line is a piece of it. */
export function extractUscMarkdown(markdown: string, rules: RuleCounts): readonly SourceUnit[] {
  const units: UscDraft[] = [];
  let unit: UscDraft | undefined;
  for (const raw of markdown.split('\n')) {
    const line = raw.trim().replace(/^\* /, '');
    if (line === '' || /^\|(?: *-+ *\|)+$/.test(line)) continue;
    const text = line
      .replace(/^#+ /, '')
      .replace(/<\/?p\b[^>]*>|\*\*/g, '')
      .replace(/\\_|_/g, (mark) => (mark === '_' ? '' : '_'))
      .replaceAll('&nbsp;', '\u00a0');
    const number = /^### §([0-9]\S*)\. /.exec(line)?.[1];
    if (number !== undefined) {
      unit = { name: `§${number}`, heading: text, pieces: [] };
      units.push(unit);
    } else if (/^### (?:\*\*)?(?:SUB)?(?:TITLE|CHAPTER|PART) /.test(line)) {
      unit = undefined;
      rules.add('structure-heading');
    } else if (unit) unit.pieces.push(...(line.startsWith('|') ? text.split('|').filter(Boolean) : [text]));
    else units.push({ name: 'before the first section', heading: text, pieces: [] });
  }
  return keepLaw(units, rules);
}

/**
 * One record per line; blank lines part the paragraphs. The law stands between the second heading line and the
 * source credit, or the first heading of the notes where there is no credit.
 */
export function extractUscRecords(
  jsonl: string,
  rules: RuleCounts,
  documents: readonly ImportedDocument[],
): readonly SourceUnit[] {
  const notes = new Map(documents.map((document) => [headingOf(document), footnotesOf(document)]));
  const units: UscDraft[] = [];
  for (const line of jsonl.split('\n')) {
    if (line.trim() === '') continue;
    const record: unknown = JSON.parse(line);
    const field = (name: string): string => {
      const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : '';
      return typeof value === 'string' ? value : '';
    };
    const paragraphs = field('text').split(/\n\n+/);
    const heading = paragraphs.find((text) => text.startsWith('##### ')) ?? '';
    const credit = paragraphs.findIndex((text) => isCredit(text, field('source_credit')));
    const firstNote = paragraphs.findIndex((text) => text.startsWith('#### '));
    const end = credit >= 0 ? credit : firstNote >= 0 ? firstNote : paragraphs.length;
    rules.add('apparatus-dropped', paragraphs.length - end);
    rules.add('heading-said-once');
    const law = paragraphs.slice(0, end).filter((text) => text.trim() !== '' && !/^#(?:####)? /.test(text));
    const isDisplaced = /"order_defect": ?true/.test(line);
    if (isDisplaced) rules.add('displaced-in-source');
    units.push({
      name: field('id'),
      heading: plain(heading.slice('##### '.length), rules),
      pieces: law.map((text) => plain(text, rules)),
      isDisplaced,
    });
  }
  return keepLaw(units, rules).map((unit) => {
    const printed = notes.get(squash(unit.heading)) ?? [];
    return { ...unit, pieces: liftFootnotes(unit.pieces, printed, rules) };
  });
}

function isCredit(text: string, sourceCredit: string): boolean {
  return sourceCredit !== '' && text.trim().startsWith(`*${sourceCredit.slice(0, 30)}`);
}

function plain(markdown: string, rules: RuleCounts): string {
  let text = markdown;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(
      /\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\(\/us\/[^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g,
      '$1',
    );
  }
  const marks = text.match(/\u00ad|\^(?=\d)/g)?.length ?? 0;
  rules.add('markup-mark', marks);
  return text
    .replace(/\u00ad|\^(?=\d)/g, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\*([^*]+)\*/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The footnotes a document prints as blocks of their own: `1 So in original.` */
function footnotesOf({ text }: ImportedDocument): readonly string[] {
  return text
    .split('\n\n')
    .filter((block) => /^\d{1,2} [A-Z]/.test(block))
    .map(squash);
}

/**
 * `this Act 11 So in original. and the Bank`: mark, number and words of the note in the sentence. What the import
 * prints as a note must stand in the source just behind its own mark, and is then expected after its paragraph.
 */
function liftFootnotes(
  pieces: readonly string[],
  notes: readonly string[],
  rules: RuleCounts,
): readonly string[] {
  let next = 0;
  return pieces.map((piece) => {
    let text = squash(piece);
    let lifted = '';
    let at = 0;
    for (let note = notes[next]; note !== undefined; note = notes[next]) {
      const mark = /^\d{1,2}/.exec(note)?.[0] ?? '';
      const found = text.indexOf(mark + note, at);
      if (found < 0) break;
      at = found + mark.length;
      text = text.slice(0, at) + text.slice(at + note.length);
      lifted += note;
      next += 1;
      rules.add('footnote-after-paragraph');
    }
    return text + lifted;
  });
}

/** A section of which only the heading is left is no document. */
export function keepLaw(units: readonly UscDraft[], rules: RuleCounts): readonly SourceUnit[] {
  const trimmed = units.map((unit) => ({
    ...unit,
    pieces: unit.pieces.map((piece) => trimEdges(piece, rules)),
  }));
  const kept = trimmed.filter(({ heading, pieces }) => {
    const isGone = gone.test(heading);
    const notes = isGone ? pieces.filter((piece) => goneNote.test(piece)) : [];
    rules.add('note-on-gone-section', notes.length);
    return pieces.length > notes.length;
  });
  rules.add('heading-only', units.length - kept.length);
  return kept;
}

/** `§ 12. Repealed. Pub. L. ...`, `[§§ 51d to 51f. Transferred]` */
const gone =
  /^\[?§§? ?[^.]+\. \[?(?:Repealed|Omitted|Transferred|Reserved|Vacant|Renumbered|Terminated|Executed)\b/;
/** The editors say what the number held. */
const goneNote =
  /^(?:Sections?[, ]|(?:A p|P)rior sections? |This section was |For (?:subject matter|establishment) of )/;

/** The Code's files indent with no-break spaces, and leave a blank to fill in at the end of a line. */
function trimEdges(piece: string, rules: RuleCounts): string {
  const text = piece.replace(/^[\s]+|[\s]+$/g, '');
  if (squash(text) !== squash(piece)) rules.add('edge-space');
  return text;
}
