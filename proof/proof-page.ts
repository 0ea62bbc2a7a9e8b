import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Report, Section } from './section.ts';

/** A section that was run. */
export interface Proven {
  readonly section: Section;
  readonly report: Report;
  readonly seconds: number;
}

/** The page of figures, failures included. */
export function proofPage(proven: readonly Proven[]): string {
  const seconds = proven.reduce((sum, one) => sum + one.seconds, 0);
  const figures = proven.flatMap(({ report }) => report.figures);
  const promises = figures.filter(({ promised }) => promised !== undefined);
  const broken = promises.filter(({ kept }) => !kept);
  const lines = [
    '# Proof',
    '',
    `Written by \`npm run proof\` in ${(seconds / 60).toFixed(0)} minutes, against real processes on loopback, on ${availableParallelism()} cores (${cpus()[0]?.model ?? process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}. ${promises.length - broken.length} of ${promises.length} promises were kept${broken.length === 0 ? '.' : '; those that were not carry a **no**.'}`,
    '',
  ];
  for (const { section, report, seconds: took } of proven) {
    lines.push(
      `## ${section.title}`,
      '',
      `\`npm run proof -- --only ${section.name}\`, ${took.toFixed(0)} s`,
      '',
      '| what | figure | promised | kept |',
      '|---|---|---|---|',
      ...report.figures.map(
        ({ what, figure, promised, kept }) =>
          `| ${cell(what)} | ${cell(figure)} | ${cell(promised ?? '')} | ${promised === undefined ? '' : kept ? 'yes' : '**no**'} |`,
      ),
      '',
      ...report.notes.flatMap((note) => [`- ${note}`]),
      ...(report.notes.length > 0 ? [''] : []),
    );
  }
  return lines.join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
