import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../server/src/corpus/chunk-document.ts';
import { editionRanks } from '../server/src/corpus/document.ts';
import { textBetween } from '../server/src/corpus/utf8-text.ts';
import { findFiles } from '../server/src/ingest/find-files.ts';
import { prepareFile } from '../server/src/ingest/prepare-file.ts';
import type { IndexedDocument } from '../server/src/search/build-segment.ts';
import { contextLine } from '../server/src/search/context-line.ts';
import type { Passage } from './passage-vectors.ts';

/** A document to be indexed, and each of its chunks as the models read it. */
export interface UsDocument extends IndexedDocument {
  readonly passages: readonly Passage[];
}

/** Every file below the folders, the current edition of each document: official newest, then lossy, then digest. */
export async function readUsCorpus(folders: readonly string[]): Promise<UsDocument[]> {
  const current = new Map<string, { rank: number; date: string; document: UsDocument }>();
  for (const { path, editionDate } of findFiles(folders)) {
    const file = await prepareFile({ path, editionDate });
    if ('refused' in file) {
      // Said aloud: a corpus that lacks documents gives figures that do not compare.
      if (file.code !== 'unrecognised_format') console.log(`refused  ${path}: ${file.refused}`);
      continue;
    }
    for (const prepared of file.documents) {
      const { facts, edition, editionDate: date, bytes, chunks } = prepared;
      const known = current.get(facts.externalId);
      const rank = editionRanks[edition];
      if (known && (known.rank < rank || (known.rank === rank && known.date >= date))) continue;
      const indexed = chunks.map((chunk) => indexedChunk(bytes, chunk));
      const document = {
        key: facts.externalId,
        chunks: indexed,
        passages: chunks.map((chunk, at) => ({
          line: contextLine(prepared, chunk),
          text: indexed[at]?.text ?? '',
        })),
      };
      current.set(facts.externalId, { rank, date, document });
    }
  }
  return [...current.values()]
    .map(({ document }) => document)
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function indexedChunk(bytes: Uint8Array, { startByte, endByte, sectionPath, path }: Chunk) {
  return {
    text: textBetween(bytes, startByte, endByte),
    heading: sectionPath,
    path: path?.join('/') ?? '',
  };
}

export interface SectionQuestion {
  readonly query: string;
  readonly style: string;
  readonly relevant: readonly string[];
}

export function readSectionQuestions(folder: string, name: string): SectionQuestion[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { query, style, relevant } = Object(JSON.parse(line));
      return { query: String(query), style: String(style), relevant: Array.from(relevant, String) };
    });
}

/** As `score_queries.py` counts: documents in order of their best chunk, of the first ten chunks. */
export function scoreSections(
  rankedKeys: readonly string[],
  relevant: readonly string[],
): { readonly recall: number; readonly reciprocal: number } {
  const places = [...new Set(rankedKeys.slice(0, 10))];
  const hits = relevant.filter((key) => places.includes(key)).length;
  const first = places.findIndex((key) => relevant.includes(key));
  return { recall: hits / relevant.length, reciprocal: first < 0 ? 0 : 1 / (first + 1) };
}
