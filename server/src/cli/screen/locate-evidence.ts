/** A place in a text as people and editors count: lines and columns from 1, columns in characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface PlacedRange {
  readonly start: Place;
  /** One past the last character. */
  readonly end: Place;
}

/** Turns byte ranges of a text into lines and columns. */
export function createLocator(text: string): (startByte: number, endByte: number) => PlacedRange {
  const bytes = Buffer.from(text);
  const lineStarts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1);
  const placeOf = (offset: number): Place => {
    const at = Math.max(0, Math.min(offset, bytes.length));
    let line = lineStarts.findLastIndex((start) => start <= at);
    if (line < 0) line = 0;
    return { line: line + 1, column: [...bytes.subarray(lineStarts[line], at).toString()].length + 1 };
  };
  return (startByte, endByte) => ({ start: placeOf(startByte), end: placeOf(endByte) });
}

/** More lines than this say nothing more. */
const mostLines = 4;

/** The lines of a range, numbered, with the words themselves underlined. */
export function underline(text: string, { start, end }: PlacedRange): string[] {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const width = String(end.line).length;
  const shown = lines.slice(0, mostLines).flatMap((raw, i) => {
    const line = raw.replace(/\r$/, '').replaceAll('\t', ' ');
    const from = i === 0 ? start.column - 1 : 0;
    const to = start.line + i === end.line ? end.column - 1 : [...line].length;
    const [cut, first, last] = clip(line, from, to);
    return [
      `${String(start.line + i).padStart(width)} | ${cut}`,
      `${' '.repeat(width)} | ${' '.repeat(first)}${'^'.repeat(Math.max(1, last - first))}`,
    ];
  });
  return lines.length > mostLines ? [...shown, `${' '.repeat(width)} | ...`] : shown;
}

/** A letter's paragraph is often one long line: the part around the words is enough. */
const around = 40;
const widest = 110;

function clip(line: string, from: number, to: number): [string, number, number] {
  const characters = [...line];
  if (characters.length <= widest) return [line, from, to];
  const first = Math.max(0, from - around);
  const last = Math.min(characters.length, Math.max(to + around, first + widest));
  const before = first > 0 ? '...' : '';
  const after = last < characters.length ? '...' : '';
  const shift = before.length - first;
  return [`${before}${characters.slice(first, last).join('')}${after}`, from + shift, to + shift];
}
