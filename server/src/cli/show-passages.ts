import type { operations, ReplyOf } from '@pandect/contract';
import { Tokenizer } from '../search/tokenize.ts';

type Reply = ReplyOf<typeof operations.queryRegulations>;
type Citation = Reply['results'][number];
type Chunk = Citation['chunks'][number];

export interface ShowOptions {
  readonly question: string;
  readonly columns: number;
  /** Whether the reader's terminal can show bold and dim. */
  readonly isStyled: boolean;
  /** Whether to show what made each score. */
  readonly explain: boolean;
}

/** A line longer than this is hard to read, however wide the terminal. */
const maxColumns = 100;
const indent = '    ';

/** Passages for a reader, best first: where each lives, its words, where to look it up. */
export function showPassages(reply: Reply, options: ShowOptions): string {
  const passages = reply.results
    .flatMap(({ regulation, chunks }) => chunks.map((chunk) => ({ regulation, chunk })))
    .sort((a, b) => scoreOf(b.chunk) - scoreOf(a.chunk));
  if (passages.length === 0) return 'Nothing was found.';
  const bold = (text: string) => (options.isStyled ? `\x1b[1m${text}\x1b[22m` : text);
  const dim = (text: string) => (options.isStyled ? `\x1b[2m${text}\x1b[22m` : text);
  const isAsked = askedWords(options.question);
  const width = Math.max(40, Math.min(options.columns, maxColumns)) - indent.length;
  return passages
    .map(({ regulation, chunk }, at) => {
      const rank = `${at + 1}.`.padEnd(indent.length);
      const path = wrap(chunk.sectionPath ?? regulation.title, width);
      const text = chunk.text.split('\n').flatMap((line) => (line === '' ? [''] : wrap(line, width)));
      const bytes = chunk.startOffset === null ? '' : `, bytes ${chunk.startOffset} to ${chunk.endOffset}`;
      return [
        ...path.map((line, row) => `${row === 0 ? rank : indent}${bold(line)}`),
        ...text.map((line) =>
          `${indent}${options.isStyled ? embolden(line, isAsked, bold) : line}`.trimEnd(),
        ),
        `${indent}${dim(`${regulation.title}${bytes}`)}`,
        `${indent}${dim(regulation.sourceUrl)}`,
        ...(options.explain ? wrap(sharesOf(chunk), width).map((line) => `${indent}${dim(line)}`) : []),
      ].join('\n');
    })
    .join('\n\n');
}

function scoreOf(chunk: Chunk): number {
  return chunk.explanation?.score ?? 0;
}

/** What made the score, the largest first; features that gave nothing are left out. */
function sharesOf({ explanation }: Chunk): string {
  if (!explanation) return '';
  const shares = Object.entries(explanation.shares)
    .filter(([, share]) => share !== 0)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, share], at) => `${share < 0 ? '- ' : at > 0 ? '+ ' : ''}${name} ${Math.abs(share)}`);
  return `score ${explanation.score} = ${shares.join(' ')}`;
}

/** Whether a word is one of the question's, in any of its forms. */
function askedWords(question: string): (word: string) => boolean {
  const tokenizer = new Tokenizer();
  const asked = new Set(tokenizer.tokens(question).flatMap(({ terms }) => terms));
  return (word) => tokenizer.tokens(word).some(({ terms }) => terms.some((term) => asked.has(term)));
}

function embolden(line: string, isAsked: (word: string) => boolean, bold: (text: string) => string): string {
  return line.replace(/[\p{L}\p{N}][\p{L}\p{N}.'’()-]*[\p{L}\p{N})]|[\p{L}\p{N}]/gu, (word) =>
    isAsked(word) ? bold(word) : word,
  );
}

/** Lines of at most `width` characters, cut between words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
