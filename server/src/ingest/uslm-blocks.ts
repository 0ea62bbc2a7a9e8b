import type { Block, Provision } from './outline.ts';
import { nestUscParagraphs } from './usc-section.ts';
import { headingWords, namesIn, readUslmText, type TextPiece } from './uslm-text.ts';
import { firstChild, isElement, textOf } from './xml-query.ts';
import type { XmlElement } from './xml-tree.ts';

/** (a) > (1) > (A) > (i) > (I) > (aa) > (AA); a level may be left out. */
const levels = namesIn('subsection paragraph subparagraph clause subclause item subitem subsubitem level');
const texts = namesIn('chapeau content continuation proviso text p note');

/** A designator without words, waiting to be printed before the first words below it. */
interface LineStart {
  readonly text: string;
  readonly opens: readonly Provision[];
}

/** The text of a section, levels nested as the file nests them. */
export function readUslmBlocks(section: XmlElement): readonly Block[] {
  const blocks: Block[] = [];

  const addPieces = (pieces: readonly TextPiece[], start?: LineStart) => {
    let before = start;
    for (const piece of pieces) {
      if ('kind' in piece) {
        if (before) blocks.push({ kind: 'paragraph', ...before });
        blocks.push(piece);
      } else if (before) {
        const gap = before.text.endsWith('—') ? '' : ' ';
        blocks.push({ kind: 'paragraph', text: `${before.text}${gap}${piece.text}`, opens: before.opens });
      } else {
        blocks.push({ kind: 'paragraph', text: piece.text, opens: [] });
      }
      before = undefined;
    }
    return before;
  };

  const readLevel = (level: XmlElement, parent: readonly string[], start: LineStart | undefined) => {
    const opened = openLevel(level, parent, start);
    let waiting: LineStart | undefined = opened.line;
    for (const child of level.children.filter(isElement)) {
      if (levels.has(child.name)) {
        readLevel(child, opened.path, waiting);
        waiting = undefined;
      } else if (texts.has(child.name)) {
        waiting = addPieces(readUslmText(child), waiting);
      } else if (child.name === 'heading') {
        // The Code sets a heading on its own line; enacted titles run it in: `(a) In General.—The`.
        const [heading, ...footnotes] = readUslmText(child);
        const text = heading !== undefined && !('kind' in heading) ? heading.text : '';
        const line = nameLast(waiting, text, headingWords(child));
        if (text.endsWith('—') && footnotes.length === 0) waiting = line;
        else {
          blocks.push({ kind: 'paragraph', ...line });
          addPieces(footnotes);
          waiting = undefined;
        }
      }
    }
    // A designator alone is printed where nothing else stands for the provision.
    if (waiting && waiting.text !== '') blocks.push({ kind: 'paragraph', ...waiting });
  };

  for (const child of section.children.filter(isElement)) {
    if (levels.has(child.name)) readLevel(child, [], undefined);
    else if (texts.has(child.name) && child.name !== 'note') blocks.push(...readFlat(readUslmText(child)));
  }
  return blocks;
}

interface OpenedLevel {
  readonly path: readonly string[];
  readonly line: LineStart;
}

/** One number may stand for several provisions: `(h), (i) Repealed`. */
function openLevel(level: XmlElement, parent: readonly string[], start: LineStart | undefined): OpenedLevel {
  const number = firstChild(level, 'num');
  const printed = textOf(number);
  // `(a)(1)` is set close.
  const before = start === undefined ? '' : start.text + (printed.startsWith('(') ? '' : ' ');
  const opens = [...printed.matchAll(/\(([0-9A-Za-z–-]{1,12})\)/g)].map((found): Provision => {
    return { path: [...parent, found[1] ?? ''], at: before.length + found.index };
  });
  const value =
    opens.at(-1)?.path ?? (number?.attributes.value ? [...parent, number.attributes.value] : parent);
  return { path: value, line: { text: `${before}${printed}`, opens: [...(start?.opens ?? []), ...opens] } };
}

/** Adds a heading to the line of its designator; its name is without footnote marks and closing dash. */
function nameLast(line: LineStart | undefined, printed: string, words: string): LineStart {
  if (line === undefined) return { text: printed, opens: [] };
  const heading = words.replace(/[.:]?—?$/, '');
  const last = line.opens.at(-1);
  const opens = last && heading !== '' ? [...line.opens.slice(0, -1), { ...last, heading }] : line.opens;
  return { text: printed === '' ? line.text : `${line.text} ${printed}`, opens };
}

/** A few old sections are one `content` of paragraphs with their designators in the text. */
function readFlat(pieces: readonly TextPiece[]): readonly Block[] {
  const paragraphs = pieces.flatMap((piece) => ('kind' in piece ? [] : [piece]));
  const nested = nestUscParagraphs(paragraphs).values();
  return pieces.flatMap((piece): Block[] => ('kind' in piece ? [piece] : [...nested.take(1)]));
}
