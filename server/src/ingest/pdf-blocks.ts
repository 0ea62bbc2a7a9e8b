import { bulletStart, type PdfLine, startsWithLabel } from './pdf-lines.ts';

/** Lines that belong together on one page: a paragraph, a heading, a cell. */
export interface PdfBlock {
  readonly lines: readonly PdfLine[];
  /** Note number, for a block at the foot of the page that explains one. */
  readonly note?: string;
}

/** The measures that tell one paragraph from the next. */
export interface TypeMeasures {
  /** Size of most of the text, in points. */
  readonly bodySize: number;
  /** Usual distance of two lines of a size; rounded size to points. */
  readonly leadings: ReadonlyMap<number, number>;
}

/** More than this over the usual distance of lines begins a new paragraph. */
const gapShare = 1.3;
/** Left edges this near are the same edge. */
const sameEdge = 3;
/** A line of a table of contents: dots, then a page number. */
const contentsLine = /\.{4}[\s.]{0,200}[0-9A-Za-z-]{0,8}$/;

export function measureType(lines: readonly PdfLine[]): TypeMeasures {
  const chars = new Map<number, number>();
  const steps = new Map<number, Map<number, number>>();
  for (const [index, line] of lines.entries()) {
    const size = Math.round(line.size);
    chars.set(line.size, (chars.get(line.size) ?? 0) + line.text.length);
    const next = lines[index + 1];
    if (next === undefined || next.page !== line.page || Math.round(next.size) !== size) continue;
    const step = Math.round((line.y - next.y) * 2) / 2;
    if (step < 0.9 * size || step > 1.6 * size) continue;
    const counts = steps.get(size) ?? new Map<number, number>();
    counts.set(step, (counts.get(step) ?? 0) + 1);
    steps.set(size, counts);
  }
  const leadings = new Map<number, number>();
  for (const [size, counts] of steps) leadings.set(size, mostFrequent(counts) ?? size * 1.2);
  return { bodySize: mostFrequent(chars) ?? 12, leadings };
}

/** Blocks of one page in drawing order, its notes marked as such. */
export function readBlocks(lines: readonly PdfLine[], measures: TypeMeasures): readonly PdfBlock[] {
  const text = lines.filter((line) => !contentsLine.test(line.text.slice(-300)));
  const firstNote = text.findIndex(
    (line) => line.opensNote !== undefined && line.size < measures.bodySize * 0.95,
  );
  const notesFrom = firstNote < 0 ? text.length : continuedFrom(text, firstNote);
  const blocks: PdfBlock[] = [];
  let open: PdfLine[] = [];
  let note: string | undefined;
  const flush = () => {
    if (open.length > 0) blocks.push({ lines: open, ...(note === undefined ? {} : { note }) });
    open = [];
  };
  for (const [index, line] of text.entries()) {
    if (index < notesFrom) {
      if (!continues(open, line, measures)) flush();
    } else if (index === notesFrom || line.opensNote !== undefined) {
      flush();
      // An empty number: the rest of a note that began on the page before.
      note = line.opensNote ?? '';
    }
    open.push(line);
  }
  flush();
  return blocks;
}

/** Notes run on over the page: the lines just above the first mark, in the notes' own size, are the rest of one. */
function continuedFrom(lines: readonly PdfLine[], firstNote: number): number {
  const size = lines[firstNote]?.size ?? 0;
  let from = firstNote;
  while (from > 0) {
    const above = lines[from - 1];
    const below = lines[from];
    if (above === undefined || below === undefined) break;
    if (Math.abs(above.size - size) > 0.2 || above.bold || above.y - below.y > size * 3) break;
    from -= 1;
  }
  return from;
}

function continues(block: readonly PdfLine[], line: PdfLine, measures: TypeMeasures): boolean {
  const first = block[0];
  const last = block.at(-1);
  if (first === undefined || last === undefined) return false;
  if (Math.abs(line.size - last.size) > 0.6) return false;
  const size = Math.round(line.size);
  const step = last.y - line.y;
  const leading = measures.leadings.get(size) ?? size * 1.2;
  if (step <= 0.3 * size || step > leading * gapShare) return false;
  if (bulletStart.test(line.text)) return false;
  if (last.bold && !line.bold && block.every((before) => before.bold)) return false;
  if (block.length > 1) {
    const second = block[1];
    const edge = second?.x ?? first.x;
    if (Math.abs(line.x - edge) > sameEdge) return false;
    return !(
      startsWithLabel(line.text) &&
      startsWithLabel(first.text) &&
      Math.abs(line.x - first.x) <= sameEdge
    );
  }
  const labelled = startsWithLabel(first.text) || bulletStart.test(first.text);
  if (labelled && startsWithLabel(line.text) && line.x <= first.x + sameEdge) return false;
  if (Math.abs(line.x - first.x) <= sameEdge) return true;
  if (line.x > first.x) return labelled;
  // The first line is set in; the rest returns to the edge.
  return !startsWithLabel(line.text) && first.x - line.x <= 4 * size;
}

/** The key with the highest count; the larger key where two tie. */
function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [key, count] of counts) {
    const bestCount = best === undefined ? -1 : (counts.get(best) ?? 0);
    if (count > bestCount || (count === bestCount && best !== undefined && key > best)) best = key;
  }
  return best;
}
