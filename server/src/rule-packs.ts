import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TocEntry } from './corpus/table-of-contents.ts';
import { type ParsedRulePack, parseRulePack } from './screening/parse-rule-pack.ts';
import { readStarterDocuments } from './starter-corpus.ts';

/** Where the rules lie in an installation. */
export const rulePacksDir = join(import.meta.dirname, '..', '..', 'rulepacks');

/** The rule pack as its files say it, with examples and faults. */
export function readRulePack(dir = rulePacksDir, only?: string): ParsedRulePack {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .filter((name) => only === undefined || !name.includes('/') || name.startsWith(`${only}/`))
    .sort();
  return parseRulePack(new Map(names.map((name) => [name, readFileSync(join(dir, name), 'utf8')])));
}

/** For each document of the starter corpus the paragraphs it has, as `b/1/i`: what citations are checked against. */
export async function loadStarterPaths(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const paths = new Map<string, ReadonlySet<string>>();
  for (const { externalId, toc } of await readStarterDocuments()) {
    const entries: TocEntry[] = JSON.parse(toc);
    paths.set(externalId, new Set(entries.flatMap(({ path }) => (path ? [path.join('/')] : []))));
  }
  return paths;
}
