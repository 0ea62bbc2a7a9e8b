import { SourceError } from '../reader.ts';

/**
 * A title of the Code with only the chapters named, each byte for byte as published and in the title's order.
 * Of Title 42, a bank needs two chapters in a hundred and sixty.
 */
export function cutUslm(bytes: Uint8Array, chapters: readonly string[]): Buffer {
  // One character per byte: places in the text are places in the bytes, and the words are not looked at.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const [titleTag = '', prefix = ''] =
    /<([\w-]{1,20}:)?title[\s>][^>]{0,1000}>/.exec(text.slice(0, 65_536)) ?? [];
  if (titleTag === '') throw new SourceError('malformed', 'the archive holds no title in USLM');
  const found = new Map<string, string>();
  for (const [start, chapter] of chapterStarts(text, prefix)) {
    if (!chapters.includes(chapter) || found.has(chapter)) continue;
    found.set(chapter, text.slice(start, endOfChapter(text, prefix, start)));
  }
  const missing = chapters.find((chapter) => !found.has(chapter));
  if (missing !== undefined) throw new SourceError('malformed', `the title has no chapter ${missing}`);
  const head = text.slice(0, text.indexOf(titleTag) + titleTag.length);
  const tail = ['title', 'main', 'uscDoc'].map((name) => `</${prefix}${name}>`).join('');
  return Buffer.from(`${head}\n${[...found.values()].join('\n')}\n${tail}\n`, 'latin1');
}

/** Places where a chapter of the title begins, with its number: `/us/usc/t18/ptI/ch95` is chapter 95. */
function* chapterStarts(text: string, prefix: string): Generator<readonly [number, string]> {
  const open = `<${prefix}chapter`;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + open.length)) {
    const tag = text.slice(at, text.indexOf('>', at) + 1);
    // Chapters that a note quotes from another law have no such identifier.
    const chapter = /\sidentifier="\/us\/usc\/t\d{1,2}(?:\/[^"/]{1,20}){0,4}?\/ch([0-9A-Za-z]{1,8})"/.exec(
      tag,
    )?.[1];
    if (chapter !== undefined) yield [at, chapter];
  }
}

function endOfChapter(text: string, prefix: string, start: number): number {
  const open = `<${prefix}chapter`;
  const close = `</${prefix}chapter>`;
  let depth = 0;
  let at = start;
  for (;;) {
    const nextClose = text.indexOf(close, at);
    if (nextClose < 0) throw new SourceError('malformed', 'a chapter of the title is never closed');
    const nextOpen = text.indexOf(open, at);
    if (nextOpen >= 0 && nextOpen < nextClose) {
      const tagEnd = text.indexOf('>', nextOpen);
      // Not an opening: another element (`chapterX`), or one that is empty.
      const opens = /[\s>]/.test(text.charAt(nextOpen + open.length)) && text.charAt(tagEnd - 1) !== '/';
      if (opens) depth++;
      at = tagEnd + 1;
      continue;
    }
    at = nextClose + close.length;
    if (--depth === 0) return at;
  }
}
