import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Proven, proofPage } from './proof-page.ts';
import { Report, type Size } from './section.ts';
import { sections } from './sections.ts';

const usage = `npm run proof [-- --only <section>,... ] [--smoke]

Runs the service as real processes on loopback and proves what is promised of it: many processes, faults, hostile
input, load. All of it takes under 40 minutes and writes PROOF.md; with --only or --smoke nothing is written.

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
const proven: Proven[] = [];
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
  for (const note of report.notes) console.log(`    ${note}`);
  proven.push({ section, report, seconds: (performance.now() - started) / 1000 });
}
const broken = proven.flatMap(({ report }) => report.figures.filter(({ kept }) => !kept));
console.log(
  `\n${broken.length === 0 ? 'Every promise was kept.' : `${broken.length} promises were not kept.`}`,
);
if (size === 'full' && !wanted) {
  writeFileSync(join(import.meta.dirname, '..', 'PROOF.md'), proofPage(proven));
  console.log('PROOF.md is written.');
}
process.exit(broken.length === 0 ? 0 : 1);
