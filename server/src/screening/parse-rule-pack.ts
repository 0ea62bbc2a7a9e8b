import { createHash } from 'node:crypto';
import { isScenario, Type } from '@pandect/contract';
import { parse } from 'yaml';
import { checked, DisownedFile, KindFile, type Rule, RuleFile, RulePackError } from './rule.ts';
import type { RulePackData } from './rule-pack.ts';

const ConceptsFile = Type.Record(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }));
const KindsFile = Type.Record(KindFile);
const idForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const citationForm = /^[a-z0-9-]+(?:\([A-Za-z0-9-]+\))*$/;

export interface ParsedRulePack {
  readonly data: RulePackData;
  /** The rules with their examples, for those who try them. */
  readonly rules: readonly RuleFile[];
  /** Files that cannot be used, in words. */
  readonly faults: readonly string[];
}

/**
 * Reads the files of a rule pack, by their names below `rulepacks/`. A file at fault is left out and named, so that one
 * look shows every fault; who serves refuses a pack that has any.
 */
export function parseRulePack(files: ReadonlyMap<string, string>): ParsedRulePack {
  const concepts: Record<string, Record<string, readonly string[]>> = {};
  const kinds: Record<string, Record<string, KindFile>> = {};
  const rules: RuleFile[] = [];
  const faults: string[] = [];
  let disowned: DisownedFile = { sentence: [], previous: [], list: [] };
  for (const [name, source] of files) {
    const [folder = '', file = folder] = name.includes('/') ? name.split('/') : ['all', name];
    try {
      const value: unknown = read(name, source);
      if (file === 'disowned.yaml') disowned = checked(name, DisownedFile, value);
      else if (/^concepts(?:-[a-z0-9]+)?\.yaml$/.test(file)) {
        concepts[folder] = join(name, concepts[folder] ?? {}, checked(name, ConceptsFile, value));
      } else if (file === 'kinds.yaml') kinds[folder] = checked(name, KindsFile, value);
      else rules.push(readRule(name, folder, file, value));
    } catch (error) {
      if (!(error instanceof RulePackError)) throw error;
      faults.push(error.message);
    }
  }
  const ids = new Map<string, number>();
  for (const { id } of rules) ids.set(id, (ids.get(id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) faults.push(`rule id ${id} is used ${count} times`);
  for (const { id, yieldsTo = [] } of rules)
    for (const other of yieldsTo)
      if (!ids.has(other)) faults.push(`rule ${id} yields to ${other}, which is not there`);
  const bare: Rule[] = rules.map(({ examples: _, ...rule }) => rule);
  const body = { concepts, kinds, disowned, rules: bare };
  const version = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16);
  return { data: { version, ...body }, rules, faults };
}

function read(name: string, source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    throw new RulePackError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readRule(name: string, folder: string, file: string, value: unknown): RuleFile {
  const rule = checked(name, RuleFile, value);
  if (!idForm.test(rule.id) || `${rule.id}.yaml` !== file)
    throw new RulePackError(`${name}: id ${JSON.stringify(rule.id)} is not the file's name`);
  if (!isScenario(folder) || rule.scenarios[0] !== folder)
    throw new RulePackError(`${name}: the first scenario must be the folder, ${folder}`);
  for (const citation of rule.citations)
    if (!citationForm.test(citation))
      throw new RulePackError(
        `${name}: citation ${JSON.stringify(citation)} is not like 12-cfr-1006-6(b)(1)`,
      );
  return rule;
}

function join<T>(name: string, into: Record<string, T>, more: Record<string, T>): Record<string, T> {
  for (const key of Object.keys(more))
    if (Object.hasOwn(into, key)) throw new RulePackError(`${name}: concept ${key} is defined twice`);
  return { ...into, ...more };
}
