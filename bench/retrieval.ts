import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSegment, type IndexedDocument } from '../server/src/search/build-segment.ts';
import { documentOfChunk, openIndex } from '../server/src/search/inverted-index.ts';
import { createLayTermExpander } from '../server/src/search/lay-terms.ts';
import { LexicalSearch } from '../server/src/search/lexical-search.ts';
import { rankWeights } from '../server/src/search/rank-chunks.ts';
import { unpackSegment } from '../server/src/search/segment-file.ts';
import { Tokenizer } from '../server/src/search/tokenize.ts';
import { readPassageQuestions, readPassages, scoreRanking } from './obliqa-set.ts';
import { readSectionQuestions, readUsCorpus, type SectionQuestion, scoreSections } from './us-corpus.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '..', 'shared');
/** Here a document is a whole rule book, and each passage a result: chunks of one book do not crowd each other. */
const bookWeights = { ...rankWeights, crowding: 0 };
const targets = { recall: 0.795, precision: 0.665 };

/**
 * `npm run bench -- retrieval [--lexical] [--obliqa <questions.json>]`: quality of retrieval on the sets beside the
 * repository, or on any question file of ObliQA's shape. `--us` and `--no-us` choose the US sets.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lexical: { type: 'boolean', default: false },
      obliqa: { type: 'string' },
      'no-us': { type: 'boolean', default: false },
      'no-obliqa': { type: 'boolean', default: false },
    },
  });
  if (!values.lexical) console.log('Only the lexical path is there yet: measured as with --lexical.\n');
  if (!existsSync(join(shared, 'bench'))) {
    console.log(`The question sets are not there: ${join(shared, 'bench')}`);
    return;
  }
  if (!values['no-obliqa']) {
    const sets = values.obliqa
      ? [values.obliqa]
      : ['ObliQA_dev.json', 'ObliQA_validation.json'].map((name) => join(shared, 'bench', 'obliqa', name));
    measurePassages(sets);
  }
  if (!values['no-us'] && values.obliqa === undefined) await measureSections();
}

/** Passages of one law book: every passage is a result by itself. */
function measurePassages(files: readonly string[]): void {
  const { documents, names } = readPassages(join(shared, 'bench', 'obliqa', 'StructuredRegulatoryDocuments'));
  const search = openSearch(documents, false);
  for (const file of files) {
    const questions = readPassageQuestions(file);
    let recall = 0;
    let precision = 0;
    const began = process.cpuUsage();
    for (const { query, relevant } of questions) {
      const ranked = search
        .search(query, { count: 10, weights: bookWeights })
        .map(({ chunk }) => names[chunk] ?? '');
      const score = scoreRanking(ranked, relevant);
      recall += score.recall / questions.length;
      precision += score.precision / questions.length;
    }
    const cpu = process.cpuUsage(began);
    const milliseconds = (cpu.user + cpu.system) / 1000 / questions.length;
    console.log(
      `${file.replace(/^.*\//, '')}: ${questions.length} questions, ${names.length} passages  ` +
        `Recall@10 ${recall.toFixed(4)} (target ${targets.recall})  ` +
        `MAP@10 ${precision.toFixed(4)} (target ${targets.precision})  ${milliseconds.toFixed(2)} ms CPU each`,
    );
  }
}

/** Sections of US law, asked for in plain words: chunks are found, sections counted, as `score_queries.py` does. */
async function measureSections(): Promise<void> {
  const corpora = [
    { name: 'starter corpus', folders: [join(root, 'corpus')] },
    { name: 'all of ../shared/corpus', folders: [join(root, 'corpus'), join(shared, 'corpus')] },
  ];
  for (const { name, folders } of corpora) {
    const documents = await readUsCorpus(folders);
    const held = new Set(documents.map(({ key }) => key));
    const search = openSearch(documents, true);
    console.log(`\n${name}: ${documents.length} documents, ${search.index.chunkCount} chunks`);
    for (const set of ['queries-us-dev.jsonl', 'queries-us-train.jsonl']) {
      reportSections(set, readSectionQuestions(join(shared, 'bench'), set), held, search);
    }
  }
}

function reportSections(
  set: string,
  questions: readonly SectionQuestion[],
  held: ReadonlySet<string>,
  search: LexicalSearch,
): void {
  const byStyle = new Map<string, { count: number; recall: number; reciprocal: number }>();
  for (const { query, relevant, style } of questions) {
    const ranked = search
      .search(query, { count: 10 })
      .map(({ chunk }) => search.keyOf(documentOfChunk(search.index, chunk)));
    const heldOnly = relevant.filter((key) => held.has(key));
    for (const [row, gold] of [
      ['all', relevant],
      ['held only', heldOnly],
      [`  ${style}, held only`, heldOnly],
    ] as const) {
      if (gold.length === 0) continue;
      const { recall, reciprocal } = scoreSections(ranked, gold);
      const sum = byStyle.get(row) ?? { count: 0, recall: 0, reciprocal: 0 };
      sum.count += 1;
      sum.recall += recall;
      sum.reciprocal += reciprocal;
      byStyle.set(row, sum);
    }
  }
  console.log(`  ${set}`);
  for (const [row, { count, recall, reciprocal }] of byStyle) {
    console.log(
      `    ${row.padEnd(24)} ${String(count).padStart(5)}  recall@10 ${(recall / count).toFixed(3)}  ` +
        `MRR@10 ${(reciprocal / count).toFixed(3)}`,
    );
  }
}

function openSearch(documents: readonly IndexedDocument[], layTerms: boolean): LexicalSearch {
  const segment = unpackSegment(buildSegment(documents, new Tokenizer()));
  return new LexicalSearch(openIndex([segment]), layTerms ? createLayTermExpander() : undefined);
}
