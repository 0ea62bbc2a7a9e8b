import type { Provision } from './outline.ts';
import { designatorOf } from './regulation-paths.ts';
import type { RegulationNode } from './regulation-tree.ts';

/** A line of text with the provisions that begin in it, perhaps to be gone on with by a child. */
export interface Line {
  readonly text: string;
  readonly opens: readonly Provision[];
}

/** Marker, title and first words of a node as printed, after what its parents left to be printed on the same line. */
export function lineOf(
  node: RegulationNode,
  path: readonly string[] | undefined,
  start: Line | undefined,
): Line {
  const marker = printedMarker(node.marker);
  const [first] = node.content;
  const words = joinTitle(node.title, typeof first === 'string' ? first : '');
  const own = [marker, words].filter((piece) => piece !== '').join(' ');
  if (own === '') return start ?? { text: '', opens: [] };
  const before = start === undefined || start.text === '' ? '' : start.text + gapAfter(start, marker, own);
  const heading = runInHeading(node.title);
  const opened: readonly Provision[] =
    path === undefined || marker === ''
      ? []
      : [{ path, at: before.length, ...(heading !== '' && { heading }) }];
  return { text: `${before}${own}`, opens: [...(start?.opens ?? []), ...opened] };
}

/** A marker as it is printed; empty for the names RegML gives to what has none (`Interp`, `none`, `HMDANotice.`). */
export function printedMarker(marker: string): string {
  return marker.startsWith('(') || designatorOf(marker) !== undefined ? marker : '';
}

export function isBracketed(marker: string): boolean {
  return marker.startsWith('(') && designatorOf(marker) !== undefined;
}

/** A title on its own line: no marker, and no sentence mark that would let the words follow. */
export function standsAlone(node: RegulationNode): boolean {
  if (node.title === '' || printedMarker(node.marker) !== '') return false;
  return typeof node.content[0] !== 'string' || !endsSentence(node.title);
}

/** Appendices set `2. The Contents of the Form` on its own line and the words below it. */
export function hasTitleLine(node: RegulationNode): boolean {
  const { title, content, marker } = node;
  return title !== '' && content.length > 0 && !isBracketed(marker) && !endsSentence(title);
}

function endsSentence(title: string): boolean {
  return /[.:?!—”]$/.test(title);
}

/**
 * Title and words together. Where the words begin with the title (the file has it twice) it is said once;
 * `Examples.` before `Examples of such acts are` are two sentences, both printed.
 */
function joinTitle(title: string, words: string): string {
  if (title === '' || words === '') return title + words;
  if (words.startsWith(title) && !/^[\p{L}\p{N}]/u.test(words.slice(title.length))) return words;
  // `Keeper The keeper counts`: a capital article begins a sentence, so the title's stop was lost.
  const bare = runInHeading(title);
  const after = bare !== '' && words.startsWith(bare) ? words.slice(bare.length) : '';
  if (/^ (?:The|An?) /.test(after)) return title + after;
  return title + gapBetween(title, words) + words;
}

/** `Time limits.` is the heading `Time limits`. */
function runInHeading(title: string): string {
  return title.replace(/[ .:;—–-]{1,4}$/, '');
}

/** `(a)(1)` is set close, `B. 1.` and `(a) Scope. (1)` are not. */
function gapAfter({ text, opens }: Line, marker: string, own: string): string {
  const endsInBareMarker = /^\([^()]*\)$/.test(text.slice(opens.at(-1)?.at ?? text.length));
  return endsInBareMarker && marker.startsWith('(') ? '' : gapBetween(text, own);
}

/** `Time limits—(1) Ten days`: an em dash is set close on both sides. */
function gapBetween(before: string, after: string): string {
  return before.endsWith('—') || after.startsWith('—') ? '' : ' ';
}
