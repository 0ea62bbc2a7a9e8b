import { mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { buildSegment, type IndexedDocument } from '../server/src/search/build-segment.ts';
import { openIndex } from '../server/src/search/inverted-index.ts';
import { createLayTermExpander } from '../server/src/search/lay-terms.ts';
import { LexicalSearch } from '../server/src/search/lexical-search.ts';
import { unpackSegment } from '../server/src/search/segment-file.ts';
import { Tokenizer } from '../server/src/search/tokenize.ts';
import { recombine } from './recombine.ts';
import { readSectionQuestions, readUsCorpus } from './us-corpus.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '..', 'shared');

/** One engine under test: gives the best ten chunks of a query, as numbers. */
interface Contestant {
  readonly name: string;
  readonly query: (text: string) => readonly number[];
}

/**
 * `npm run bench -- query-speed [--chunks 100000] [--queries 200] [--no-minisearch]`: the same chunks in our engine, in
 * SQLite FTS5 and in MiniSearch, the same queries in turn in one run, CPU time of each. More chunks than the corpus holds are made by putting the
 * words of two chunks together (said so in the output): their words and lengths stay those of law.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      chunks: { type: 'string' },
      queries: { type: 'string', default: '200' },
      minisearch: { type: 'boolean', default: true },
    },
  });
  const folders = [join(root, 'corpus'), join(shared, 'corpus')];
  const corpus = await readUsCorpus(folders);
  const real = corpus.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const wanted = values.chunks === undefined ? real : Number(values.chunks);
  const documents = recombine(corpus, real, wanted);
  const count = documents.reduce((sum, { chunks }) => sum + chunks.length, 0);
  console.log(
    `${count} chunks, ${real} of them of the corpus${count > real ? ', the rest recombined from its words' : ''}`,
  );
  const queries = readSectionQuestions(join(shared, 'bench'), 'queries-us-train.jsonl')
    .filter((_, at) => at % 7 === 0)
    .slice(0, Number(values.queries))
    .map(({ query }) => query);

  const folder = mkdtempSync(join(tmpdir(), 'pandect-speed-'));
  try {
    const own = openOwn(documents, folder);
    const sqlite = openSqlite(documents, folder);
    const peers = [own.full, own.stageOne, sqlite.withoutStopWords, sqlite.allWords];
    // The slowest last: the table counts from it. MiniSearch holds everything as objects and takes a while to fill.
    if (values.minisearch) peers.splice(2, 0, openMiniSearch(documents));
    compare(peers, queries);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openOwn(documents: readonly IndexedDocument[], folder: string) {
  const file = join(folder, 'segment');
  const buildMs = timed(() => writeFileSync(file, new Uint8Array(buildSegment(documents, new Tokenizer()))));
  const size = statSync(file).size;
  let search: LexicalSearch | undefined;
  const openMs = timed(() => {
    const buffer = new SharedArrayBuffer(size);
    readSync(openSync(file, 'r'), new Uint8Array(buffer), 0, size, 0);
    search = new LexicalSearch(openIndex([unpackSegment(buffer)]), createLayTermExpander());
  });
  const opened = search;
  if (!opened) throw new Error('the index was not opened');
  const impacts = opened.index.segments.reduce((sum, segment) => sum + segment.impacts.length, 0);
  console.log(
    `own index: built in ${(buildMs / 1000).toFixed(1)} s, ${megabytes(size)} MB on disk, opened in ${openMs.toFixed(0)} ms, ` +
      `${megabytes(size + impacts + 4 * opened.index.chunkCount)} MB in memory`,
  );
  const full = (text: string) => opened.search(text, { count: 10 }).map(({ chunk }) => chunk);
  const stageOne = (text: string) => opened.firstStage(text, 10).map(({ chunk }) => chunk);
  return {
    full: { name: 'own, reranked', query: full },
    stageOne: { name: 'own, first stage', query: stageOne },
  };
}

/** MiniSearch as it comes, with our stop list and stems: its own words are whole ones, which finds less. */
function openMiniSearch(documents: readonly IndexedDocument[]): Contestant {
  const tokenizer = new Tokenizer();
  const options = {
    fields: ['text'],
    tokenize: (text: string) => tokenizer.tokens(text).flatMap(({ terms }) => terms),
    processTerm: (term: string) => term,
  };
  const before = heapMegabytes();
  let search = new MiniSearch<{ id: number; text: string }>(options);
  let id = 0;
  const buildMs = timed(() => {
    for (const { chunks } of documents) for (const { text } of chunks) search.add({ id: id++, text });
  });
  const memory = heapMegabytes() - before;
  const kept = JSON.stringify(search);
  const openMs = timed(() => {
    search = MiniSearch.loadJSON(kept, options);
  });
  console.log(
    `MiniSearch: built in ${(buildMs / 1000).toFixed(1)} s, ${megabytes(kept.length)} MB as JSON, opened in ${openMs.toFixed(0)} ms, ` +
      `${memory.toFixed(0)} MB in memory`,
  );
  return {
    name: 'MiniSearch',
    query: (text) =>
      search
        .search(text)
        .slice(0, 10)
        .map((found) => Number(found.id)),
  };
}

/** What is in use after a collection, where the run allows one (`node --expose-gc`). */
function heapMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/** FTS5 with its own Porter stemmer and bm25(), the words of the query joined by OR as every search does. */
function openSqlite(
  documents: readonly IndexedDocument[],
  folder: string,
): { readonly allWords: Contestant; readonly withoutStopWords: Contestant } {
  const file = join(folder, 'fts.sqlite');
  const buildMs = timed(() => {
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE VIRTUAL TABLE chunks USING fts5(text, content='', tokenize="porter unicode61"); BEGIN`);
    const insert = database.prepare('INSERT INTO chunks (rowid, text) VALUES (?, ?)');
    let row = 0;
    for (const { chunks } of documents) for (const { text } of chunks) insert.run(row++, text);
    database.exec('COMMIT');
    database.close();
  });
  console.log(
    `SQLite FTS5: built in ${(buildMs / 1000).toFixed(1)} s, ${megabytes(statSync(file).size)} MB on disk`,
  );
  const openMs = timed(() => new DatabaseSync(file, { readOnly: true }).close());
  console.log(`  opened in ${openMs.toFixed(1)} ms; reads its pages as it needs them`);
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('PRAGMA cache_size = -1000000; PRAGMA mmap_size = 4000000000');
  const select = database.prepare(
    'SELECT rowid FROM chunks WHERE chunks MATCH ? ORDER BY bm25(chunks) LIMIT 10',
  );
  const tokenizer = new Tokenizer();
  const ask = (text: string, stopWords: boolean): number[] => {
    const words = tokenizer
      .tokens(text)
      .filter(({ terms }) => stopWords || terms.length > 0)
      .map(({ surface }) => `"${surface.replaceAll('"', '')}"`);
    if (words.length === 0) return [];
    return select.all([...new Set(words)].join(' OR ')).map(({ rowid }) => Number(rowid));
  };
  return {
    // FTS5 has no stop list: this is what it does with a question as it comes, and with our list before it.
    allWords: { name: 'SQLite FTS5', query: (text) => ask(text, true) },
    withoutStopWords: { name: 'SQLite FTS5, our stop list', query: (text) => ask(text, false) },
  };
}

/** Every query on every engine in turn, so that a busy machine slows all alike; the first tenth only warms up. */
function compare(contestants: readonly Contestant[], queries: readonly string[]): void {
  const cpu = contestants.map((): number[] => []);
  const warmUp = Math.ceil(queries.length / 10);
  for (const query of queries.slice(0, warmUp)) for (const { query: ask } of contestants) ask(query);
  for (const query of queries) {
    for (const [at, { query: ask }] of contestants.entries()) {
      const before = process.cpuUsage();
      ask(query);
      const used = process.cpuUsage(before);
      cpu[at]?.push((used.user + used.system) / 1000);
    }
  }
  const means = cpu.map((times) => times.reduce((sum, one) => sum + one, 0) / times.length);
  const slowest = means.at(-1) ?? 0;
  console.log(
    `\n${queries.length} queries, ms of CPU each      mean     p50     p95   ${contestants.at(-1)?.name} is slower by`,
  );
  for (const [at, { name }] of contestants.entries()) {
    const sorted = (cpu[at] ?? []).toSorted((a, b) => a - b);
    const part = (share: number) =>
      (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2).padStart(8);
    const mean = means[at] ?? 0;
    console.log(
      `  ${name.padEnd(28)} ${mean.toFixed(2).padStart(8)}${part(0.5)}${part(0.95)}   ${(slowest / mean).toFixed(1)} times`,
    );
  }
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
