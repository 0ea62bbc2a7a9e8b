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
/** Word forms whose leaves are remembered; a flood of odd words empties the memory. */
const maxForms = 50_000;

const none: readonly never[] = [];

/** Prepares texts to be asked for the patterns of one book. */
export class PatternMatcher {
  readonly #book: PatternBook;
  readonly #leavesOfForm = new Map<string, readonly number[]>();

  constructor(book: PatternBook) {
    this.#book = book;
  }

  knowsStem(stem: string): boolean {
    return this.#book.stemLeaves.has(stem);
  }

  prepare(words: readonly Word[], facts: readonly Fact[], sentences: Sentences): TextPatterns {
    return new TextPatterns(
      this.#book,
      words.map((word) => this.#leavesOf(word)),
      facts,
      sentences,
    );
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
    if (this.#leavesOfForm.size >= maxForms) this.#leavesOfForm.clear();
    this.#leavesOfForm.set(word.form, leaves);
    return leaves;
  }
}

/**
 * The patterns of a book in one text, each looked for when it is first asked for: of thousands of patterns a text needs
 * a few hundred. From a start, each step turns the places reached into the places reached next; a gap ends with its
 * sentence, so the work for a start is bounded and the whole is linear.
 */
export class TextPatterns {
  readonly #book: PatternBook;
  readonly #leavesOfWord: readonly (readonly number[])[];
  readonly #sentences: Sentences;
  readonly #facts = new Map<number, Fact[]>();
  /** For each leaf its places in order; undefined until it was found, or, for a concept, asked for. */
  readonly #positions: (readonly number[] | undefined)[];
  readonly #conceptEnds: (Map<number, number[]> | undefined)[];
  readonly #hits = new Map<number, readonly Hit[]>();

  constructor(
    book: PatternBook,
    leavesOfWord: readonly (readonly number[])[],
    facts: readonly Fact[],
    sentences: Sentences,
  ) {
    this.#book = book;
    this.#leavesOfWord = leavesOfWord;
    this.#sentences = sentences;
    const positions: (number[] | undefined)[] = new Array(book.leafCount);
    this.#positions = positions;
    this.#conceptEnds = new Array(book.leafCount);
    const add = (leaf: number, position: number) => {
      const known = positions[leaf];
      if (known) known.push(position);
      else positions[leaf] = [position];
    };
    for (let position = 0; position < leavesOfWord.length; position += 1)
      for (const leaf of leavesOfWord[position] ?? none) add(leaf, position);
    for (const fact of facts) {
      const leaf = book.factLeaves.get(fact.kind);
      if (leaf === undefined) continue;
      add(leaf, fact.start);
      const here = this.#facts.get(fact.start);
      if (here) here.push(fact);
      else this.#facts.set(fact.start, [fact]);
    }
  }

  /** Where a pattern of the book stands, in order of the text. */
  hits(number: number): readonly Hit[] {
    const known = this.#hits.get(number);
    if (known) return known;
    const pattern = this.#book.patterns[number];
    const hits = pattern ? this.#find(pattern) : none;
    this.#hits.set(number, hits);
    return hits;
  }

  #find(pattern: BookedPattern): readonly Hit[] {
    const starts = this.#startsOf(pattern);
    if (starts.length === 0) return none;
    const hits: Hit[] = [];
    let coveredTo = 0;
    for (const start of starts) {
      if (start < coveredTo) continue; // the same words again
      const end = this.#endsOf(pattern.steps, start)[0];
      if (end === undefined) continue;
      hits.push({ start, end });
      coveredTo = end;
      if (hits.length >= maxHits) break;
    }
    return hits;
  }

  #placesOf(leaf: number): readonly number[] {
    return this.#positions[leaf] ?? (this.#book.concepts.has(leaf) ? this.#findConcept(leaf) : none);
  }

  #findConcept(leaf: number): readonly number[] {
    const concept = this.#book.concepts.get(leaf);
    const ends = new Map<number, number[]>();
    this.#conceptEnds[leaf] = ends;
    const add = (start: number, end: number) => {
      const known = ends.get(start);
      if (!known) ends.set(start, [end]);
      else if (!known.includes(end)) known.push(end);
    };
    for (const word of concept?.words ?? none)
      for (const position of this.#positions[word] ?? none) add(position, position + 1);
    for (const pattern of concept?.patterns ?? none)
      for (const start of this.#startsOf(pattern))
        for (const end of this.#endsOf(pattern.steps, start)) add(start, end);
    const places = [...ends.keys()].sort((a, b) => a - b);
    this.#positions[leaf] = places;
    return places;
  }

  #startsOf({ firsts, alsoNeeds }: BookedPattern): readonly number[] {
    const [only] = firsts;
    if (firsts.length === 1 && only !== undefined) {
      const places = this.#placesOf(only);
      return places.length === 0 || !this.#hasOneOf(alsoNeeds) ? none : places;
    }
    let starts: number[] | undefined;
    for (const leaf of firsts) {
      const places = this.#placesOf(leaf);
      if (places.length > 0) starts = starts ? starts.concat(places) : [...places];
    }
    if (!starts || !this.#hasOneOf(alsoNeeds)) return none;
    return starts.length < 2 ? starts : [...new Set(starts)].sort((a, b) => a - b);
  }

  #hasOneOf(leaves: readonly number[]): boolean {
    return leaves.length === 0 || leaves.some((leaf) => this.#placesOf(leaf).length > 0);
  }

  /** Where the steps end that begin at a word, nearest first. */
  #endsOf(steps: readonly Step[], start: number): readonly number[] {
    const sentence = this.#sentences.ofWord[start] ?? 0;
    const limit = this.#sentences.starts[sentence + 1] ?? this.#leavesOfWord.length;
    // Most patterns begin with plain words: these are passed without keeping sets of places.
    let at = 0;
    let place = start;
    for (; at < steps.length; at += 1) {
      const step = steps[at];
      if (step?.is !== 'word') break;
      if (place >= limit || !this.#leavesOfWord[place]?.includes(step.leaf)) return none;
      place += 1;
    }
    return at === steps.length ? [place] : this.#walk(steps, at, [place], limit);
  }

  #walk(steps: readonly Step[], from: number, start: readonly number[], limit: number): readonly number[] {
    let places = start;
    for (let at = from; at < steps.length; at += 1) {
      const step = steps[at];
      if (!step) break;
      places = this.#reach(step, places, limit);
      if (places.length === 0) return none;
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
          if (place < limit && this.#leavesOfWord[place]?.includes(step.leaf)) add(place + 1);
        return next;
      case 'concept': {
        if (this.#placesOf(step.leaf).length === 0) return none;
        const ends = this.#conceptEnds[step.leaf];
        for (const place of places) for (const end of ends?.get(place) ?? none) add(end);
        return next;
      }
      case 'fact':
        for (const place of places) {
          for (const fact of this.#facts.get(place) ?? none)
            if (fact.kind === step.kind && isWithin(fact.value, step.bound)) add(fact.end);
        }
        return next;
      case 'gap':
        // Nearest first, so that the shortest way is found first.
        for (let width = 0; width <= step.words; width += 1) for (const place of places) add(place + width);
        return next;
      case 'any of':
        for (const option of step.options) for (const end of this.#walk(option, 0, places, limit)) add(end);
        if (step.optional) for (const place of places) add(place);
        return next;
      case 'not next':
        for (const place of places)
          if (!step.options.some((option) => this.#walk(option, 0, [place], limit).length > 0)) add(place);
        return next;
      case 'sentence start':
        for (const place of places)
          if (this.#sentences.starts[this.#sentences.ofWord[place] ?? -1] === place) add(place);
        return next;
    }
  }
}
