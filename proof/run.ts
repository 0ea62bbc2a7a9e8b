import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { proofPage, type SectionResult } from './proof-page.ts';
import { Report, type Size } from './section.ts';
import { sections } from './sections.ts';

const usage = `npm run proof [-- --only <section>,... ] [--smoke]

Runs the service as real processes on loopback and proves what is promised of it: many processes, faults, hostile
input, load. All of it takes under 40 minutes. Each full run of a section renews its figures in PROOF.md; --smoke runs
the same on a small scale and writes nothing.

Sections:
${sections.map(({ name, title }) => `  ${name.padEnd(14)} ${title}`).join('\n')}
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !sections.some((section) => section.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}.\n\n${usage}`);
  process.exit(2);
}
const size: Size = values.smoke ? 'smoke' : 'full';
const resultsFile = join(import.meta.dirname, 'results.json');
const results: SectionResult[] = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : [];
const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
let broken = 0;
for (const section of sections) {
  if (wanted && !wanted.includes(section.name)) continue;
  console.log(`\n${section.title}`);
  const report = new Report(({ what, figure, promised, kept }) =>
    console.log(
      `  ${kept ? ' ' : '!'} ${what}: ${figure}${promised === undefined ? '' : ` (promised: ${promised})`}`,
    ),
  );
  const started = performance.now();
  try {
    await section.run(size, report);
  } catch (error) {
    console.error(error);
    const figure = error instanceof Error ? error.message : String(error);
    report.check('the section ran to its end', false, figure, 'yes');
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log([...report.notes, `${seconds} s`].map((note) => `    ${note}`).join('\n'));
  broken += report.figures.filter(({ kept }) => !kept).length;
  if (size === 'full') {
    const day = new Date().toISOString().slice(0, 10);
    const { figures, notes } = report;
    keep({ section: section.name, day, machine, seconds, figures, notes });
  }
}
console.log(`\n${broken === 0 ? 'Every promise was kept.' : `${broken} promises were not kept.`}`);
process.exit(broken === 0 ? 0 : 1);

/** At once: a run that is stopped has told what it found so far. */
function keep(result: SectionResult): void {
  const before = results.findIndex(({ section }) => section === result.section);
  if (before >= 0) results.splice(before, 1);
  results.push(result);
  const order = (one: SectionResult) => sections.findIndex(({ name }) => name === one.section);
  results.sort((a, b) => order(a) - order(b));
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  const shortfalls = readFileSync(join(import.meta.dirname, 'shortfalls.md'), 'utf8');
  writeFileSync(join(import.meta.dirname, '..', 'PROOF.md'), proofPage(sections, results, shortfalls));
}
