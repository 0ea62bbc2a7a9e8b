import { riskBandOf } from '@pandect/contract';
import { createLocator } from './locate-evidence.ts';
import { countFindings, priorityNames, type Report, ruleIdOf, type Screened } from './report.ts';

/** For a pull request or a review file. */
export function markdownReport(report: Report): string {
  const parts = [`# Screening (${report.scenario})`, ...report.screened.map(markdownOf)];
  if (report.unscreened.length > 0) {
    const rows = report.unscreened.map(({ name, problem }) => `- ${code(name)}: ${plain(problem)}`);
    parts.push(['## Not screened', '', ...rows].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function markdownOf({ name, text, jobId, result }: Screened): string {
  const locate = createLocator(text);
  const { riskScore } = result;
  const count = countFindings(result.findings.length);
  const head = `## ${code(name)}\n\nRisk **${riskScore}** (${riskBandOf(riskScore)}), ${count}, job ${code(jobId)}.`;
  const findings = result.findings.map((finding) => {
    const lines = [
      `### ${finding.priority} ${priorityNames[finding.priority]}: ${plain(finding.title)}`,
      '',
      plain(finding.details),
      '',
    ];
    for (const { text: words, startOffset, endOffset } of finding.evidence ?? []) {
      const { line, column } = locate(startOffset, endOffset).start;
      lines.push(`> ${plain(words)}`, '', `Line ${line}, column ${column}.`, '');
    }
    for (const { regulation, chunks } of finding.citations) {
      lines.push(
        `- [${plain(regulation.title)}](${encodeURI(regulation.sourceUrl)}) (${code(regulation.id)})`,
      );
      for (const { sectionPath, startOffset, endOffset, text: law } of chunks) {
        const bytes = startOffset === null ? '' : `bytes ${startOffset}-${endOffset}`;
        const place = [sectionPath === null ? '' : plain(sectionPath), bytes].filter(Boolean).join(', ');
        lines.push(`  - ${[place, plain(law)].filter(Boolean).join(': ')}`);
      }
    }
    lines.push('', `Rule ${code(ruleIdOf(finding))}.`);
    return lines.join('\n');
  });
  return [head, ...findings].join('\n\n');
}

/** One line, with what Markdown and HTML would read as marks made harmless: the words are someone else's. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`);
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}
