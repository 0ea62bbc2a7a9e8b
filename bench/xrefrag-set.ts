import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PassageQuestion, Passages } from './obliqa-set.ts';

/** Questions that need a passage and the one it refers to; every passage stands by itself. */
export function readCrossReferences(
  folder: string,
  name: 'adgm' | 'ukfin',
): Passages & { readonly questions: readonly PassageQuestion[] } {
  const passages = readLines(join(folder, `${name}-passages.jsonl`)).map((row) => ({
    id: String(row.id),
    text: String(row.text),
  }));
  return {
    documents: passages.map(({ id, text }) => ({ key: id, chunks: [{ text, heading: '', path: '' }] })),
    names: passages.map(({ id }) => id),
    questions: readLines(join(folder, `${name}-dev.jsonl`)).map((row) => ({
      query: String(row.question),
      relevant: new Set([String(row.source_passage_id), String(row.target_passage_id)]),
    })),
  };
}

function readLines(file: string): Readonly<Record<string, unknown>>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object(JSON.parse(line)));
}
