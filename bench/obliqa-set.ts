import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedDocument } from '../server/src/search/build-segment.ts';

/** A question and the passages that answer it, as `document|passage`. */
export interface PassageQuestion {
  readonly query: string;
  readonly relevant: ReadonlySet<string>;
}

export interface Passages {
  readonly documents: readonly IndexedDocument[];
  /** `document|passage` of each chunk, in index order. */
  readonly names: readonly string[];
}

/** Every passage of the 40 documents, empty ones included, each under the headings its number puts it under. */
export function readPassages(folder: string): Passages {
  const names: string[] = [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  const documents = files.map((file) => {
    const rows: readonly unknown[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const titles = new Map<string, string>();
    const chunks = rows.map((row) => {
      const { DocumentID, PassageID, Passage } = Object(row);
      const id = String(PassageID);
      const text = String(Passage);
      names.push(`${DocumentID}|${id}`);
      const steps = stepsOf(id);
      titles.set(steps.join('/'), firstLine(text));
      const above = steps
        .slice(0, -1)
        .map((_, at) => titles.get(steps.slice(0, at + 1).join('/')) ?? '')
        .filter((title) => title !== '');
      return { text, heading: above.join(' > '), path: steps.join('/') };
    });
    return { key: file.replace(/\.json$/, ''), chunks };
  });
  return { documents, names };
}

/** `6.1.3.(a)` is 6, 1, 3, (a). */
function stepsOf(passageId: string): string[] {
  return passageId
    .replace(/\(/g, '.(')
    .split(/[. ]+/)
    .filter((step) => step !== '');
}

/** A heading passage is one short line; of a longer passage only a short first line is its heading. */
function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length <= 120 ? line : '';
}

export function readPassageQuestions(file: string): PassageQuestion[] {
  const rows: readonly unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  return rows.map((row) => {
    const { Question, Passages } = Object(row);
    const relevant = new Set<string>();
    for (const passage of Array.isArray(Passages) ? Passages : []) {
      const { DocumentID, PassageID } = Object(passage);
      relevant.add(`${DocumentID}|${PassageID}`);
    }
    return { query: String(Question), relevant };
  });
}

/** Recall and average precision of the first ten, a passage counted once. */
export function scoreRanking(
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): { readonly recall: number; readonly precision: number } {
  let hits = 0;
  let precision = 0;
  const seen = new Set<string>();
  for (const [at, name] of ranked.slice(0, 10).entries()) {
    if (!relevant.has(name) || seen.has(name)) continue;
    seen.add(name);
    hits += 1;
    precision += hits / (at + 1);
  }
  return { recall: hits / relevant.size, precision: precision / relevant.size };
}
