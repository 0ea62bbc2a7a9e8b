import { type FoundCitation, findCitations } from '../citations/find-citations.ts';
import { lawOf, type Resolved, resolveCitation, scopeHolds } from '../citations/resolve-citation.ts';
import { type AcronymTable, collectAcronyms, expandAcronyms } from './acronyms.ts';
import { chooseTop, type ScoredChunk, scoreChunks, weighTerms } from './bm25.ts';
import { FeatureReader } from './chunk-features.ts';
import { isCoreLaw } from './core-law.ts';
import {
  describeChunk,
  documentKeys,
  documentOfChunk,
  type InvertedIndex,
  segmentOfChunk,
} from './inverted-index.ts';
import type { TermExpander } from './lay-terms.ts';
import {
  bodyUnits,
  type ChunkEvidence,
  type FeatureWeights,
  type RankedChunk,
  rankChunks,
  rankWeights,
} from './rank-chunks.ts';
import { type InferredTerm, type QueryTerm, readQuery } from './read-query.ts';
import { Tokenizer } from './tokenize.ts';

/** How many of the first stage are looked at closely. 100 holds 0.89 of what is relevant in ObliQA. Range 50 to 300. */
const stageOneCount = 100;
/** Further candidates from the part or Act that is named. Range 20 to 100. */
const scopeCount = 50;
/** At most so many chunks of a named provision: an appendix may have hundreds. */
const provisionCount = 60;
/** What the name of a part or Act is worth where the corpus never writes it. Range 2 to 8. */
const minScopeWorth = 4;
/** Neighbours on each side whose scores are context. Range 1 to 4. */
const neighbourReach = 2;

/** A query as it was read, and what its words say about each candidate. */
export interface Gathered {
  readonly terms: readonly QueryTerm[];
  readonly evidence: readonly ChunkEvidence[];
}

export interface LexicalOptions {
  /** How many chunks are wanted. */
  readonly count: number;
  /** One byte for each document of the index: 1 where the filters let it through. */
  readonly allowed?: Uint8Array;
  readonly weights?: FeatureWeights;
}

/** Searches one opened index. Keeps scratch space, so each thread has its own; results depend on nothing kept. */
export class LexicalSearch {
  readonly index: InvertedIndex;
  readonly #tokenizer = new Tokenizer();
  readonly #scores: Int32Array;
  readonly #keys: readonly string[];
  readonly #documentOf: ReadonlyMap<string, number>;
  readonly #acronyms: AcronymTable;
  readonly #expand: TermExpander;
  readonly #primary: Uint8Array;
  readonly #core: Uint8Array;
  /** One byte for each document: 1 for a section of core law. */
  readonly #coreSections: Uint8Array;
  /** Body of law of each document; made when a query first names one, an opening does not wait for it. */
  #laws: readonly (string | undefined)[] | undefined;

  constructor(index: InvertedIndex, expand: TermExpander = () => []) {
    this.index = index;
    this.#scores = new Int32Array(index.chunkCount);
    this.#keys = documentKeys(index);
    const living = this.#keys.map((key, document): [string, number] => [key, document]);
    this.#documentOf = new Map(living.filter(([, document]) => index.live[document] === 1));
    this.#acronyms = collectAcronyms(
      index.segments.flatMap(({ arrays }) =>
        JSON.parse(Buffer.from(arrays.acronymBytes.slice()).toString('utf8')),
      ),
    );
    this.#expand = expand;
    this.#primary = Uint8Array.from(this.#keys, (key) => (isPrimary(key) ? 1 : 0));
    this.#core = Uint8Array.from(this.#keys, (key) => (isCoreLaw(key) ? 1 : 0));
    this.#coreSections = this.#core.map((core, document) => core & (this.#primary[document] ?? 0));
  }

  /** Key of a document by its number. */
  keyOf(document: number): string {
    return this.#keys[document] ?? '';
  }

  /** The first stage alone: BM25 over the bodies, best first. Its scores order one index, nothing else. */
  firstStage(query: string, count: number, allowed?: Uint8Array): ScoredChunk[] {
    this.#score(query);
    return chooseTop(this.index, this.#scores, count, allowed);
  }

  search(query: string, { count, allowed, weights = rankWeights }: LexicalOptions): RankedChunk[] {
    const { evidence } = this.gather(query, count, allowed);
    return rankChunks(evidence, (a, b) => this.tieOrder(a, b), weights).slice(0, count);
  }

  /**
   * Everything the words say about the chunks worth looking at: the best of the first stage, those of a named Act, part
   * or provision, and those of `also`.
   */
  gather(query: string, count: number, allowed?: Uint8Array, also: Iterable<number> = []): Gathered {
    const { index } = this;
    const terms = this.#score(query);
    const citations = findCitations(query);
    const named = this.#namedProvisions(citations.flatMap(({ cited }) => resolveCitation(cited) ?? []));
    const inScope = this.#documentsInScope(query, citations, terms);
    const candidates = new Set(
      chooseTop(index, this.#scores, Math.max(stageOneCount, count), allowed).map(({ chunk }) => chunk),
    );
    for (const chunk of also) candidates.add(chunk);
    if (inScope) {
      for (const { chunk } of chooseTop(index, this.#scores, scopeCount, both(inScope, allowed))) {
        candidates.add(chunk);
      }
    }
    for (const document of named.keys()) {
      if (allowed && allowed[document] !== 1) continue;
      const [from, to] = this.#chunkRange(document);
      for (let chunk = from; chunk < Math.min(to, from + provisionCount); chunk += 1) candidates.add(chunk);
    }
    const reader = new FeatureReader(index, terms);
    const bestOf = new Map<number, number>();
    const evidence = [...candidates].map((chunk): ChunkEvidence => {
      const document = documentOfChunk(index, chunk);
      let best = bestOf.get(document);
      if (best === undefined) {
        best = this.#bestScore(document);
        bestOf.set(document, best);
      }
      const path = named.get(document);
      return {
        ...reader.read(chunk),
        ...this.#context(chunk, document),
        chunk,
        body: bodyUnits(this.#scores[chunk] ?? 0),
        document: bodyUnits(best),
        scope: inScope?.[document] ?? 0,
        primary: this.#primary[document] ?? 0,
        core: this.#core[document] ?? 0,
        documentNumber: document,
        provision: path === undefined ? 0 : provisionFit(describeChunk(index, chunk).path, path),
      };
    });
    return { terms, evidence };
  }

  /** One byte for each document: 1 for a section of core law that the filters let through. */
  coreSections(allowed?: Uint8Array): Uint8Array {
    return allowed ? both(this.#coreSections, allowed) : this.#coreSections;
  }

  /** Reads a query, infers what it leaves unsaid and scores every chunk. */
  #score(query: string): QueryTerm[] {
    const tokens = this.#tokenizer.tokens(query);
    const words = tokens.map(({ surface }) => surface);
    const acronyms = this.#tokenizer
      .tokens(expandAcronyms(words, this.#acronyms).join(' '))
      .flatMap(({ terms }) => terms)
      .map((term): InferredTerm => ({ term, queryCount: 0, origin: 'acronym' }));
    const inferred = [...this.#expand(new Set(tokens.flatMap(({ terms }) => terms))), ...acronyms];
    const terms = readQuery(this.index, query, this.#tokenizer, inferred);
    scoreChunks(this.index, weighTerms(this.index, terms), this.#scores);
    return terms;
  }

  /** Documents the query names, with the paragraph meant: the first that this corpus holds. */
  #namedProvisions(resolved: readonly Resolved[]): ReadonlyMap<number, readonly string[]> {
    const named = new Map<number, readonly string[]>();
    for (const one of resolved) {
      if (one.kind !== 'provision') continue;
      const held = one.externalIds.map((id) => this.#documentOf.get(id)).find((id) => id !== undefined);
      if (held !== undefined) named.set(held, one.path);
    }
    return named;
  }

  /** For each document the idf of the words that name the part or Act it is in; undefined where none is named. */
  #documentsInScope(
    query: string,
    citations: readonly FoundCitation[],
    terms: readonly QueryTerm[],
  ): Float64Array | undefined {
    let worths: Float64Array | undefined;
    for (const { startOffset, endOffset, cited } of citations) {
      const resolved = resolveCitation(cited);
      if (resolved?.kind !== 'scope') continue;
      const words = new Set(
        this.#tokenizer.tokens(query.slice(startOffset, endOffset)).flatMap((one) => one.terms),
      );
      const known = terms.filter(({ term }) => words.has(term)).reduce((sum, { idf }) => sum + idf, 0);
      const worth = Math.max(minScopeWorth, known);
      this.#laws ??= this.#keys.map(lawOf);
      worths ??= new Float64Array(this.#keys.length);
      for (const [document, law] of this.#laws.entries()) {
        if (scopeHolds(resolved.scope, law)) worths[document] = Math.max(worths[document] ?? 0, worth);
      }
    }
    return worths;
  }

  /** First chunk of a document and the one after its last. */
  #chunkRange(document: number): readonly [from: number, to: number] {
    const placed = this.index.segments.findLast(({ firstDocument }) => firstDocument <= document);
    if (!placed) return [0, 0];
    const { documentChunk } = placed.arrays;
    const own = document - placed.firstDocument;
    return [placed.firstChunk + (documentChunk[own] ?? 0), placed.firstChunk + (documentChunk[own + 1] ?? 0)];
  }

  #bestScore(document: number): number {
    const [from, to] = this.#chunkRange(document);
    let best = 0;
    for (let chunk = from; chunk < to; chunk += 1) best = Math.max(best, this.#scores[chunk] ?? 0);
    return best;
  }

  #context(chunk: number, document: number): { context: number; bestNeighbour: number } {
    const { arrays, firstChunk, firstDocument } = segmentOfChunk(this.index, chunk);
    let sum = 0;
    let best = 0;
    for (let away = -neighbourReach; away <= neighbourReach; away += 1) {
      const own = chunk + away - firstChunk;
      if (away === 0 || own < 0 || firstDocument + (arrays.chunkDocument[own] ?? -1) !== document) continue;
      const score = bodyUnits(this.#scores[chunk + away] ?? 0);
      sum += score;
      best = Math.max(best, score);
    }
    return { context: sum / (2 * neighbourReach), bestNeighbour: best };
  }

  /** By key and place in the document: the same whatever the order of imports. */
  tieOrder(a: number, b: number): number {
    const one = describeChunk(this.index, a);
    const other = describeChunk(this.index, b);
    if (one.key !== other.key) return one.key < other.key ? -1 : 1;
    return one.ordinal - other.ordinal;
  }
}

/** 1 for the paragraph that was named or one inside it, less the more of the path is missed; never 0. */
function provisionFit(chunkPath: string, wanted: readonly string[]): number {
  if (wanted.length === 0) return 1;
  const steps = chunkPath === '' ? [] : chunkPath.split('/').map((step) => step.replace(/[()]/g, ''));
  let shared = 0;
  while (shared < wanted.length && steps[shared] === wanted[shared]) shared += 1;
  return (1 + shared) / (1 + wanted.length);
}

/** Documents that are chosen and allowed. */
function both(chosen: Float64Array | Uint8Array, allowed: Uint8Array | undefined): Uint8Array {
  const kept = new Uint8Array(chosen.length);
  for (let at = 0; at < kept.length; at += 1) {
    if ((chosen[at] ?? 0) > 0 && (allowed === undefined || allowed[at] === 1)) kept[at] = 1;
  }
  return kept;
}

/** A section of a regulation or statute, not an appendix, a preamble or a handbook, told by its key. */
function isPrimary(key: string): boolean {
  return /^\d+-(?:cfr-\d+[a-z]?-\d|usc-\d)/.test(key);
}
