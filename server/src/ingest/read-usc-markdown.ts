import type { Block, Outline, Table } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { nestUscParagraphs, outlineOfSection, type UscParagraph } from './usc-section.ts';
import { decodeUtf8, foldSpace } from './xml-tree.ts';

/**
 * Chapter files of the United States Code in Markdown: `### §1693f. Heading`, `#### (a) Subsection heading`,
 * bullets for everything below. Order is the publisher's; nothing inside names the title of the Code.
 */
export const readUscMarkdown: Reader = {
  format: 'usc-markdown',
  recognises: (name, head) =>
    /\.md$/i.test(name) && /^\uFEFF?\s*### /.test(head) && /^### §[0-9]\S*\. /m.test(head),
  *read(file) {
    yield* readSections(file);
  },
};

const sectionLine = /^§([0-9][^ ]*)\. (.*)$/s;
const divisionLine = /^(?:SUB)?(?:TITLE|CHAPTER|PART) [0-9A-Z–-]+—/;

interface OpenSection {
  readonly section: string;
  readonly name: string;
  readonly heading: string;
  readonly chapterHeading: string | undefined;
  readonly line: number;
  readonly items: (UscParagraph | Table)[];
}

function* readSections(file: SourceFile): Iterable<Outline> {
  const title = titleInPath(file.name);
  let chapterHeading: string | undefined;
  let open: OpenSection | undefined;
  let rows: string[] = [];
  const closeTable = () => {
    if (rows.length > 0) open?.items.push(tableOf(rows));
    rows = [];
  };
  for (const [index, raw] of decodeUtf8(file.bytes).split('\n').entries()) {
    const { signs, text } = readLine(raw);
    if (text.startsWith('|') && open) {
      rows.push(text);
      continue;
    }
    closeTable();
    if (text === '') continue;
    const section = signs === '###' ? sectionLine.exec(text) : null;
    const isDivision = signs === '###' && divisionLine.test(text);
    if (section || isDivision) {
      if (open) yield* close(open, title, file);
      open = undefined;
      if (isDivision) chapterHeading = text;
    }
    if (section) {
      const [, number = '', name = ''] = section;
      open = { section: number, name, heading: text, chapterHeading, line: index + 1, items: [] };
    } else if (open) {
      open.items.push({ text, isHeading: signs === '####', isPlain: signs === '###' });
    } else if (!isDivision) {
      throw new SourceError('malformed', `text before the first section: ${text.slice(0, 60)}`, index + 1);
    }
  }
  closeTable();
  if (open) yield* close(open, title, file);
}

function* close(open: OpenSection, title: number, file: SourceFile): Iterable<Outline> {
  // A number without law is not a document.
  if (/^\[?(?:Reserved|Repealed|Omitted|Transferred)(?:[.\]]|$)/.test(open.name)) return;
  if (open.items.length === 0) throw new SourceError('no_text', `§${open.section} has no text`, open.line);
  const chapter = /(?:^|[/_])chapter0*([0-9]+[a-z]*)(?=[_.])/i.exec(file.name)?.[1]?.toUpperCase();
  const { section, name, heading, chapterHeading } = open;
  yield outlineOfSection({
    title,
    section,
    name,
    heading,
    ...(chapter === undefined ? {} : { chapter }),
    ...(chapterHeading === undefined ? {} : { chapterHeading }),
    edition: 'official',
    ...(file.editionDate === undefined ? {} : { editionDate: file.editionDate }),
    blocks: nestItems(open.items),
  });
}

/** Nests the paragraphs as one run, then puts the tables back between them. */
function nestItems(items: readonly (UscParagraph | Table)[]): Block[] {
  const nested = nestUscParagraphs(items.filter(isParagraph)).values();
  return items.flatMap((item): Block[] => (isParagraph(item) ? [...nested.take(1)] : [item]));
}

function isParagraph(item: UscParagraph | Table): item is UscParagraph {
  return !('kind' in item);
}

function titleInPath(name: string): number {
  const title = /(?:^|[/\\])title-(\d{1,2})[/\\]/.exec(name)?.[1];
  if (title !== undefined) return Number(title);
  throw new SourceError(
    'malformed',
    'the file does not say which title of the Code it is: keep it in a folder named title-15 or the like',
  );
}

/** Bullet, indentation, number signs and inline marks taken off. */
function readLine(raw: string): { readonly signs: string; readonly text: string } {
  const line = foldSpace(raw).replace(/^\* /, '');
  const signs = /^#{3,4}(?= )/.exec(line)?.[0] ?? '';
  const words = line.slice(signs.length);
  if (!/[<_*&]/.test(words)) return { signs, text: words.trim() };
  const text = words
    .replace(/<\/?p(?: [^<>]*)?>/g, '')
    // Every bare underscore marks italics: `_Provided_`, `§1701_l_`; `\_` is the character.
    .replace(/\\_|_|\*\*/g, (mark) => (mark === '\\_' ? '_' : ''))
    .replaceAll('&nbsp;', '\u00a0');
  return { signs, text: foldSpace(text) };
}

function tableOf(lines: readonly string[]): Table {
  const rows = lines
    .filter((line) => !/^\|(?: ?-+ ?\|)+$/.test(line))
    .map((line) =>
      line
        .slice(1, line.endsWith('|') ? -1 : undefined)
        .split('|')
        .map(foldSpace),
    );
  // The header row is left blank where the publisher set the column heads in the body.
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  return { kind: 'table', headerRows: filled.slice(0, 1), rows: filled.slice(1) };
}
