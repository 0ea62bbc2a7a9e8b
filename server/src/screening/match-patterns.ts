import { isWithin } from './pattern.ts';
import type { BookedPattern, PatternBook, Step } from './pattern-book.ts';
import type { Fact } from './read-facts.ts';
import type { Sentences } from './read-sentences.ts';
import type { Word } from './read-words.ts';

/** Where a pattern was found: word positions, `end` the first word after it. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

/** A pattern found this often in a text has shown what it can; the rest would only cost. Range 20 to 200. */
const maxHits = 64;

/**
 * Finds all patterns of a book in one text. From a start each step turns the set of places reached into the set of
 * places reached next; a gap ends with its sentence, so the work for a start is bounded and the whole is linear.
 */
export class PatternMatcher {
  readonly #book: PatternBook;
  /** Leaves of word forms seen, so that each is worked out once. */
  readonly #leavesOfForm = new Map<string, readonly number[]>();

  constructor(book: PatternBook) {
    this.#book = book;
  }

  knowsStem(stem: string): boolean {
    return this.#book.stemLeaves.has(stem);
  }

  /** For each pattern that was found, its hits in order of their start. */
  match(
    words: readonly Word[],
    facts: readonly Fact[],
    sentences: Sentences,
  ): ReadonlyMap<number, readonly Hit[]> {
    const text = new TextLeaves(this.#book.leafCount, words.length, sentences);
    for (const [position, word] of words.entries()) {
      const leaves = this.#leavesOf(word);
      text.leavesOfWord.push(leaves);
      for (const leaf of leaves) text.addPosition(leaf, position);
    }
    for (const fact of facts) {
      const leaf = this.#book.factLeaves.get(fact.kind);
      if (leaf !== undefined) text.addFact(leaf, fact);
    }
    for (const { leaf, patterns } of this.#book.concepts) {
      for (const pattern of patterns) {
        for (const start of text.startsOf(pattern)) {
          for (const end of text.endsOf(pattern.steps, start)) text.addConcept(leaf, start, end);
        }
      }
      text.sortPositions(leaf);
    }
    const found = new Map<number, readonly Hit[]>();
    const tried = new Set<number>();
    for (const leaf of text.leavesFound()) {
      for (const number of this.#book.byFirst[leaf] ?? []) {
        if (tried.has(number)) continue;
        tried.add(number);
        const pattern = this.#book.patterns[number];
        const hits = pattern && hitsOf(text, pattern);
        if (hits && hits.length > 0) found.set(number, hits);
      }
    }
    return found;
  }

  #leavesOf(word: Word): readonly number[] {
    const known = this.#leavesOfForm.get(word.form);
    if (known) return known;
    const { stemLeaves, formLeaves, prefixLeaves } = this.#book;
    const leaves: number[] = [];
    const stem = stemLeaves.get(word.stem || word.form);
    if (stem !== undefined) leaves.push(stem);
    const form = formLeaves.get(word.form);
    if (form !== undefined) leaves.push(form);
    for (const [prefix, leaf] of prefixLeaves) if (word.form.startsWith(prefix)) leaves.push(leaf);
    if (this.#leavesOfForm.size > 50_000) this.#leavesOfForm.clear();
    this.#leavesOfForm.set(word.form, leaves);
    return leaves;
  }
}

function hitsOf(text: TextLeaves, pattern: BookedPattern): readonly Hit[] {
  const hits: Hit[] = [];
  let coveredTo = 0;
  for (const start of text.startsOf(pattern)) {
    if (start < coveredTo) continue; // the same words again
    const end = text.endsOf(pattern.steps, start)[0];
    if (end === undefined) continue;
    hits.push({ start, end });
    coveredTo = end;
    if (hits.length >= maxHits) break;
  }
  return hits;
}

/** Which leaves stand where in one text. */
class TextLeaves {
  readonly leavesOfWord: (readonly number[])[] = [];
  readonly #positions: (number[] | undefined)[];
  readonly #found: number[] = [];
  readonly #facts = new Map<number, Fact[]>();
  readonly #conceptEnds: (Map<number, number[]> | undefined)[];
  readonly #sentences: Sentences;
  readonly #wordCount: number;

  constructor(leafCount: number, wordCount: number, sentences: Sentences) {
    this.#positions = new Array(leafCount);
    this.#conceptEnds = new Array(leafCount);
    this.#sentences = sentences;
    this.#wordCount = wordCount;
  }

  leavesFound(): readonly number[] {
    return this.#found;
  }

  addPosition(leaf: number, position: number): void {
    const positions = this.#positions[leaf];
    if (!positions) {
      this.#positions[leaf] = [position];
      this.#found.push(leaf);
    } else if (positions.at(-1) !== position) positions.push(position);
  }

  addFact(leaf: number, fact: Fact): void {
    this.addPosition(leaf, fact.start);
    const facts = this.#facts.get(fact.start);
    if (facts) facts.push(fact);
    else this.#facts.set(fact.start, [fact]);
  }

  addConcept(leaf: number, start: number, end: number): void {
    let ends = this.#conceptEnds[leaf];
    if (!ends) {
      ends = new Map();
      this.#conceptEnds[leaf] = ends;
    }
    const known = ends.get(start);
    if (!known) {
      ends.set(start, [end]);
      this.addPosition(leaf, start);
    } else if (!known.includes(end)) known.push(end);
  }

  /** The patterns of a concept come one after another: their places are put in order before others use them. */
  sortPositions(leaf: number): void {
    this.#positions[leaf]?.sort((a, b) => a - b);
  }

  startsOf(pattern: BookedPattern): readonly number[] {
    const { firsts, alsoNeeds } = pattern;
    if (alsoNeeds.length > 0 && !alsoNeeds.some((leaf) => this.#positions[leaf] !== undefined)) return [];
    if (firsts.length === 1) return this.#positions[firsts[0] ?? -1] ?? [];
    const starts: number[] = [];
    for (const leaf of firsts) {
      const positions = this.#positions[leaf];
      if (positions) for (const position of positions) starts.push(position);
    }
    return starts.length < 2 ? starts : [...new Set(starts)].sort((a, b) => a - b);
  }

  endsOf(steps: readonly Step[], start: number): readonly number[] {
    const sentence = this.#sentences.ofWord[start] ?? 0;
    const limit = this.#sentences.starts[sentence + 1] ?? this.#wordCount;
    return this.#walk(steps, [start], limit);
  }

  #walk(steps: readonly Step[], from: readonly number[], limit: number): readonly number[] {
    let places = from;
    for (const step of steps) {
      places = this.#reach(step, places, limit);
      if (places.length === 0) return places;
    }
    return places;
  }

  #reach(step: Step, places: readonly number[], limit: number): readonly number[] {
    const next: number[] = [];
    const add = (place: number) => {
      if (place <= limit && !next.includes(place)) next.push(place);
    };
    switch (step.is) {
      case 'word':
        for (const place of places)
          if (place < limit && this.leavesOfWord[place]?.includes(step.leaf)) add(place + 1);
        return next;
      case 'concept': {
        const ends = this.#conceptEnds[step.leaf];
        if (!ends) return next;
        for (const place of places) for (const end of ends.get(place) ?? []) add(end);
        return next;
      }
      case 'fact':
        for (const place of places) {
          for (const fact of this.#facts.get(place) ?? [])
            if (fact.kind === step.kind && isWithin(fact.value, step.bound)) add(fact.end);
        }
        return next;
      case 'gap': {
        // Nearest first, so that the shortest way is found first.
        for (let width = 0; width <= step.words; width += 1) for (const place of places) add(place + width);
        return next;
      }
      case 'any of':
        for (const option of step.options) for (const end of this.#walk(option, places, limit)) add(end);
        if (step.optional) for (const place of places) add(place);
        return next;
      case 'not next':
        for (const place of places) {
          if (!step.options.some((option) => this.#walk(option, [place], limit).length > 0)) add(place);
        }
        return next;
      case 'sentence start':
        for (const place of places)
          if (this.#sentences.starts[this.#sentences.ofWord[place] ?? -1] === place) add(place);
        return next;
    }
  }
}
