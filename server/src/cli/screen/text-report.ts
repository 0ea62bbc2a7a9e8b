import { styleText } from 'node:util';
import { riskBandOf } from '@pandect/contract';
import { createLocator, underline } from './locate-evidence.ts';
import {
  countFindings,
  type Finding,
  type Priority,
  priorityNames,
  type Report,
  ruleIdOf,
  type Screened,
} from './report.ts';

type Style = Parameters<typeof styleText>[0];
const priorityStyles: Readonly<Record<Priority, Style>> = { p1: ['bold', 'red'], p2: 'yellow', p3: 'cyan' };

/** For people at a terminal; `colour` is off where the output is a file or a pipe. */
export function textReport(report: Report, colour: boolean): string {
  const paint = (style: Style, text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const parts = report.screened.map((screened) => textOf(screened, paint));
  for (const { name, problem } of report.unscreened) {
    parts.push(`${paint('bold', name)}: not screened: ${problem}`);
  }
  return `${parts.join('\n\n')}\n`;
}

function textOf(screened: Screened, paint: (style: Style, text: string) => string): string {
  const { name, text, result } = screened;
  const { riskScore, findings } = result;
  const count = countFindings(findings.length);
  const locate = createLocator(text);
  const lines = [`${paint('bold', name)}: risk ${riskScore}, ${riskBandOf(riskScore)}; ${count}`];
  for (const finding of findings) {
    const style = priorityStyles[finding.priority];
    const head = `${finding.priority} ${priorityNames[finding.priority]}: ${finding.title}`;
    lines.push('', `${paint(style, head)} ${paint('dim', `(${ruleIdOf(finding)})`)}`);
    for (const { startOffset, endOffset } of finding.evidence ?? []) {
      const range = locate(startOffset, endOffset);
      lines.push(paint('dim', `  ${name}:${range.start.line}:${range.start.column}`));
      for (const line of underline(text, range)) {
        lines.push(`    ${/^ *\| *\^+$/.test(line) ? paint(style, line) : line}`);
      }
    }
    lines.push(...wrap(finding.details, 98).map((line) => `  ${line}`));
    lines.push(...lawOf(finding).map((line) => paint('dim', `  ${line}`)));
  }
  return lines.join('\n');
}

function lawOf(finding: Finding): string[] {
  return finding.citations.flatMap(({ regulation, chunks }) => {
    const places = chunks.map(({ startOffset, endOffset, sectionPath }) => {
      const bytes = startOffset === null ? '' : `bytes ${startOffset}-${endOffset}`;
      return [sectionPath, bytes].filter(Boolean).join(', ');
    });
    return [`${regulation.title} (${regulation.id})`, ...places.map((place) => `  ${place}`)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
