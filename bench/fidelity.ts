import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faults } from './fidelity-compare.ts';
import { checkFamily, type FamilyReport, families } from './fidelity-families.ts';
import { type Rule, rules } from './fidelity-rules.ts';

/** How many findings are printed per family before the rest is only counted. */
const mostShown = 20;
const longestWords = 200;

/**
 * Proves that every piece of law text in the sources stands in the imported documents once and in order.
 * `npm run bench -- fidelity [--corpus <folder>] [family ...]`; ends with code 1 where anything differs.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { corpus: { type: 'string' } },
    allowPositionals: true,
  });
  const corpus = values.corpus ?? fileURLToPath(new URL('../../shared/corpus', import.meta.url));
  if (!existsSync(corpus)) {
    console.error(`There is no corpus at ${corpus}: name one with --corpus. Nothing was checked.`);
    process.exit(1);
  }
  const reports: FamilyReport[] = [];
  for (const family of positionals.length > 0 ? positionals : Object.keys(families)) {
    const report = await checkFamily(corpus, family);
    reports.push(report);
    printFindings(report);
  }
  console.log(`\n${tableOf(reports)}\n\n${rulesOf(reports)}`);
  const isSound = reports.every(({ files, findings }) => files > 0 && findings.length === 0);
  console.log(`\n${isSound ? proofOf(reports) : 'The import differs from its sources.'}`);
  if (!isSound) process.exit(1);
}

/** What was proved, and what was not: text outside every section has no document to stand in. */
function proofOf(reports: readonly FamilyReport[]): string {
  const outside = reports.reduce((sum, { rules: used }) => sum + used.count('outside-sections'), 0);
  const proved = 'In sections, appendices and supplements nothing is lost, doubled, moved or added.';
  return outside === 0 ? proved : `${proved} Outside them ${outside} pieces are not imported.`;
}

function printFindings({ family, findings }: FamilyReport): void {
  for (const { fault, where, words } of findings.slice(0, mostShown)) {
    console.log(`${family} ${fault}: ${where}: ${words.slice(0, longestWords)}`);
  }
  if (findings.length > mostShown) console.log(`${family}: ${findings.length - mostShown} more`);
}

function tableOf(reports: readonly FamilyReport[]): string {
  const head = ['source', 'files', 'documents', 'pieces', ...faults, 'outside'];
  const rows = reports.map(({ family, files, documents, pieces, findings, rules: used }) => {
    const found = faults.map((fault) => findings.filter((finding) => finding.fault === fault).length);
    const counts = [files, documents, pieces, ...found, used.count('outside-sections')];
    return [family, ...counts.map((count) => count.toLocaleString('en-US'))];
  });
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [head, ...rows].map(lineOf).join('\n');
}

/** Every rule that changed what was expected, where and how often. */
function rulesOf(reports: readonly FamilyReport[]): string {
  const uses = new Map<Rule, string[]>();
  for (const { family, rules: counts } of reports) {
    for (const [rule, count] of counts.entries()) {
      uses.set(rule, [...(uses.get(rule) ?? []), `${family} ${count.toLocaleString('en-US')}`]);
    }
  }
  return [...uses].map(([rule, places]) => `${rule}: ${rules[rule]}\n  ${places.join('; ')}`).join('\n');
}
