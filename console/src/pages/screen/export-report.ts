import type { Job, ScreenResult } from '@pandect/contract';
import { priorityNames } from './findings.ts';
import { bandOf } from './risk-band.ts';

/** The report as Markdown: for a ticket, a memo, a pull request. */
export function reportMarkdown(job: Job, result: ScreenResult): string {
  const lines = [
    '# Screening report',
    '',
    `- Job: \`${job.id}\`, ${job.createdAt}`,
    `- Risk: **${result.riskScore}** of 100, ${bandOf(result.riskScore).name}`,
    `- Findings: ${result.findings.length}`,
  ];
  if (result.engine) {
    lines.push(`- Rules ${result.engine.rulePackVersion}, corpus ${result.engine.corpusVersion}`);
  }
  for (const [at, finding] of result.findings.entries()) {
    const { priority, title, details, evidence = [], citations } = finding;
    lines.push(
      '',
      `## ${at + 1}. ${title}`,
      '',
      `**${priority.toUpperCase()} ${priorityNames[priority]}**`,
      '',
      details,
    );
    if (evidence.length > 0) {
      lines.push('', 'Evidence:', '');
      for (const { text, startOffset, endOffset } of evidence) {
        lines.push(`- “${oneLine(text)}” (bytes ${startOffset} to ${endOffset})`);
      }
    }
    for (const { regulation, chunks } of citations) {
      lines.push('', `[${regulation.title}](${regulation.sourceUrl})`);
      for (const { text, sectionPath } of chunks) {
        lines.push('', ...text.split('\n').map((line) => `> ${line}`.trimEnd()));
        if (sectionPath) lines.push('>', `> ${sectionPath}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

export function download(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
