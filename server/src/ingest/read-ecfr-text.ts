import { cfrAuthorities, cfrSectionSlug, cfrSectionUrl, containerLabel } from '../corpus/cfr-parts.ts';
import type { Outline } from './outline.ts';
import { inferLevels } from './paragraph-levels.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { decodeUtf8, foldSpace } from './xml-tree.ts';

/**
 * Parts of the CFR as indented Markdown, one file per part. All italics are gone from this source, and with
 * them run-in headings and the designators of the fifth level; tables and appendices are missing. It serves
 * to find a section, never to quote one: every document is `lossy`.
 */
export const readEcfrText: Reader = {
  format: 'ecfr-text-markdown',
  recognises: (name, head) =>
    /\.md$/i.test(name) && /^### Part \d+[a-z]*$/m.test(head) && /^ *PART \d/m.test(head),
  *read(file) {
    yield* readPart(file);
  },
};

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

const sectionMark = /^#### § (§{1,2} \S.*)$/;
const partMark = /^### Part (\d+[a-z]*)$/;
/** Authority and source notes, source credits, and the marks of chapters and subchapters. */
const apparatus = /^(?:\*\*(?:Authority|Source):\*\*|> |#{1,3} |PART \d|(?:SUB)?CHAPTER [A-Z])/;
/** A subpart heading, wherever its indentation puts it. */
const subpartHeading = /^Subparts? [A-Z]{1,3}(?:[–-][A-Z]{1,3})?(?:—| \[|$)/;

function* readPart(file: SourceFile): Iterable<Outline> {
  const title = titleInPath(file.name);
  const lines = readLines(file);
  const part = lines.map(({ text }) => partMark.exec(text)?.[1]).find((found) => found !== undefined);
  if (part === undefined) throw new SourceError('malformed', 'the file names no part (### Part 1026)');
  const partHeading = lines.find(({ text }) => text.startsWith('PART '))?.text ?? '';
  const marks = lines.flatMap(({ text }, index) => (sectionMark.test(text) ? [index] : []));
  for (const [order, mark] of marks.entries()) {
    const heading = lines[mark - 1];
    const number = /^§ (\S+)/.exec(heading?.text ?? '')?.[1];
    // `§§ 3.4-3.9 [Reserved]` holds no law.
    if (heading?.text.startsWith('§§')) continue;
    if (!heading || number === undefined) {
      throw new SourceError(
        'malformed',
        'no heading line stands before the section mark',
        lines[mark]?.number,
      );
    }
    const next = marks[order + 1];
    const end = next === undefined ? lines.length : endOfSection(lines, next - 1);
    const paragraphs = lines.slice(mark + 1, end).filter((line) => isLaw(line, heading));
    if (paragraphs.length === 0) continue;
    yield outlineOf({ title, part, partHeading, number, heading: heading.text, paragraphs }, file);
  }
}

/** Where a section ends: above the next heading and the group headings that stand over it, one step left each. */
function endOfSection(lines: readonly Line[], headingIndex: number): number {
  let end = headingIndex;
  let indent = lines[end]?.indent ?? 0;
  for (;;) {
    const above = lines[end - 1];
    if (!above || above.indent !== indent - 2 || apparatus.test(above.text)) return end;
    end -= 1;
    indent = above.indent;
  }
}

/** A line further left than its section's heading belongs to the structure above it. */
function isLaw(line: Line, heading: Line): boolean {
  return line.indent >= heading.indent && !apparatus.test(line.text) && !subpartHeading.test(line.text);
}

interface Section {
  readonly title: number;
  readonly part: string;
  readonly partHeading: string;
  readonly number: string;
  readonly heading: string;
  readonly paragraphs: readonly Line[];
}

function outlineOf(section: Section, file: SourceFile): Outline {
  const { title, part, number, heading } = section;
  // ` .` where an italic name was lost: `Publication in the .`
  const label = heading.replace(/^§ /, '').replace(/ ?\.$/, '');
  const sourceUrl = cfrSectionUrl(title, number);
  const flat = section.paragraphs.map(({ text }) => ({ text, italic: [] }));
  return {
    facts: {
      externalId: cfrSectionSlug(title, number),
      category: 'regulation',
      title: `${title} CFR ${label}`,
      authorities: cfrAuthorities(title, part),
      jurisdictions: ['us-federal'],
      sourceUrl,
      attributes: {
        category: 'regulation',
        citation: `${title} CFR ${number}`,
        sourceUrl,
        cfrTitle: title,
        // Part 261b has no whole number.
        ...(/^\d+$/.test(part) ? { cfrPart: Number(part) } : {}),
        cfrSection: number.slice(number.indexOf('.') + 1),
      },
    },
    edition: 'lossy',
    ...(file.editionDate === undefined ? {} : { editionDate: file.editionDate }),
    container: [containerLabel(title, part, section.partHeading)],
    label,
    heading,
    blocks: inferLevels(flat),
  };
}

function readLines(file: SourceFile): Line[] {
  return decodeUtf8(file.bytes)
    .split('\n')
    .map((raw, index) => {
      const indent = /^ */.exec(raw)?.[0].length ?? 0;
      // `_Act_` is an italic word the source put back at the wrong place; longer runs are blanks to fill in.
      const text = raw.replace(/(?<!_)(_{1,2})(?![_ ])([^_]+)\1(?!_)/g, '$2');
      return { number: index + 1, indent, text: foldSpace(text) };
    })
    .filter(({ text }) => text !== '');
}

function titleInPath(name: string): number {
  const title = /title-(\d{1,2})(?!\d)/.exec(name)?.[1];
  if (title !== undefined) return Number(title);
  throw new SourceError(
    'malformed',
    'the file does not say which title of the CFR it is: keep it in a folder named title-12 or the like',
  );
}
