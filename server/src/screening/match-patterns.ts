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
 * The patterns of a book in one text, each looked for when it is first asked for, and only in sentences that have a word
 * for each of its steps: of thousands of patterns a text can hold a few hundred. From a start, each step turns the places
 * reached into the places reached next; a gap ends with its sentence, so the work for a start is bounded and the whole
 * is linear.
 */
export class TextPatterns {
  readonly #book: PatternBook;
  readonly #leavesOfWord: readonly (readonly number[])[];
  readonly #sentences: Sentences;
  readonly #facts = new Map<number, Fact[]>();
  /** For each leaf its places in order; undefined until it was found, or, for a concept, asked for. */
  readonly #positions: (readonly number[] | undefined)[];
  readonly #conceptEnds: (Map<number, number[]> | undefined)[];
  /** For each pattern the sentences it may stand in, a bit each; the 33rd shares the first one's bit. */
  readonly #sentencesFor: Int32Array;
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
    const sentencesOf = new Int32Array(book.leafCount);
    const add = (leaf: number, position: number) => {
      const known = positions[leaf];
      if (known) known.push(position);
      else positions[leaf] = [position];
      sentencesOf[leaf] = (sentencesOf[leaf] ?? 0) | this.#bitOf(position);
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
    this.#sentencesFor = book.filter.sentencesFor(sentencesOf);
  }

  /** Whether, by its words, some sentence may hold a pattern of each group; or, not together, the text. Costs little. */
  mayHoldAll(groups: readonly (readonly number[])[], together: boolean): boolean {
    let common = -1;
    for (const group of groups) {
      let sentences = 0;
      for (let at = 0; at < group.length; at += 1) sentences |= this.#sentencesFor[group[at] ?? -1] ?? 0;
      if (sentences === 0) return false;
      common &= sentences;
    }
    return !together || common !== 0;
  }

  /** Whether one of these patterns stands in the text. */
  hasOneOf(numbers: readonly number[]): boolean {
    for (let at = 0; at < numbers.length; at += 1) if (this.hits(numbers[at] ?? -1).length > 0) return true;
    return false;
  }

  /** For each word how many of the patterns asked for so far begin there. */
  countByWord(): Uint32Array {
    const counts = new Uint32Array(this.#leavesOfWord.length);
    for (const hits of this.#hits.values())
      for (const { start } of hits) counts[start] = (counts[start] ?? 0) + 1;
    return counts;
  }

  /** Where a pattern of the book stands, in order of the text. */
  hits(number: number): readonly Hit[] {
    const sentences = this.#sentencesFor[number] ?? 0;
    if (sentences === 0) return none;
    const known = this.#hits.get(number);
    if (known) return known;
    const pattern = this.#book.patterns[number];
    const hits = pattern ? this.#find(pattern, sentences) : none;
    this.#hits.set(number, hits);
    return hits;
  }

  #find(pattern: BookedPattern, sentences: number): readonly Hit[] {
    const hits: Hit[] = [];
    let coveredTo = 0;
    for (const start of this.#startsOf(pattern, sentences)) {
      if (start < coveredTo) continue; // the same words again
      const end = this.#endsOf(pattern.steps, start)[0];
      if (end === undefined) continue;
      hits.push({ start, end });
      coveredTo = end;
      if (hits.length >= maxHits) break;
    }
    return hits;
  }

  #bitOf(position: number): number {
    return 1 << (this.#sentences.ofWord[position] ?? 0); // a shift is taken modulo 32
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
    for (const pattern of concept?.patterns ?? none) {
      const sentences = this.#sentencesFor[pattern.number] ?? 0;
      if (sentences === 0) continue;
      for (const start of this.#startsOf(pattern, sentences))
        for (const end of this.#endsOf(pattern.steps, start)) add(start, end);
    }
    const places = [...ends.keys()].sort((a, b) => a - b);
    this.#positions[leaf] = places;
    return places;
  }

  /** Where a pattern may begin in these sentences, in order. */
  #startsOf({ firsts }: BookedPattern, sentences: number): readonly number[] {
    let starts: number[] | undefined;
    for (const leaf of firsts)
      for (const place of this.#placesOf(leaf))
        if ((sentences & this.#bitOf(place)) !== 0) {
          if (starts) starts.push(place);
          else starts = [place];
        }
    if (!starts) return none;
    return firsts.length === 1 || starts.length === 1 ? starts : [...new Set(starts)].sort((a, b) => a - b);
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
    switch (step.is) {
      case 'word':
        for (const place of places)
          if (place < limit && this.#leavesOfWord[place]?.includes(step.leaf))
            addPlace(next, place + 1, limit);
        return next;
      case 'concept': {
        if (this.#placesOf(step.leaf).length === 0) return none;
        const ends = this.#conceptEnds[step.leaf];
        for (const place of places) for (const end of ends?.get(place) ?? none) addPlace(next, end, limit);
        return next;
      }
      case 'fact':
        for (const place of places) {
          for (const fact of this.#facts.get(place) ?? none)
            if (fact.kind === step.kind && isWithin(fact.value, step.bound)) addPlace(next, fact.end, limit);
        }
        return next;
      case 'gap':
        // Nearest first, so that the shortest way is found first.
        for (let width = 0; width <= step.words; width += 1)
          for (const place of places) addPlace(next, place + width, limit);
        return next;
      case 'any of':
        for (const option of step.options)
          for (const end of this.#walk(option, 0, places, limit)) addPlace(next, end, limit);
        if (step.optional) for (const place of places) addPlace(next, place, limit);
        return next;
      case 'not next':
        for (const place of places)
          if (!step.options.some((option) => this.#walk(option, 0, [place], limit).length > 0))
            addPlace(next, place, limit);
        return next;
      case 'sentence start':
        for (const place of places)
          if (this.#sentences.starts[this.#sentences.ofWord[place] ?? -1] === place)
            addPlace(next, place, limit);
        return next;
    }
  }
}

function addPlace(places: number[], place: number, limit: number): void {
  if (place <= limit && !places.includes(place)) places.push(place);
}
