import { type OpenPath, readDesignators } from './designator-path.ts';
import { plainFromMarkdown } from './markdown-text.ts';
import type { Block, Outline, Provision } from './outline.ts';
import { readFrontMatter } from './pandect-front-matter.ts';
import { readMarkedParagraph, readParagraph } from './pandect-paragraph.ts';
import { isTableLine, readTable } from './pandect-table.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { decodeUtf8, foldSpace } from './xml-tree.ts';

/** The longest official section is under 2 MB; a file is one document. */
const maxBytes = 16 * 1024 * 1024;

/** Pandect's own format: YAML front matter, then one document whose paragraphs carry their whole path. */
export const readPandectMarkdown: Reader = {
  format: 'pandect-markdown',
  recognises: (name, head) => /\.(?:md|markdown)$/i.test(name) && /^\uFEFF?---[ \t]*\r?\n/.test(head),
  *read(file) {
    yield readDocument(file);
  },
};

function readDocument(file: SourceFile): Outline {
  if (file.bytes.byteLength > maxBytes) {
    throw new SourceError(
      'too_large',
      `the file has ${file.bytes.byteLength} bytes; at most ${maxBytes} are read`,
    );
  }
  const lines = decodeUtf8(file.bytes).split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---')
    throw new SourceError('malformed', 'the file must begin with a --- line', 1);
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (close < 0) throw new SourceError('malformed', 'front matter is not closed by a --- line', 1);
  const front = readFrontMatter(lines.slice(1, close).join('\n'), 2);
  const body = readBody(lines, close + 1);
  // A date given from outside is of the copy; the one inside is of the law.
  const editionDate = front.editionDate ?? file.editionDate;
  return { ...front, ...(editionDate === undefined ? {} : { editionDate }), ...body };
}

/** Lines that belong together, the first one's number with them. */
interface Piece {
  readonly kind: 'paragraph' | 'item' | 'table';
  readonly line: number;
  readonly lines: string[];
  readonly opens?: readonly Provision[];
}

/** Marks of Markdown blocks that have no place in a legal text; refused so that nothing is misread. */
const unsupported = /^(?:[*+] |>|```|~~~|-{3,}$|={3,}$|\*{3,}$|_{3,}$)/;
const numberedItem = /^\d{1,3}[.)] /;

function readBody(lines: readonly string[], firstIndex: number): Pick<Outline, 'heading' | 'blocks'> {
  const blocks: Block[] = [];
  let heading: string | undefined;
  let open: OpenPath = [];
  let piece: Piece | undefined;
  let marked: { readonly opens: readonly Provision[]; readonly line: number } | undefined;

  const close = () => {
    if (!piece) return;
    if (piece.kind === 'table') {
      blocks.push(readTable(piece.lines, piece.line));
    } else {
      const markdown = piece.lines.join(' ');
      const read = piece.opens
        ? readMarkedParagraph(markdown, piece.opens, open)
        : readParagraph(markdown, open);
      if (!read.ok) throw new SourceError('malformed', read.reason, piece.line);
      open = read.open;
      blocks.push(read.paragraph);
    }
    piece = undefined;
  };

  for (const [index, raw] of lines.entries()) {
    if (index < firstIndex) continue;
    const number = index + 1;
    const line = foldSpace(raw);
    const refuse = (why: string) => new SourceError('malformed', why, number);
    if (marked && /^(?:$|<!--|#+ |\|)/.test(line)) throw refuse('a paragraph must follow its opens comment');
    if (line === '') {
      close();
      continue;
    }
    const title = /^(#+) (.*)$/s.exec(line);
    if (heading === undefined) {
      if (title?.[1] !== '#') throw refuse('the text must begin with a "# " heading line');
      heading = plainFromMarkdown(title[2] ?? '');
    } else if (title) {
      close();
      if (title[1] === '#') throw refuse('a second "# " heading; use ## for headings inside the document');
      blocks.push(readHeading(title[1] ?? '', title[2] ?? ''));
      open = [];
    } else if (line.startsWith('<!--')) {
      close();
      const opens = readOpensComment(line, refuse);
      if (opens) marked = { opens, line: number };
    } else if (isTableLine(line)) {
      if (piece?.kind !== 'table') {
        const caption =
          piece?.lines.length === 1 && piece.lines[0]?.startsWith('Table: ') ? piece : undefined;
        if (piece && !caption) throw refuse('put an empty line before the table');
        piece = { kind: 'table', line: number - (caption ? 1 : 0), lines: [...(caption?.lines ?? [])] };
      }
      piece.lines.push(line);
    } else if (piece?.kind === 'table') {
      throw refuse('put an empty line after the table');
    } else if (!marked && unsupported.test(line)) {
      throw refuse(`this Markdown is not part of the format: ${line.slice(0, 20)}`);
    } else if (marked) {
      piece = { kind: 'paragraph', line: number, lines: [line], opens: marked.opens };
      marked = undefined;
    } else if (line.startsWith('- ') || (numberedItem.test(line) && piece?.kind !== 'paragraph')) {
      close();
      piece = { kind: 'item', line: number, lines: [line] };
    } else if (piece) {
      if (readDesignators(line, 0).path.length > 0) {
        throw refuse(
          'a designator begins this line: put an empty line before it, or write \\( where it is only words',
        );
      }
      piece.lines.push(line);
    } else {
      piece = { kind: 'paragraph', line: number, lines: [line] };
    }
  }
  if (marked) throw new SourceError('malformed', 'a paragraph must follow its opens comment', marked.line);
  close();
  if (heading === undefined || blocks.length === 0) {
    throw new SourceError('no_text', 'the document has no text after its front matter', lines.length);
  }
  return { heading, blocks };
}

/** `## Words {#id}`: two number signs are level 1, as the first belongs to the document's own heading. */
function readHeading(signs: string, rest: string): Block {
  const [, words = rest, id] = /^(.*) \{#([^\s{}]+)\}$/s.exec(rest) ?? [];
  return {
    kind: 'heading',
    level: signs.length - 1,
    text: plainFromMarkdown(words),
    ...(id === undefined ? {} : { id }),
  };
}

/** `<!-- opens: [{"path":["c"],"at":0}] -->`, written where the plain form cannot say it; other comments are skipped. */
function readOpensComment(
  line: string,
  refuse: (why: string) => SourceError,
): readonly Provision[] | undefined {
  if (!line.endsWith('-->')) throw refuse('a comment must close on its own line');
  const json = /^<!-- opens: (.*) -->$/s.exec(line)?.[1];
  if (json === undefined) return undefined;
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    throw refuse('the opens comment does not hold JSON');
  }
  if (!Array.isArray(list)) throw refuse('the opens comment must hold a list');
  return list.map((item: unknown) => readProvision(item, refuse));
}

function readProvision(item: unknown, refuse: (why: string) => SourceError): Provision {
  const fault = 'each of opens needs a path of texts, a whole number at, and at most a heading';
  if (typeof item !== 'object' || item === null || !('path' in item) || !('at' in item)) throw refuse(fault);
  const { path, at } = item;
  const heading = 'heading' in item ? item.heading : undefined;
  if (!Array.isArray(path) || path.length === 0 || !path.every((each) => typeof each === 'string'))
    throw refuse(fault);
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) throw refuse(fault);
  if (heading !== undefined && typeof heading !== 'string') throw refuse(fault);
  return { path, at, ...(heading === undefined ? {} : { heading }) };
}
