import type { Scenario } from '@pandect/contract';
import { PatternError } from './pattern.ts';
import { type ConceptLists, type PatternBook, PatternBookWriter } from './pattern-book.ts';
import type { Disowning } from './read-text.ts';
import {
  confidenceFigures,
  type DisownedFile,
  type KindFile,
  type Priority,
  priorityOf,
  type Rule,
  RulePackError,
  type WayFile,
  type WayScope,
} from './rule.ts';

/** A rule pack as data: what the files say, without the examples. JSON through and through. */
export interface RulePackData {
  readonly version: string;
  /** Under `all` those for every scenario. */
  readonly concepts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, KindFile>>>>;
  readonly disowned: DisownedFile;
  readonly rules: readonly Rule[];
}

/** A rule pack ready to run: patterns have become numbers in one book. */
export interface RulePack {
  readonly version: string;
  readonly book: PatternBook;
  readonly disowning: Disowning;
  readonly rules: readonly CompiledRule[];
}

export interface CompiledRule {
  readonly id: string;
  readonly scenarios: readonly Scenario[];
  readonly title: string;
  readonly details: string;
  readonly priority: Priority;
  readonly confidence: number;
  readonly citations: readonly string[];
  readonly yieldsTo: readonly string[];
  readonly ways: readonly CompiledWay[];
}

export interface CompiledWay {
  readonly all: readonly (readonly number[])[];
  readonly within: WayScope;
  readonly unless: readonly number[];
  readonly unlessText: readonly number[];
  readonly anyPolarity: boolean;
  readonly kind: CompiledKind | undefined;
  readonly given: readonly (readonly number[])[];
  readonly missing: readonly number[];
}

export interface CompiledKind {
  readonly atLeast: number;
  readonly of: readonly number[];
}

/** The part of a pack that texts of one scenario need: a fifth of the patterns, and of the time to compile them. */
export function ofScenario(data: RulePackData, scenario: Scenario): RulePackData {
  return { ...data, rules: data.rules.filter(({ scenarios }) => scenarios.includes(scenario)) };
}

/** Compiles a pack. A rule, concept or kind at fault is named; a pack with a fault is refused unless faults are asked for. */
export function compileRulePack(data: RulePackData, onFault?: (fault: string) => void): RulePack {
  const naming = <T>(where: string, make: () => T): T | undefined => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof PatternError || error instanceof RulePackError)) throw error;
      const fault = `${where}: ${error.message}`;
      if (!onFault) throw new RulePackError(fault);
      onFault(fault);
      return undefined;
    }
  };
  const writer = new PatternBookWriter();
  const shelves = new Map<string, ConceptLists>();
  const conceptsOf = (scenario: string): ConceptLists => {
    let lists = shelves.get(scenario);
    if (!lists) {
      lists = new Map(Object.entries({ ...data.concepts.all, ...data.concepts[scenario] }));
      shelves.set(scenario, lists);
    }
    return lists;
  };
  const add = (sources: readonly string[], scenario: string) =>
    sources.map((source) => writer.add(source, conceptsOf(scenario), scenario));
  const kindOf = (name: string, scenario: string): CompiledKind => {
    const kind = data.kinds[scenario]?.[name] ?? data.kinds.all?.[name];
    if (!kind) throw new RulePackError(`there is no kind ${JSON.stringify(name)}`);
    return { atLeast: kind.atLeast, of: add(kind.of, scenario) };
  };
  const compileWay = (way: WayFile, scenario: string): CompiledWay => {
    if (!way.all && !way.missing) throw new RulePackError('a way needs `all` or `missing`');
    return {
      all: (way.all ?? []).map((group) => add(group, scenario)),
      within: way.within ?? 'sentence',
      unless: add(way.unless ?? [], scenario),
      unlessText: add(way.unlessText ?? [], scenario),
      anyPolarity: way.polarity === 'any',
      kind: way.kind === undefined ? undefined : kindOf(way.kind, scenario),
      given: (way.given ?? []).map((group) => add(group, scenario)),
      missing: add(way.missing ?? [], scenario),
    };
  };
  // Words and kinds that no rule uses are looked at only by who looks for faults.
  for (const scenario of onFault ? Object.keys(data.concepts) : [])
    naming(`concepts of ${scenario}`, () => writer.addConcepts(conceptsOf(scenario), scenario));
  for (const [scenario, kinds] of onFault ? Object.entries(data.kinds) : [])
    for (const name of Object.keys(kinds)) naming(`kind ${name}`, () => kindOf(name, scenario));
  const disowning = naming('disowned.yaml', () => ({
    sentence: add(data.disowned.sentence, 'all'),
    previous: add(data.disowned.previous, 'all'),
    list: add(data.disowned.list, 'all'),
  }));
  const rules = data.rules.flatMap((rule): readonly CompiledRule[] => {
    const shelf = rule.scenarios[0] ?? 'all';
    const ways = naming(`rule ${rule.id}`, () => rule.ways.map((way) => compileWay(way, shelf)));
    if (!ways) return [];
    const compiled = {
      id: rule.id,
      scenarios: rule.scenarios,
      title: rule.title,
      details: rule.details,
      priority: priorityOf(rule),
      confidence: confidenceFigures[rule.confidence],
      citations: rule.citations,
      yieldsTo: rule.yieldsTo ?? [],
      ways,
    };
    return [compiled];
  });
  const nothing: Disowning = { sentence: [], previous: [], list: [] };
  return { version: data.version, book: writer.finish(), disowning: disowning ?? nothing, rules };
}
