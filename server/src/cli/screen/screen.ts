import { writeFileSync } from 'node:fs';
import type { PandectClient, WaitOptions } from '@pandect/client';
import { riskBandOf, type Scenario } from '@pandect/contract';
import { version } from '../../version.ts';
import { createProgressLine } from '../progress-line.ts';
import { UsageError } from '../usage-error.ts';
import { isAnswer, printJson, sentenceOf, withClient } from '../with-client.ts';
import { type FoundText, findTexts } from './find-texts.ts';
import { markdownReport } from './markdown-report.ts';
import { type Priority, type Report, reaches, type Screened, type Unscreened } from './report.ts';
import { sarifReport } from './sarif-report.ts';
import { textReport } from './text-report.ts';

export const formats = ['text', 'json', 'sarif', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** Texts under way at the same time: enough to keep the workers of one server busy. */
const atATime = 8;

/** `pandect screen`: exit code 0, 1 when a finding reaches `--fail-on`, 2 when a text could not be screened. */
export async function screenCommand(
  environment: NodeJS.ProcessEnv,
  places: readonly string[],
  options: { scenario: Scenario; format: Format; failOn?: Priority; output?: string },
): Promise<void> {
  const texts = findTexts(places);
  await withClient(environment, async ({ client, firstWaitMs }) => {
    const report = await screenAll(client, texts, options.scenario, { firstWaitMs });
    const colour = options.output === undefined && process.stdout.isTTY && !environment.NO_COLOR;
    const written = write(report, options.format, colour);
    if (options.output === undefined) process.stdout.write(written);
    else writeFileSync(options.output, written);
    if (options.output !== undefined || options.format !== 'text') {
      for (const { name, problem } of report.unscreened) console.error(`${name}: not screened: ${problem}`);
    }
    if (report.unscreened.length > 0) process.exitCode = 2;
    else if (options.failOn !== undefined && reaches(report, options.failOn)) process.exitCode = 1;
  });
}

async function screenAll(
  client: PandectClient,
  texts: readonly FoundText[],
  scenario: Scenario,
  wait: WaitOptions,
): Promise<Report> {
  const progress = createProgressLine(process.stderr);
  const screened: Screened[] = [];
  const unscreened: Unscreened[] = [];
  await inParallel(texts, atATime, async ({ name, read }) => {
    try {
      const text = await read();
      const { jobId, result } = await client.screenText(
        { scenario, content: { type: 'text', text } },
        { ...wait },
      );
      screened.push({ name, text, jobId, result });
    } catch (error) {
      if (isAnswer(error)) unscreened.push({ name, problem: sentenceOf(error) });
      else if (error instanceof UsageError) unscreened.push({ name, problem: error.message });
      else throw error;
    }
    const done = screened.length + unscreened.length;
    if (done < texts.length) progress.show(`${done} of ${texts.length} texts screened`);
  });
  progress.end();
  const order = new Map(texts.map(({ name }, i) => [name, i]));
  const byPlace = (a: { name: string }, b: { name: string }) =>
    (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0);
  return { scenario, screened: screened.sort(byPlace), unscreened: unscreened.sort(byPlace) };
}

function write(report: Report, format: Format, colour: boolean): string {
  switch (format) {
    case 'text':
      return textReport(report, colour);
    case 'markdown':
      return markdownReport(report);
    case 'sarif':
      return sarifReport(report, version);
    case 'json': {
      const results = report.screened.map(({ name, jobId, result }) => ({ file: name, jobId, result }));
      const failed = report.unscreened.map(({ name, problem }) => ({ file: name, problem }));
      return `${JSON.stringify({ scenario: report.scenario, results, failed }, null, 2)}\n`;
    }
  }
}

/** `pandect risk`: a number per text; exit code 1 when one is above `--fail-above`. */
export async function riskCommand(
  environment: NodeJS.ProcessEnv,
  places: readonly string[],
  options: { scenario: Scenario; failAbove?: number; json: boolean },
): Promise<void> {
  const texts = findTexts(places);
  await withClient(environment, async ({ client }) => {
    const scored: { file: string; jobId: string; riskScore: number; band: string }[] = [];
    for (const { name, read } of texts) {
      const job = await client.createRiskAssessmentJob({
        scenario: options.scenario,
        content: { type: 'text', text: await read() },
      });
      if (!job.result) throw new UsageError(`${name} could not be scored: ${job.error?.message}`);
      const { riskScore } = job.result;
      scored.push({ file: name, jobId: job.id, riskScore, band: riskBandOf(riskScore) });
    }
    if (options.json) printJson(scored);
    else for (const { file, riskScore, band } of scored) console.log(`${riskScore}\t${band}\t${file}`);
    const { failAbove } = options;
    if (failAbove !== undefined && scored.some(({ riskScore }) => riskScore > failAbove))
      process.exitCode = 1;
  });
}

async function inParallel<T>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: Math.min(count, items.length) }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
