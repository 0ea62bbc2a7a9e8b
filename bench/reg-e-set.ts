import { readFileSync } from 'node:fs';

/** A question about Regulation E and the paragraphs that answer it. */
export interface ParagraphQuestion {
  readonly query: string;
  readonly style: string;
  readonly expected: readonly ExpectedParagraph[];
}

export interface ExpectedParagraph {
  readonly key: string;
  /** `c/2/i`; empty for a comment of the Official Interpretations, whose document alone is looked at. */
  readonly path: string;
}

export function readRegulationEQuestions(file: string): ParagraphQuestion[] {
  const rows: readonly unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  return rows.map((row) => {
    const { text, stratum, expected } = Object(row);
    return { query: String(text), style: String(stratum), expected: Array.from(expected, paragraphOf) };
  });
}

/** `1005.11(c)(2)(i)` is a paragraph, `1005.11(c)-3` a comment on one. */
function paragraphOf(label: unknown): ExpectedParagraph {
  const text = String(label);
  if (/-\d/.test(text)) return { key: '12-cfr-1005-supplement-i', path: '' };
  const section = /^1005\.(\d+)/.exec(text)?.[1] ?? '';
  const steps = [...text.matchAll(/\(([^()]+)\)/g)].map((match) => match[1]);
  return { key: `12-cfr-1005-${section}`, path: steps.join('/') };
}

/** A chunk answers when it lies in the paragraph or holds it. */
export function answers(expected: ExpectedParagraph, key: string, path: string): boolean {
  if (expected.key !== key) return false;
  return (
    `${path}/`.startsWith(`${expected.path}/`) || `${expected.path}/`.startsWith(`${path}/`) || path === ''
  );
}
