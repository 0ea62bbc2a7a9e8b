/**
 * Inline Markdown to plain words and back. Only what a legal text needs: emphasis, code marks and links
 * go, their words stay; a backslash before punctuation keeps the next character as it is.
 */

/** `[words [more] words](address)`; one bracket inside, no deeper, so the scan stays linear. */
const link = /\[((?:\\.|[^[\]\\]|\[[^[\]]*\])*)\]\((?:[^()\s]|\([^()\s]*\))*\)/y;
const ordinary = /[^\\*_`[]+/y;
const punctuation = /[!-/:-@[-`{-~]/;
const wordCharacter = /[\p{L}\p{N}]/u;
/** Longer runs are blanks to fill in (`_____`) or omission marks (`****`), not emphasis. */
const longestEmphasis = 3;

/** Links reduced to their words, everything else untouched. */
export function dropLinks(markdown: string): string {
  let plain = '';
  for (let at = 0; at < markdown.length; ) {
    const open = markdown.indexOf('[', at);
    if (open < 0) return plain + markdown.slice(at);
    const words = readLink(markdown, open);
    plain += markdown.slice(at, open) + (words?.text ?? '[');
    at = words?.end ?? open + 1;
  }
  return plain;
}

function readLink(markdown: string, at: number): { readonly text: string; readonly end: number } | undefined {
  link.lastIndex = at;
  const found = link.exec(markdown);
  return found ? { text: found[1] ?? '', end: at + found[0].length } : undefined;
}

/** The words of a Markdown line. */
export function plainFromMarkdown(text: string): string {
  const pieces: string[] = [];
  /** Where the latest unclosed mark of each kind stands in `pieces`. */
  const opened = new Map<string, number>();
  for (let at = 0; at < text.length; ) {
    ordinary.lastIndex = at;
    const run = ordinary.exec(text)?.[0];
    if (run !== undefined) {
      pieces.push(run);
      at += run.length;
      continue;
    }
    const character = text.charAt(at);
    if (character === '\\' && punctuation.test(text.charAt(at + 1))) {
      pieces.push(text.charAt(at + 1));
      at += 2;
      continue;
    }
    const words = character === '[' ? readLink(text, at) : undefined;
    if (words) {
      pieces.push(plainFromMarkdown(words.text));
      at = words.end;
      continue;
    }
    if (character !== '*' && character !== '_' && character !== '`') {
      pieces.push(character);
      at += 1;
      continue;
    }
    let end = at + 1;
    while (text.charAt(end) === character) end += 1;
    const mark = text.slice(at, end);
    const before = text.charAt(at - 1);
    const after = text.charAt(end);
    const opener = opened.get(mark);
    if (mark.length > longestEmphasis) {
      pieces.push(mark);
    } else if (opener !== undefined && closes(character, before, after)) {
      pieces[opener] = '';
      opened.delete(mark);
    } else {
      if (opens(character, before, after)) opened.set(mark, pieces.length);
      pieces.push(mark);
    }
    at = end;
  }
  return pieces.join('');
}

/** Markdown whose words are exactly `text`. */
export function escapeMarkdown(text: string): string {
  const escaped = text.replace(/[\\*_`]/g, '\\$&');
  return escaped.includes('](') ? escaped.replace(/\[/g, '\\[') : escaped;
}

function opens(character: string, before: string, after: string): boolean {
  if (after.trim() === '') return false;
  return character !== '_' || !wordCharacter.test(before);
}

function closes(character: string, before: string, after: string): boolean {
  if (before.trim() === '') return false;
  return character !== '_' || !wordCharacter.test(after);
}
