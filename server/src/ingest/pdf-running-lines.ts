import type { PdfLine } from './pdf-lines.ts';
import type { PdfPage } from './pdf-page.ts';

/** Lines of one page, the running ones taken out and kept apart: they name booklet, section and date. */
export interface PageLines {
  readonly page: number;
  readonly lines: readonly PdfLine[];
  readonly running: readonly string[];
}

/** Running heads and page numbers stand in the outer tenth of the page. */
const marginShare = 0.1;
/** A line runs if most pages have it, or have one in its place with few different texts. */
const mostPages = 0.6;
const fewTexts = 0.5;

export function removeRunningLines(
  pages: readonly PdfPage[],
  linesByPage: readonly (readonly PdfLine[])[],
): readonly PageLines[] {
  const inMargin = (line: PdfLine, page: PdfPage | undefined) => {
    const height = page?.height ?? 0;
    return line.y > height * (1 - marginShare) || line.y < height * marginShare;
  };
  const pagesWith = new Map<string, number>();
  const textsIn = new Map<string, Set<string>>();
  for (const [index, lines] of linesByPage.entries()) {
    const margin = lines.filter((line) => inMargin(line, pages[index]));
    for (const key of new Set(margin.flatMap((line) => [placeOf(line), wordsOf(line)]))) {
      pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1);
    }
    for (const line of margin) {
      const texts = textsIn.get(placeOf(line)) ?? new Set<string>();
      textsIn.set(placeOf(line), texts.add(wordsOf(line)));
    }
  }
  const textPages = linesByPage.filter((lines) => lines.length > 0).length;
  const onMostPages = (key: string) => (pagesWith.get(key) ?? 0) >= textPages * mostPages;
  const isRunning = (line: PdfLine, page: PdfPage | undefined) => {
    if (textPages < 3 || !inMargin(line, page)) return false;
    const place = placeOf(line);
    const texts = textsIn.get(place)?.size ?? 0;
    return (
      onMostPages(wordsOf(line)) || (onMostPages(place) && texts <= (pagesWith.get(place) ?? 0) * fewTexts)
    );
  };
  return linesByPage.map((lines, index) => {
    const page = pages[index];
    return {
      page: index + 1,
      lines: lines.filter((line) => !isRunning(line, page)),
      running: lines.filter((line) => isRunning(line, page)).map((line) => line.text),
    };
  });
}

/** Its words, the page number in any form (`7`, `iv`, `A-12`) taken for the same. */
function wordsOf(line: PdfLine): string {
  return `words ${line.text.replace(/\b(?:[A-Z]-)?\d+\b|\b[ivxlc]+\b/g, '#')}`;
}

/** Same height on the page, same size of type. */
function placeOf(line: PdfLine): string {
  return `place ${Math.round(line.y / 2)} ${Math.round(line.size)}`;
}
