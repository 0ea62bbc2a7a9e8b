import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtAhead } from './built-ahead.ts';
import type { ParsedRulePack } from './screening/parse-rule-pack.ts';
import { RulePackError } from './screening/rule.ts';
import type { RulePackData } from './screening/rule-pack.ts';
import { builtAheadDir, readStarterDocuments } from './starter-corpus.ts';

/** Where the rules lie in an installation. */
export const rulePacksDir = join(import.meta.dirname, '..', '..', 'rulepacks');

function rulePackFiles(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}

function readFiles(dir: string, names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
}

/** The rule pack as its files say it, with examples and faults; of one scenario, or all. */
export async function readRulePack(scenario?: string): Promise<ParsedRulePack> {
  const { parseRulePack } = await import('./screening/parse-rule-pack.ts');
  const names = rulePackFiles(rulePacksDir).filter(
    (name) => scenario === undefined || !name.includes('/') || name.startsWith(`${scenario}/`),
  );
  return parseRulePack(readFiles(rulePacksDir, names));
}

/** For each document of the starter corpus the paragraphs it has, as `b/1/i`: what citations are checked against. */
export async function loadStarterPaths(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const paths = new Map<string, ReadonlySet<string>>();
  for (const { facts, tableOfContents } of await readStarterDocuments())
    paths.set(
      facts.externalId,
      new Set(tableOfContents.flatMap(({ path }) => (path ? [path.join('/')] : []))),
    );
  return paths;
}

/** The rule pack this program ships. Refused whole when one file is at fault. */
export async function loadRulePack(): Promise<RulePackData> {
  const built = await builtAhead({
    sourceDir: rulePacksDir,
    sources: rulePackFiles(rulePacksDir),
    cacheDir: builtAheadDir,
    name: 'rulepack.json',
    builder: '1',
    async build(dir, names) {
      const { parseRulePack } = await import('./screening/parse-rule-pack.ts');
      const { data, faults } = parseRulePack(readFiles(dir, names));
      if (faults.length > 0) throw new RulePackError(`the rule pack has faults:\n  ${faults.join('\n  ')}`);
      return Buffer.from(JSON.stringify(data));
    },
  });
  return JSON.parse(Buffer.from(await built.bytes()).toString('utf8'));
}
