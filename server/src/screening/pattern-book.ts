import { type Bound, type Item, PatternError, parsePattern } from './pattern.ts';
import { PatternFilter } from './pattern-filter.ts';
import type { FactKind } from './read-facts.ts';

/**
 * All patterns of a rule pack, each once, in the form the matcher runs. A leaf is a stem, a form, a prefix, a kind of
 * fact or a concept; leaves have numbers, so that a text is asked for numbers and not for strings.
 */
export interface PatternBook {
  /** By their numbers; those of concepts are among them. */
  readonly patterns: readonly BookedPattern[];
  readonly filter: PatternFilter;
  /** By their leaves. */
  readonly concepts: ReadonlyMap<number, BookedConcept>;
  readonly leafCount: number;
  readonly stemLeaves: ReadonlyMap<string, number>;
  readonly formLeaves: ReadonlyMap<string, number>;
  readonly prefixLeaves: readonly (readonly [prefix: string, leaf: number])[];
  readonly factLeaves: ReadonlyMap<FactKind, number>;
}

export interface BookedPattern {
  readonly number: number;
  readonly source: string;
  readonly steps: readonly Step[];
  /** The leaves it may begin with. */
  readonly firsts: readonly number[];
}

export interface BookedConcept {
  /** Leaves of those of its patterns that are one word: most are. */
  readonly words: readonly number[];
  readonly patterns: readonly BookedPattern[];
}

export type Step =
  | { readonly is: 'word'; readonly leaf: number }
  | { readonly is: 'fact'; readonly leaf: number; readonly kind: FactKind; readonly bound: Bound | undefined }
  | { readonly is: 'concept'; readonly leaf: number }
  | { readonly is: 'any of'; readonly options: readonly (readonly Step[])[]; readonly optional: boolean }
  | { readonly is: 'gap'; readonly words: number }
  | { readonly is: 'not next'; readonly options: readonly (readonly Step[])[] }
  | { readonly is: 'sentence start' };

/** Name of a concept, its patterns. */
export type ConceptLists = ReadonlyMap<string, readonly string[]>;

/** Collects the patterns of rules; a pattern asked for twice is one. Scenarios may have concepts of the same name. */
export class PatternBookWriter {
  readonly #patterns: BookedPattern[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #concepts = new Map<number, BookedConcept>();
  readonly #conceptLeaves = new Map<string, number | 'open'>();
  readonly #leaves = new Map<string, number>();
  readonly #factLeaves = new Map<FactKind, number>();

  /** The pattern's number in the book. Equal words with other concepts behind them are another pattern. */
  add(source: string, lists: ConceptLists, shelf: string): number {
    const key = source.includes('@') ? `${shelf} ${source}` : source;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const { number } = this.#book(source, lists, shelf);
    this.#numbers.set(key, number);
    return number;
  }

  /** Also reads the concepts that no rule uses, so that a fault in one is found. */
  addConcepts(lists: ConceptLists, shelf: string): void {
    for (const name of lists.keys()) this.#concept(name, lists, shelf);
  }

  finish(): PatternBook {
    const withMark = (mark: string) =>
      [...this.#leaves]
        .filter(([key]) => key.startsWith(mark))
        .map(([key, leaf]) => [key.slice(2), leaf] as const);
    return {
      patterns: this.#patterns,
      filter: new PatternFilter(this.#patterns, this.#concepts, this.#leaves.size),
      concepts: this.#concepts,
      leafCount: this.#leaves.size,
      stemLeaves: new Map(withMark('s:')),
      formLeaves: new Map(withMark('f:')),
      prefixLeaves: withMark('p:'),
      factLeaves: this.#factLeaves,
    };
  }

  #book(source: string, lists: ConceptLists, shelf: string): BookedPattern {
    const steps = parsePattern(source).map((item) => this.#step(item, lists, shelf));
    const first = steps.find(isPlace);
    if (!first) throw new PatternError(`pattern ${JSON.stringify(source)} has nothing it must find`);
    const booked = { number: this.#patterns.length, source, steps, firsts: firstsOf(first) };
    this.#patterns.push(booked);
    return booked;
  }

  #step(item: Item, lists: ConceptLists, shelf: string): Step {
    const row = (items: readonly Item[]) => items.map((one) => this.#step(one, lists, shelf));
    switch (item.is) {
      case 'stem':
        return { is: 'word', leaf: this.#leaf(`s:${item.stem}`) };
      case 'form':
        return { is: 'word', leaf: this.#leaf(`f:${item.form}`) };
      case 'prefix':
        return { is: 'word', leaf: this.#leaf(`p:${item.prefix}`) };
      case 'fact': {
        const leaf = this.#leaf(`#:${item.kind}`);
        this.#factLeaves.set(item.kind, leaf);
        return { is: 'fact', leaf, kind: item.kind, bound: item.bound };
      }
      case 'concept':
        return { is: 'concept', leaf: this.#concept(item.name, lists, shelf) };
      case 'any of':
        return { is: 'any of', options: item.options.map(row), optional: item.optional };
      case 'not next':
        return { is: 'not next', options: item.options.map(row) };
      default:
        return item;
    }
  }

  #concept(name: string, lists: ConceptLists, shelf: string): number {
    const key = `${shelf} ${name}`;
    const known = this.#conceptLeaves.get(key);
    if (known === 'open') throw new PatternError(`concept @${name} is defined by itself`);
    if (known !== undefined) return known;
    const sources = lists.get(name);
    if (!sources) throw new PatternError(`there is no concept @${name}`);
    this.#conceptLeaves.set(key, 'open');
    const words: number[] = [];
    const patterns: BookedPattern[] = [];
    for (const source of sources) {
      const pattern = this.#book(source, lists, shelf);
      const [step] = pattern.steps;
      if (pattern.steps.length === 1 && step?.is === 'word') words.push(step.leaf);
      else patterns.push(pattern);
    }
    const leaf = this.#leaf(`@:${key}`);
    this.#concepts.set(leaf, { words, patterns });
    this.#conceptLeaves.set(key, leaf);
    return leaf;
  }

  #leaf(key: string): number {
    const known = this.#leaves.get(key);
    if (known !== undefined) return known;
    const leaf = this.#leaves.size;
    this.#leaves.set(key, leaf);
    return leaf;
  }
}

/** A step that must find something. */
function isPlace(step: Step): boolean {
  return (
    step.is === 'word' ||
    step.is === 'fact' ||
    step.is === 'concept' ||
    (step.is === 'any of' && !step.optional)
  );
}

/** The leaves a step may begin with. */
function firstsOf(step: Step): readonly number[] {
  if (step.is === 'word' || step.is === 'fact' || step.is === 'concept') return [step.leaf];
  if (step.is !== 'any of') return [];
  const leaves = new Set<number>();
  for (const option of step.options) {
    for (const part of option) {
      for (const leaf of firstsOf(part)) leaves.add(leaf);
      if (isPlace(part)) break;
    }
  }
  return [...leaves];
}
