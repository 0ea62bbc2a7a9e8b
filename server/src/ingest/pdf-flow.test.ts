import { describe, expect, it } from 'vitest';
import { joinLines, readFlow } from './pdf-flow.ts';
import type { PdfItem, PdfPage } from './pdf-page.ts';

type Run = readonly [text: string, x: number, y: number, size?: number, style?: 'bold' | 'italic'];

/** A page of runs; a letter is half its size wide, as in most type. */
function page(...runs: readonly Run[]): PdfPage {
  const items = runs.map(([text, x, y, size = 12, style]): PdfItem => {
    const width = text.length * size * 0.5;
    return { text, x, y, width, size, bold: style === 'bold', italic: style === 'italic' };
  });
  return { width: 612, height: 792, isPicture: false, items };
}
function flow(...pages: readonly PdfPage[]): string[] {
  return readFlow({ title: '', addresses: [], pages }).parts.map((part) => {
    if (part.kind === 'table')
      return [...part.headerRows, ...part.rows].map((row) => row.join(' | ')).join(' / ');
    return part.kind === 'heading' ? `# ${part.text}` : part.text;
  });
}
const fill = 'the quick brown fox jumps over the lazy dog again and again';

describe('the reading order of a PDF', () => {
  it('joins lines to paragraphs and parts them at a gap', () => {
    expect(
      flow(
        page(
          ['A barn door has', 72, 700],
          ['two hinges.', 72, 686],
          ['It opens', 72, 658],
          ['outwards.', 72, 644],
        ),
      ),
    ).toEqual(['A barn door has two hinges.', 'It opens outwards.']);
  });

  it('tells headings by size and by weight', () => {
    expect(
      flow(
        page(
          ['Barns', 72, 720, 16],
          ['Doors', 72, 690, 12, 'bold'],
          [fill, 72, 662],
          [fill, 72, 648],
          ['and a', 72, 634],
          ['bold', 106, 634, 12, 'bold'],
          ['word.', 134, 634],
        ),
      ),
    ).toEqual(['# Barns', '# Doors', `${fill} ${fill} and a bold word.`]);
  });

  it('begins a paragraph at every bullet and letter of a list', () => {
    expect(
      flow(
        page(
          ['Consider:', 72, 700],
          ['•', 72, 672],
          ['Red doors that are', 90, 672],
          ['painted;', 90, 658],
          ['•', 72, 644],
          ['blue doors.', 90, 644],
          ['a.', 90, 616],
          ['Hinges.', 108, 616],
          ['b.', 90, 602],
          ['Locks.', 108, 602],
        ),
      ),
    ).toEqual(['Consider:', '• Red doors that are painted;', '• blue doors.', 'a. Hinges.', 'b. Locks.']);
  });

  it('takes a word struck several times for one bold word', () => {
    const struck = [0, 0.2, 0.4, 0.6].flatMap((shift): Run[] => [
      ['Barn', 72 + shift, 700],
      ['doors', 102 + shift, 700],
    ]);
    expect(flow(page(...struck, [fill, 72, 672], [fill, 72, 658]))).toEqual([
      '# Barn doors',
      `${fill} ${fill}`,
    ]);
    const runIn = [0, 0.2].map((shift): Run => ['Barn', 90 + shift, 700]);
    expect(flow(page(['•', 72, 700], ...runIn, ['Barn is a building.', 90.4, 700]))).toEqual([
      '• Barn is a building.',
    ]);
  });

  it('puts a note behind the paragraph that refers to it, though the paragraph runs over the page', () => {
    expect(
      flow(
        page(
          [fill, 72, 700],
          ['A door', 72, 672],
          ['1', 110, 677, 7],
          ['is made of', 116, 672],
          ['1', 72, 83, 7],
          ['Or a gate,', 78, 80, 10],
        ),
        page(
          ['wood.', 72, 700],
          ['Next.', 72, 672],
          ['as said.', 72, 92, 10],
          ['2', 72, 73, 7],
          ['Oak.', 78, 70, 10],
        ),
      ),
    ).toEqual([fill, 'A door 1 is made of wood.', '1 Or a gate, as said.', 'Next.', '2 Oak.']);
  });

  it('drops running heads, page numbers and contents lines, and nothing else at the edges', () => {
    const body = (number: number): PdfPage =>
      page(
        ['The Barn Booklet', 72, 760, 10],
        [`Text of page number ${'abcd'.charAt(number)}.`, 72, 700],
        ['Doors .............. 7', 72, 600],
        [`Page ${number}`, 500, number % 2 === 0 ? 20 : 30, 10],
      );
    expect(flow(body(0), body(1), body(2), body(3))).toEqual([
      'Text of page number a.',
      'Text of page number b.',
      'Text of page number c.',
      'Text of page number d.',
    ]);
    expect(flow(page(['Only once', 72, 760, 10], [fill, 72, 700]))).toEqual(['Only once', fill]);
  });

  it('reads cells side by side as the rows of a table', () => {
    expect(
      flow(
        page(
          [fill, 72, 740],
          ['Risk', 72, 700, 9, 'bold'],
          ['Answer', 250, 700, 9, 'bold'],
          ['Open', 72, 680, 9],
          ['Shut the door', 250, 680, 9],
          ['at night.', 250, 670, 9],
          ['Rotten', 72, 650, 9],
          ['Mend it:', 250, 650, 9],
          ['•', 250, 640, 9],
          ['soon.', 260, 640, 9],
          [fill, 72, 600],
        ),
      ),
    ).toEqual([fill, 'Risk | Answer / Open | Shut the door at night. / Rotten | Mend it: • soon.', fill]);
  });

  it('leaves two columns of running text in their order', () => {
    const column = (x: number, word: string) =>
      Array.from({ length: 30 }, (_, index): Run => [`${word} line`, x, 700 - index * 14]);
    const [left, right] = flow(page(...column(72, 'left'), ...column(320, 'right')));
    expect(left?.startsWith('left line left line')).toBe(true);
    expect(right?.startsWith('right line right line')).toBe(true);
  });

  it('puts a justified line with stretched spaces together', () => {
    const stretched: Run[] = ['Doors', 'that', 'open', 'wide'].map((word, index) => [
      word,
      72 + index * 90,
      686,
    ]);
    const [whole] = flow(page([fill, 72, 700], ...stretched, ['at once.', 72, 672]));
    expect(whole).toBe(`${fill} Doors that open wide at once.`);
  });
});

describe('words over a line end', () => {
  const words = new Set(['security']);
  it.each([
    [['secu-', 'rity'], 'security'],
    [['third-', 'party'], 'third-party'],
    [['Third-', 'Party'], 'Third-Party'],
    [['secu\u00ad', 'rity'], 'security'],
    [['doors -', 'wide'], 'doors - wide'],
    [['http://', 'barn.example'], 'http://barn.example'],
    [['doors—', 'wide'], 'doors—wide'],
    [['a barn', 'door'], 'a barn door'],
  ])('joins %j to %s', (lines, joined) => {
    expect(
      joinLines(
        lines.map((text) => ({ text })),
        words,
      ),
    ).toBe(joined);
  });
});
