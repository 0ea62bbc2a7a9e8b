/**
 * Compares what a source says with what was imported. Both sides are reduced to their characters: ASCII white
 * space and the bars between table cells go, everything else must be there, once, in order.
 */

/** One section, appendix or supplement of a source. */
export interface SourceUnit {
  /** Where it stands, for the report. */
  readonly name: string;
  /** The heading line as the import should print it. */
  readonly heading: string;
  /** Text of the blocks below the heading, in order. */
  readonly pieces: readonly string[];
  /** The source itself says that words of it are out of place: the import must not call it verbatim. */
  readonly isDisplaced?: boolean;
}

export interface ImportedDocument {
  readonly externalId: string;
  readonly edition: string;
  readonly text: string;
}

/** `added`: words the source does not have. `unflagged`: an edition called official though its source is displaced. */
export const faults = ['lost', 'doubled', 'out of order', 'added', 'unflagged'] as const;
export type Fault = (typeof faults)[number];

export interface Finding {
  readonly fault: Fault;
  readonly where: string;
  readonly words: string;
}

export interface Comparison {
  readonly pieces: number;
  readonly findings: readonly Finding[];
}

export function squash(text: string): string {
  return text.replace(/[ \t\n\v\f\r|]+/g, '');
}

/** The heading is the first block of a document. */
export function headingOf({ text }: ImportedDocument): string {
  return squash(text.split('\n\n', 1)[0] ?? '');
}

/** Pairs units and documents by their headings, then compares each pair. */
export function compareFile(
  units: readonly SourceUnit[],
  documents: readonly ImportedDocument[],
): Comparison {
  const findings: Finding[] = [];
  const waiting = new Map<string, number[]>();
  for (const [index, document] of documents.entries()) {
    const heading = headingOf(document);
    waiting.set(heading, [...(waiting.get(heading) ?? []), index]);
  }
  let pieces = 0;
  let latest = -1;
  for (const unit of units) {
    const texts = [unit.heading, ...unit.pieces].map(squash).filter((piece) => piece !== '');
    pieces += texts.length;
    const index = waiting.get(squash(unit.heading))?.shift();
    const document = index === undefined ? undefined : documents[index];
    if (index === undefined || document === undefined) {
      findings.push(...texts.map((words) => ({ fault: 'lost' as const, where: unit.name, words })));
      continue;
    }
    if (index < latest)
      findings.push({ fault: 'out of order', where: unit.name, words: document.externalId });
    latest = Math.max(latest, index);
    if (unit.isDisplaced && document.edition !== 'lossy') {
      findings.push({ fault: 'unflagged', where: unit.name, words: document.externalId });
    }
    for (const finding of comparePieces(texts, squash(document.text))) {
      findings.push({ ...finding, where: `${unit.name} (${document.externalId})` });
    }
  }
  for (const index of [...waiting.values()].flat()) {
    const document = documents[index];
    if (document === undefined) continue;
    const isCopy = documents.some((one, at) => at !== index && one.text === document.text);
    const words = squash(document.text);
    findings.push({ fault: isCopy ? 'doubled' : 'added', where: document.externalId, words });
  }
  return { pieces, findings };
}

/** What of the pieces is missing from a text, and what the text has beside them. */
export function comparePieces(pieces: readonly string[], text: string): readonly Omit<Finding, 'where'>[] {
  if (pieces.join('') === text) return [];
  const missing: string[] = [];
  const extra: string[] = [];
  const found = new Set<string>();
  let at = 0;
  for (let index = 0; index < pieces.length; ) {
    const piece = pieces[index] ?? '';
    if (text.startsWith(piece, at)) {
      found.add(piece);
      at += piece.length;
      index += 1;
      continue;
    }
    const meeting = findMeeting(pieces, index, text, at);
    missing.push(...pieces.slice(index, meeting.index));
    if (meeting.at > at) extra.push(text.slice(at, meeting.at));
    index = meeting.index;
    at = meeting.at;
  }
  if (at < text.length) extra.push(text.slice(at));
  return nameFaults(missing, extra, found);
}

/** Enough characters that they are not found elsewhere by chance; a list repeats short lines. */
const anchorLength = 60;
/** How far the two sides may part before the rest is given up as different. */
const farthest = 4000;

/** The nearest place from which source and text run together again. */
function findMeeting(
  pieces: readonly string[],
  from: number,
  text: string,
  at: number,
): { readonly index: number; readonly at: number } {
  let best = { index: pieces.length, at: text.length };
  let bestCost = Number.POSITIVE_INFINITY;
  let skipped = 0;
  for (let index = from; index < Math.min(pieces.length, from + farthest); index += 1) {
    if (skipped >= bestCost) break;
    const anchor = anchorFrom(pieces, index);
    const place = text.indexOf(anchor, at);
    // At the very end a short anchor must end the text.
    if (place >= 0 && (anchor.length >= anchorLength || place + anchor.length === text.length)) {
      const cost = skipped + (place - at);
      if (cost < bestCost) {
        best = { index, at: place };
        bestCost = cost;
      }
    }
    skipped += pieces[index]?.length ?? 0;
  }
  return best;
}

function anchorFrom(pieces: readonly string[], from: number): string {
  let anchor = '';
  for (let index = from; index < pieces.length && anchor.length < anchorLength; index += 1) {
    anchor += pieces[index];
  }
  return anchor;
}

/** A missing piece that stands elsewhere is out of order; an extra text that is a piece found before is doubled. */
function nameFaults(
  missing: readonly string[],
  extra: readonly string[],
  found: ReadonlySet<string>,
): readonly Omit<Finding, 'where'>[] {
  const faults: Omit<Finding, 'where'>[] = [];
  const left = [...extra];
  // The longest first, so that a short line is not taken from inside another.
  const lost = missing.toSorted((one, other) => other.length - one.length);
  for (const words of lost) {
    const index = left.findIndex((text) => text.includes(words));
    const text = left[index];
    if (text === undefined) {
      faults.push({ fault: 'lost', words });
      continue;
    }
    faults.push({ fault: 'out of order', words });
    const start = text.indexOf(words);
    left.splice(index, 1, text.slice(0, start), text.slice(start + words.length));
  }
  const known = [...found].toSorted((one, other) => other.length - one.length);
  for (const text of left) {
    let rest = text;
    while (rest !== '') {
      const again = known.find((piece) => rest.startsWith(piece));
      faults.push({ fault: again === undefined ? 'added' : 'doubled', words: again ?? rest });
      rest = again === undefined ? '' : rest.slice(again.length);
    }
  }
  return faults;
}
