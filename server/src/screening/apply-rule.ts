import type { Hit } from './match-patterns.ts';
import { isAsserted, type Reading } from './read-text.ts';
import type { CompiledRule, CompiledWay } from './rule-pack.ts';

/** What a rule found: the words that show it, as word positions; none where something is missing. */
export interface RuleMatch {
  readonly evidence: readonly Hit[];
}

/** The places of a text a rule finds at fault; undefined when it has nothing to say. */
export function applyRule(rule: CompiledRule, reading: Reading): RuleMatch | undefined {
  let evidence: Hit[] | undefined;
  for (const way of rule.ways) {
    const found = applyWay(way, reading);
    if (found) evidence = [...(evidence ?? []), ...found];
  }
  return evidence && { evidence: joinOverlapping(evidence) };
}

function applyWay(way: CompiledWay, reading: Reading): readonly Hit[] | undefined {
  const { patterns } = reading;
  if (!patterns.mayHoldAll(way.all, way.within === 'sentence')) return undefined;
  for (const group of way.all) if (!patterns.hasOneOf(group)) return undefined;
  const isThere = (pattern: number) => patterns.hits(pattern).length > 0;
  const accepted = (patterns: readonly number[]) => hitsOf(patterns, reading, way.anyPolarity);
  if (way.kind && way.kind.of.filter(isThere).length < way.kind.atLeast) return undefined;
  for (const group of way.given) if (accepted(group).length === 0) return undefined;
  if (patterns.hasOneOf(way.missing)) return undefined;
  if (accepted(way.unlessText).length > 0) return undefined;
  if (way.all.length === 0) return [];
  const groups = way.all.map(accepted);
  const guards = accepted(way.unless);
  const found: Hit[] = [];
  for (const anchor of groups[0] ?? []) {
    const [from, to] = scopeOf(way, reading, anchor);
    const inScope = ({ start }: Hit) => start >= from && start < to;
    if (guards.some(inScope)) continue;
    const chosen = chooseApart(anchor, groups.slice(1), inScope);
    if (chosen) found.push(...spans(chosen, reading));
  }
  return found.length > 0 ? found : undefined;
}

function hitsOf(patterns: readonly number[], reading: Reading, anyPolarity: boolean): Hit[] {
  const found: Hit[] = [];
  for (const pattern of patterns) {
    for (const hit of reading.patterns.hits(pattern))
      if (anyPolarity || isAsserted(reading, hit)) found.push(hit);
  }
  return found;
}

/** The words a way looks at around a place, as [first, first after]. */
function scopeOf(way: CompiledWay, { sentences, words }: Reading, { start }: Hit): readonly [number, number] {
  const { ofWord, starts, paragraphs } = sentences;
  const sentence = ofWord[start] ?? 0;
  const startOf = (one: number) => starts[Math.max(0, one)] ?? words.length;
  switch (way.within) {
    case 'sentence':
      return [startOf(sentence), startOf(sentence + 1)];
    case 'neighbours':
      return [startOf(sentence - 1), startOf(sentence + 2)];
    case 'paragraph': {
      let first = sentence;
      let last = sentence;
      while (first > 0 && paragraphs[first - 1] === paragraphs[sentence]) first -= 1;
      while (last + 1 < paragraphs.length && paragraphs[last + 1] === paragraphs[sentence]) last += 1;
      return [startOf(first), startOf(last + 1)];
    }
    case 'text':
      return [0, words.length];
  }
}

/** One hit of each group, none on the words of another, nearest to the first; undefined when a group has none. */
function chooseApart(
  anchor: Hit,
  groups: readonly (readonly Hit[])[],
  inScope: (hit: Hit) => boolean,
): readonly Hit[] | undefined {
  const chosen = [anchor];
  for (const group of groups) {
    let best: Hit | undefined;
    for (const hit of group) {
      if (!inScope(hit) || chosen.some((one) => overlap(one, hit))) continue;
      if (!best || Math.abs(hit.start - anchor.start) < Math.abs(best.start - anchor.start)) best = hit;
    }
    if (!best) return undefined;
    chosen.push(best);
  }
  return chosen;
}

/** Hits of one sentence are shown as one stretch, those of several apart. */
function spans(chosen: readonly Hit[], { sentences }: Reading): readonly Hit[] {
  const bySentence = new Map<number, Hit>();
  for (const hit of chosen) {
    const sentence = sentences.ofWord[hit.start] ?? 0;
    const known = bySentence.get(sentence);
    bySentence.set(
      sentence,
      known ? { start: Math.min(known.start, hit.start), end: Math.max(known.end, hit.end) } : hit,
    );
  }
  return [...bySentence.values()];
}

export function overlap(one: Hit, other: Hit): boolean {
  return one.start < other.end && other.start < one.end;
}

function joinOverlapping(hits: readonly Hit[]): readonly Hit[] {
  const joined: Hit[] = [];
  for (const hit of [...hits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last && hit.start < last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, hit.end) };
    else joined.push(hit);
  }
  return joined;
}
