import type { Figure, Section } from './section.ts';

/** What the last full run of a section gave; `results.json` keeps one for each. */
export interface SectionResult {
  readonly section: string;
  readonly day: string;
  readonly machine: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

/**
 * The page of figures, failures included; a section that was never run in full is named as such. `shortfalls` is what
 * people have written of it.
 */
export function proofPage(
  sections: readonly Section[],
  results: readonly SectionResult[],
  shortfalls: string,
): string {
  const promises = results.flatMap(({ figures }) => figures).filter(({ promised }) => promised !== undefined);
  const broken = promises.filter(({ kept }) => !kept);
  const missing = sections.filter(({ name }) => !results.some(({ section }) => section === name));
  const lines = [
    '# Proof',
    '',
    'Written by `npm run proof`, against real processes on loopback; each section holds the figures of its last full run. ' +
      `${promises.length - broken.length} of ${promises.length} promises were kept` +
      (broken.length === 0 ? '.' : '; those that were not carry a **no**.') +
      (missing.length === 0 ? '' : ` Not run in full yet: ${missing.map(({ name }) => name).join(', ')}.`),
    '',
  ];
  for (const { name, title } of sections) {
    const result = results.find(({ section }) => section === name);
    if (result) lines.push(`## ${title}`, '', ...resultLines(result), '');
  }
  return `${lines.join('\n')}\n${shortfalls}`;
}

function resultLines({ section, day, machine, seconds, figures, notes }: SectionResult): readonly string[] {
  return [
    `\`npm run proof -- --only ${section}\`, ${seconds.toFixed(0)} s on ${day}, ${machine}`,
    '',
    '| what | figure | promised | kept |',
    '|---|---|---|---|',
    ...figures.map(
      ({ what, figure, promised, kept }) =>
        `| ${cell(what)} | ${cell(figure)} | ${cell(promised ?? '')} | ${promised === undefined ? '' : kept ? 'yes' : '**no**'} |`,
    ),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
