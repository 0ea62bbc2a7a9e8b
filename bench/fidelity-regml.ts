import { type SourceUnit, squash } from './fidelity-compare.ts';
import type { RuleCounts } from './fidelity-rules.ts';
import { attributeOf, namesIn, readTokens } from './fidelity-xml.ts';

/**
 * The Bureau's RegML and its JSON tree. A provision says its marker, its title, its words, then the provisions
 * below it; nesting plays no part here, only the order in which the file says things.
 */

const unitNames = namesIn('section appendix interpretations');
const unitHeadings = namesIn('subject appendixTitle title');
const provisions = namesIn('paragraph interpParagraph appendixSection interpSection');
const dropped = namesIn('fdsys preamble analysis tableOfContents reserved graphic');
const inline = namesIn('ref def em sub sup');

/** `marker` and `title` stand before `words`; `beside` is what stands next to a table or fill-in line. */
type Role = 'marker' | 'title' | 'words' | 'cell' | 'dash' | 'beside' | 'end';
interface Piece {
  readonly role: Role;
  readonly text: string;
}

export interface RegmlDraft {
  readonly element: string;
  readonly label: string;
  heading: string;
  pieces: Piece[];
}

export function extractRegml(xml: string, rules: RuleCounts): readonly SourceUnit[] {
  const units: RegmlDraft[] = [];
  const stack: string[] = [];
  let unit: RegmlDraft | undefined;
  let droppedAt = 0;
  let line = '';
  let content: Piece[] = [];
  let links = '';

  const flush = () => {
    const text = line;
    line = '';
    if (unit === undefined || isBlank(text)) return;
    const element = stack.findLast((name) => !inline.has(name)) ?? '';
    const isTop = stack.at(-2) === unit.element || stack.at(-1) === unit.element;
    if (unitHeadings.has(element) && isTop) unit.heading += text;
    else if (element === 'title' || element === 'subject') unit.pieces.push({ role: 'title', text });
    else content.push({ role: roleIn(stack), text });
  };

  for (const token of readTokens(xml)) {
    if (token.kind === 'text') {
      if (droppedAt > 0) continue;
      line += token.text;
      if (inline.has(stack.at(-1) ?? '')) links += token.text;
    } else if (token.kind === 'open') {
      if (droppedAt === 0 && !inline.has(token.name)) flush();
      stack.push(token.name);
      if (droppedAt > 0) continue;
      if (dropped.has(token.name)) {
        droppedAt = stack.length;
        rules.add(token.name === 'graphic' ? 'picture-text' : 'apparatus-dropped');
      } else if (unitNames.has(token.name) && unit === undefined) {
        const label = attributeOf(token.attributes, 'label');
        unit = { element: token.name, label, heading: '', pieces: [] };
        units.push(unit);
      } else if (provisions.has(token.name)) {
        const label = attributeOf(token.attributes, 'label');
        addMarker(unit, label, attributeOf(token.attributes, 'marker'), rules);
      } else if (token.name === 'content') links = '';
    } else {
      if (droppedAt === 0 && !inline.has(token.name)) flush();
      if (droppedAt === stack.length) droppedAt = 0;
      stack.pop();
      if (unit === undefined) continue;
      if (token.name === 'content') {
        unit.pieces.push(...settleContent(content, links, rules));
        content = [];
      } else if (provisions.has(token.name)) unit.pieces.push({ role: 'end', text: '' });
      else if (token.name === unit.element && !stack.includes(token.name)) unit = undefined;
    }
  }
  return settleUnits(units, rules);
}

function roleIn(stack: readonly string[]): Role {
  if (stack.includes('table')) return 'cell';
  return stack.includes('dash') ? 'dash' : 'words';
}

export function addMarker(
  unit: RegmlDraft | undefined,
  label: string,
  marker: string,
  rules: RuleCounts,
): void {
  if (marker.trim() === '') return;
  const isDesignator = marker.startsWith('(') || /^[0-9A-Za-z]{1,5}[.)]?$/.test(marker);
  // `1005-11-c-Interp` is the heading over the comments, `1005-11-c-Interp-3` a comment.
  if (isDesignator && marker !== 'none' && !label.endsWith('-Interp'))
    unit?.pieces.push({ role: 'marker', text: marker });
  else rules.add('label-not-printed');
}

/** Beside a table stand only the defined terms of its cells; beside a fill-in line its own words again. */
function settleContent(content: readonly Piece[], links: string, rules: RuleCounts): readonly Piece[] {
  const dashes = content.filter(({ role }) => role === 'dash');
  const hasTable = content.some(({ role }) => role === 'cell');
  if (dashes.length === 0 && !hasTable) return content;
  const dashed = squash(dashes.map(({ text }) => text).join(''));
  return content.filter(({ role, text }) => {
    if (role !== 'words') return true;
    const isCopy = hasTable
      ? squash(links).includes(squash(text))
      : dashed.includes(squash(text).replaceAll('_', ''));
    if (isCopy) rules.add('links-beside');
    return !isCopy;
  });
}

/** Rules that need to see two pieces, or two units, together. */
export function settleUnits(drafts: readonly RegmlDraft[], rules: RuleCounts): readonly SourceUnit[] {
  const units: { name: string; heading: string; pieces: string[] }[] = [];
  let supplement: string[] | undefined;
  for (const draft of drafts) {
    const pieces = settlePieces(draft.pieces, rules);
    if (draft.element === 'interpretations' && supplement) {
      rules.add('supplement-joined');
      supplement.push(...pieces);
    } else if (pieces.length === 0) rules.add('heading-only');
    else {
      units.push({ name: draft.label, heading: headingOf(draft, rules), pieces });
      if (draft.element === 'interpretations') supplement = pieces;
    }
  }
  return units;
}

function settlePieces(pieces: readonly Piece[], rules: RuleCounts): string[] {
  const kept: string[] = [];
  for (const [index, { role, text }] of pieces.entries()) {
    const before = pieces[index - 1];
    const next = pieces[index + 1];
    if (role === 'end') continue;
    if (role === 'marker' && next?.role === 'end') rules.add('empty-designator');
    else if (role === 'title' && next?.role === 'words' && repeats(next.text.trim(), text.trim())) {
      rules.add('heading-said-once');
    } else if (role === 'words' && before?.role === 'title' && losesStop(text.trim(), before.text.trim())) {
      rules.add('heading-said-once');
      kept.push(text.trim().slice(before.text.trim().length - 1));
    } else kept.push(text);
  }
  return kept;
}

/** `Examples.` before `Examples of such acts are` are two sentences. */
function repeats(words: string, title: string): boolean {
  return words.startsWith(title) && !/^[\p{L}\p{N}]/u.test(words.slice(title.length));
}

/** `Keeper.` before `Keeper The keeper counts`: the second is the first without its stop. */
function losesStop(words: string, title: string): boolean {
  return (
    title.endsWith('.') &&
    /^ (?:The|An?) /.test(words.slice(title.length - 1)) &&
    words.startsWith(title.slice(0, -1))
  );
}

/** `1005-11`: the label, the table of contents and all references agree where the printed number does not. */
function headingOf({ element, label, heading }: RegmlDraft, rules: RuleCounts): string {
  const number = label.replace('-', '.');
  const printed = /^\s*§+\s*([0-9]+\.[0-9]+)/.exec(heading)?.[1];
  if (element !== 'section' || printed === number) return heading;
  rules.add('heading-number');
  return `§ ${number} ${heading.replace(/^\s*§+\s*[0-9.]+\s*/, '')}`;
}

/** A no-break space alone says nothing. */
export function isBlank(text: string): boolean {
  return /^[\s\u200b]*$/.test(text);
}
