import { ApiError, type RiskResult, type ScreenResult } from '@pandect/contract';
import type { AnalysisSettings } from './analysis-thread.ts';
import type { Catalog } from './corpus/catalog.ts';
import type { CorpusReader } from './corpus/corpus-store.ts';
import { presentSummary } from './http/routes/regulations.ts';
import type { JobStore } from './jobs/job.ts';
import { createJobThreads } from './jobs/job-threads.ts';
import { type JobProcessor, type RunningWorker, startWorker } from './jobs/run-worker.ts';
import type { Log } from './log.ts';
import { QueuePace } from './queue-pace.ts';
import type { Analysis } from './screening/analysis.ts';
import { LawCiter } from './screening/cite-law.ts';
import { workerName } from './services.ts';

/** Screening and risk assessment: the reading in threads, the law's words from the store. */
export interface RunningAnalysis {
  /** For the worker: jobs of screening, and of risk that were not answered within their request. */
  readonly processor: JobProcessor;
  /** The result of a risk assessment as JSON, or 503 where too many wait; the input is that of a job. */
  assessRisk(input: string): Promise<string>;
  stop(): Promise<void>;
}

export const analysisJobTypes = ['screen_analysis', 'risk_assessment'] as const;

export function startAnalysis(parts: {
  readonly threads: number;
  readonly readsMeaning: boolean;
  readonly corpus: Pick<CorpusReader, 'readSerialised'>;
  readonly catalog: Pick<Catalog, 'find' | 'generation'>;
}): RunningAnalysis {
  const { catalog } = parts;
  const threads = createJobThreads({
    module: new URL('./analysis-thread.ts', import.meta.url),
    threads: Math.max(1, parts.threads),
    settings: { readsMeaning: parts.readsMeaning } satisfies AnalysisSettings,
  });
  const citer = new LawCiter({
    corpus: parts.corpus,
    find: (externalId) => catalog.find(externalId),
    present: presentSummary,
  });
  const analyse = async (input: string, signal?: AbortSignal): Promise<Analysis> =>
    JSON.parse(await threads.run('analysis', input, signal));
  const engineOf = (analysis: Analysis) => ({
    rulePackVersion: analysis.rulePackVersion,
    corpusVersion: `${catalog.generation}`,
  });

  async function assessRisk(input: string, signal?: AbortSignal): Promise<string> {
    const analysis = await analyse(input, signal);
    const result: RiskResult = {
      type: 'analysis.risk.result',
      riskScore: analysis.riskScore,
      engine: engineOf(analysis),
    };
    return JSON.stringify(result);
  }

  let assessing = 0;
  const pace = new QueuePace();
  /** Refuses what would wait for long; a job in the queue can wait, somebody at the other end of a request cannot. */
  async function assessRiskNow(input: string): Promise<string> {
    if (pace.isTooLong(assessing)) {
      throw new ApiError('service_unavailable', `${assessing} texts are being assessed already.`, {
        headers: { 'retry-after': '1' },
      });
    }
    assessing += 1;
    try {
      return await assessRisk(input);
    } finally {
      assessing -= 1;
      pace.moved(assessing, performance.now());
    }
  }

  async function screen(input: string, signal: AbortSignal): Promise<string> {
    const analysis = await analyse(input, signal);
    const findings: ScreenResult['findings'] = [];
    for (const { citations, evidence, ...finding } of analysis.findings)
      findings.push({ ...finding, evidence: [...evidence], citations: await citer.cite(citations) });
    const result: ScreenResult = {
      type: 'analysis.screen.result',
      riskScore: analysis.riskScore,
      findings,
      engine: engineOf(analysis),
    };
    return JSON.stringify(result);
  }

  return {
    processor: {
      types: analysisJobTypes,
      process: (job, signal) =>
        job.type === 'risk_assessment' ? assessRisk(job.input, signal) : screen(job.input, signal),
    },
    assessRisk: assessRiskNow,
    stop: () => threads.close(),
  };
}

/** Claims jobs and has them worked on, as `serve` and `pandect worker` both do. */
export function startJobWorker(
  store: JobStore,
  processor: JobProcessor,
  concurrency: number,
  log: Log,
  observeJob: (type: string, outcome: string, seconds: number) => void = () => {},
): RunningWorker {
  return startWorker({
    owner: workerName(),
    store,
    processor,
    concurrency,
    nowMs: Date.now,
    log: {
      jobDone: ({ error, ...done }) => {
        observeJob(done.type, done.outcome, done.ms / 1000);
        log.info({ ...done, ...(error !== undefined && { err: error }) }, 'job');
      },
      storeAway: (error) => log.warn({ err: error }, 'the store does not answer; the worker tries again'),
    },
  });
}
