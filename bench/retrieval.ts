import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEncoder } from '../server/src/search/encoder.ts';
import { describeChunk, type InvertedIndex } from '../server/src/search/inverted-index.ts';
import { openReranker } from '../server/src/search/reranker.ts';
import { readPassageQuestions, readPassages, scoreRanking } from './obliqa-set.ts';
import { vectorsOf } from './passage-vectors.ts';
import { answers, readRegulationEQuestions } from './reg-e-set.ts';
import { type Mode, measure, openSet, type SetCorpus, type SetQuestion } from './retrieval-set.ts';
import { readSectionQuestions, readUsCorpus, scoreSections } from './us-corpus.ts';
import { readCrossReferences } from './xrefrag-set.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '..', 'shared');
const bench = join(shared, 'bench');
const models = join(root, 'models');

interface Job {
  readonly name: string;
  readonly modes: readonly Mode[];
  readonly secondName: 'MAP@10' | 'MRR@10';
  readonly targets?: { readonly [M in Mode]?: readonly [recall: number, second: number] };
  readonly questions: (index: InvertedIndex) => readonly SetQuestion[];
}

interface Options {
  readonly modes: readonly Mode[];
  readonly vectorsFolder: string;
  readonly knownOnly: boolean;
  readonly byStyle: boolean;
}

/**
 * `npm run bench -- retrieval`: quality of retrieval on the sets beside the repository, by words alone, by words and
 * meaning (default) and reranked (precision). Vectors are kept in a folder and made once: the first run over all of
 * ../shared/corpus embeds 83,000 passages, an hour or more of one core.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lexical: { type: 'boolean', default: false },
      precision: { type: 'boolean', default: false },
      default: { type: 'boolean', default: false },
      obliqa: { type: 'string' },
      only: { type: 'string' },
      vectors: { type: 'string', default: join(root, 'node_modules', '.cache', 'pandect', 'vectors') },
      'known-vectors-only': { type: 'boolean', default: false },
      styles: { type: 'boolean', default: false },
    },
  });
  if (!existsSync(bench)) {
    console.log(`The question sets are not there: ${bench}`);
    return;
  }
  const chosen = (['lexical', 'default', 'precision'] as const).filter((mode) => values[mode]);
  const options: Options = {
    modes: chosen.length > 0 ? chosen : ['lexical', 'default', 'precision'],
    vectorsFolder: values.vectors,
    knownOnly: values['known-vectors-only'],
    byStyle: values.styles,
  };
  const wanted = values.obliqa === undefined ? values.only?.split(',') : ['obliqa'];
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    obliqa: () => measureObliqa(options, values.obliqa),
    xrefrag: () => measureCrossReferences(options),
    starter: () => measureUs(options, 'starter corpus', [join(root, 'corpus')]),
    all: () => measureUs(options, 'all of ../shared/corpus', [join(root, 'corpus'), join(shared, 'corpus')]),
  };
  for (const name of wanted ?? []) {
    if (!parts[name]) throw new Error(`--only ${name}: there are ${Object.keys(parts).join(', ')}`);
  }
  for (const [name, part] of Object.entries(parts)) if (wanted?.includes(name) ?? true) await part();
}

async function measureObliqa(options: Options, file?: string): Promise<void> {
  const { documents, names } = readPassages(join(bench, 'obliqa', 'StructuredRegulatoryDocuments'));
  const job = (path: string, modes: readonly Mode[], targets: Job['targets'] = {}): Job => ({
    name: path.replace(/^.*\//, ''),
    modes,
    secondName: 'MAP@10',
    targets,
    questions: () => passageQuestions(readPassageQuestions(path), names),
  });
  const everyMode = ['lexical', 'default', 'precision'] as const;
  const jobs = file
    ? [job(file, everyMode)]
    : [
        // Four fifths of it were training questions of the models: words only.
        job(join(bench, 'obliqa', 'ObliQA_dev.json'), ['lexical'], { lexical: [0.795, 0.665] }),
        job(join(bench, 'obliqa', 'ObliQA_validation.json'), everyMode, {
          default: [0.805, 0.685],
          precision: [0.82, 0.715],
        }),
      ];
  await measureJobs('ObliQA', barePassages(documents), jobs, options);
}

async function measureCrossReferences(options: Options): Promise<void> {
  for (const name of ['adgm', 'ukfin'] as const) {
    const { documents, names, questions } = readCrossReferences(join(bench, 'xrefrag'), name);
    const job: Job = {
      name: `${name}-dev.jsonl`,
      modes: ['lexical', 'default', 'precision'],
      secondName: 'MAP@10',
      questions: () => passageQuestions(questions, names),
    };
    await measureJobs(`XRefRAG ${name}`, barePassages(documents), [job], options);
  }
}

/** Sections of US law, asked for in plain words: chunks are found, sections counted, as `score_queries.py` does. */
async function measureUs(options: Options, name: string, folders: readonly string[]): Promise<void> {
  const documents = await readUsCorpus(folders);
  const held = new Set(documents.map(({ key }) => key));
  const isStarter = folders.length === 1;
  const corpus: SetCorpus = {
    documents,
    passages: documents.flatMap(({ passages }) => passages),
    books: false,
    layTerms: true,
  };
  const sections: Job = {
    name: 'queries-us-dev.jsonl, held',
    modes: ['lexical', 'default', 'precision'],
    secondName: 'MRR@10',
    targets: isStarter ? { default: [0.92, 0.75] } : { default: [0.88, 0.68], precision: [0.9, 0.75] },
    questions: (index) =>
      readSectionQuestions(bench, 'queries-us-dev.jsonl').map(({ query, style, relevant }) => ({
        query,
        style,
        score: (chunks) => {
          const heldOnly = relevant.filter((key) => held.has(key));
          if (heldOnly.length === 0) return undefined;
          const scored = scoreSections(
            chunks.map((chunk) => describeChunk(index, chunk).key),
            heldOnly,
          );
          return { recall: scored.recall, second: scored.reciprocal };
        },
      })),
  };
  const paragraphs: Job = {
    name: 'reg-e-queries, paragraphs',
    modes: ['lexical', 'default', 'precision'],
    secondName: 'MRR@10',
    questions: (index) =>
      readRegulationEQuestions(join(bench, 'reg-e-queries', 'queries.json')).map(
        ({ query, style, expected }) => ({
          query,
          style,
          score: (chunks) => {
            const found = chunks.map((chunk) => describeChunk(index, chunk));
            const hit = expected.filter((one) => found.some(({ key, path }) => answers(one, key, path)));
            const first = found.findIndex(({ key, path }) => expected.some((one) => answers(one, key, path)));
            return { recall: hit.length / expected.length, second: first < 0 ? 0 : 1 / (first + 1) };
          },
        }),
      ),
  };
  await measureJobs(name, corpus, [sections, paragraphs], options);
}

async function measureJobs(
  name: string,
  corpus: SetCorpus,
  jobs: readonly Job[],
  options: Options,
): Promise<void> {
  const needed = new Set(jobs.flatMap(({ modes }) => modes.filter((mode) => options.modes.includes(mode))));
  const lexicalOnly = !needed.has('default') && !needed.has('precision');
  const encoderDir = join(models, 'regulation-embed');
  const words = openSet(corpus);
  let hybrid = words;
  let note = '';
  if (!lexicalOnly) {
    const encoder = await openEncoder(encoderDir);
    const reranker = await openReranker(join(models, 'regulation-rerank'), encoderDir);
    const made = await vectorsOf(corpus.passages, encoder, options.vectorsFolder, options.knownOnly);
    if (made.missing > 0) note = `, ${made.missing} without a vector`;
    hybrid = openSet(corpus, { vectors: made.vectors, encoder, reranker });
  }
  const { index } = words.lexical;
  console.log(`\n${name}: ${corpus.documents.length} documents, ${index.chunkCount} chunks${note}`);
  for (const job of jobs) {
    const questions = job.questions(index);
    for (const mode of job.modes.filter((one) => options.modes.includes(one))) {
      const rows = await measure(mode === 'lexical' ? words : hybrid, questions, mode, corpus.books);
      for (const [style, { count, recall, second, cpuMs }] of rows) {
        if (style !== '' && !options.byStyle) continue;
        const target = style === '' ? job.targets?.[mode] : undefined;
        console.log(
          `  ${(style === '' ? job.name : `  ${style}`).padEnd(28)} ${mode.padEnd(10)} ${String(count).padStart(5)}  ` +
            `Recall@10 ${shown(recall, target?.[0])}  ${job.secondName} ${shown(second, target?.[1])}  ` +
            `${cpuMs.toFixed(1)} ms CPU each`,
        );
      }
    }
  }
}

function shown(value: number, target: number | undefined): string {
  return (
    value.toFixed(4) +
    (target === undefined ? '' : ` (${value >= target ? 'reaches' : 'short of'} ${target})`)
  );
}

function barePassages(documents: SetCorpus['documents']): SetCorpus {
  const passages = documents.flatMap(({ chunks }) => chunks.map(({ text }) => ({ line: '', text })));
  return { documents, passages, books: true, layTerms: false };
}

function passageQuestions(
  questions: readonly { readonly query: string; readonly relevant: ReadonlySet<string> }[],
  names: readonly string[],
): SetQuestion[] {
  return questions.map(({ query, relevant }) => ({
    query,
    style: '',
    score: (chunks) => {
      const { recall, precision } = scoreRanking(
        chunks.map((chunk) => names[chunk] ?? ''),
        relevant,
      );
      return { recall, second: precision };
    },
  }));
}
