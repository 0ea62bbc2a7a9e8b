import { cursorParam, limitParam, pageOf, storable, Timestamp } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { limits } from './limits.ts';
import { memberOf } from './member-of.ts';
import { RegulationCitation } from './regulations.ts';
import { type Static, Type } from './schema.ts';

export const jobTypes = ['screen_analysis', 'risk_assessment'] as const;
export type JobType = (typeof jobTypes)[number];
export const jobStatuses = ['running', 'succeeded', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const isJobStatus = memberOf(jobStatuses);
export const triggerTypes = ['manual', 'automatic'] as const;
export type TriggerType = (typeof triggerTypes)[number];
export const isTriggerType = memberOf(triggerTypes);

export const riskBands = [
  { name: 'Limited', from: 0, to: 20 },
  { name: 'Low', from: 21, to: 40 },
  { name: 'Moderate', from: 41, to: 60 },
  { name: 'High', from: 61, to: 80 },
  { name: 'Critical', from: 81, to: 100 },
] as const;

/** The name of the band a score lies in. */
export function riskBandOf(score: number): (typeof riskBands)[number]['name'] {
  return riskBands.find((band) => score <= band.to)?.name ?? 'Critical';
}

const riskScore = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: riskBands.map((band) => `${band.from}-${band.to} ${band.name}`).join(', '),
});

const engine = Type.Optional(
  Type.Object(
    { rulePackVersion: Type.String(), corpusVersion: Type.String() },
    { description: 'What the result was made with: the same text gives the same bytes.' },
  ),
);

export const Finding = Type.Object(
  {
    priority: Type.Enum(['p1', 'p2', 'p3'], { description: '`p1` blocking, `p2` material, `p3` advisory.' }),
    title: Type.String(),
    details: Type.String(),
    citations: Type.Array(RegulationCitation),
    ruleId: Type.Optional(Type.String()),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    evidence: Type.Optional(
      Type.Array(
        Type.Object({
          text: Type.String(),
          startOffset: Type.Integer({ minimum: 0 }),
          endOffset: Type.Integer({ minimum: 0 }),
        }),
        { description: 'Byte ranges in the submitted text; empty for a missing disclosure.' },
      ),
    ),
  },
  { title: 'Finding' },
);

export const ScreenResult = Type.Object(
  {
    type: Type.Enum(['analysis.screen.result'], { description: 'Discriminator.' }),
    riskScore,
    findings: Type.Array(Finding, { description: 'Ordered by severity.' }),
    engine,
  },
  { title: 'ScreenAnalysisResult' },
);
export type ScreenResult = Static<typeof ScreenResult>;

export const RiskResult = Type.Object(
  { type: Type.Enum(['analysis.risk.result'], { description: 'Discriminator.' }), riskScore, engine },
  { title: 'RiskAssessmentResult' },
);
export type RiskResult = Static<typeof RiskResult>;

export const JobError = Type.Object(
  { code: Type.String({ examples: ['analysis_failed'] }), message: Type.String() },
  { title: 'JobError' },
);

const outcome = {
  id: Type.String({ description: 'Job id, `job_<ULID>`.' }),
  type: Type.String({ description: '`screen_analysis` or `risk_assessment`; the list may grow.' }),
  status: Type.Enum(jobStatuses, { description: '`succeeded` and `failed` are final.' }),
  result: Type.Nullable(Type.Union([ScreenResult, RiskResult])),
  error: Type.Nullable(JobError),
};

/** What a risk assessment answers at once: a job that is already final. */
export const RiskAssessmentReply = Type.Object(outcome, { title: 'RiskAssessmentReply' });

export const Job = Type.Object({ ...outcome, createdAt: Timestamp, updatedAt: Timestamp }, { title: 'Job' });
export type Job = Static<typeof Job>;

export const JobSummary = Type.Object(
  {
    jobId: Type.String(),
    jobType: Type.String(),
    status: Type.Enum(jobStatuses, { description: 'State of the job.' }),
    triggerType: Type.Enum(triggerTypes, {
      description: '`manual`: submitted. `automatic`: made by the service.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'JobSummary' },
);
export type JobSummary = Static<typeof JobSummary>;

const base = { tag: 'Jobs', scope: 'jobs', bucket: 'jobs', credits: 0 } as const;

export const getJob = defineOperation({
  ...base,
  id: 'getJob',
  method: 'GET',
  path: '/api/v1/jobs/{id}',
  summary: 'Read a job and its result',
  description:
    'Poll until `status` is final, starting near one second and lengthening. The result is inline; it never changes once it is there.',
  params: Type.Object(
    { id: Type.String({ minLength: 1, maxLength: 200, pattern: storable, description: 'Job id.' }) },
    { additionalProperties: false },
  ),
  replies: { 200: Job },
});

export const listJobs = defineOperation({
  ...base,
  id: 'listJobs',
  method: 'GET',
  path: '/api/v1/jobs',
  summary: "List the team's jobs",
  description: 'Newest first, then by id. `start` and `end` bound `createdAt`, both inclusive.',
  query: Type.Object(
    {
      jobType: Type.Optional(
        Type.Array(Type.Enum(jobTypes, { description: 'Job type.' }), {
          description: 'Repeat for several.',
          maxItems: 20,
        }),
      ),
      start: Type.Optional(Timestamp),
      end: Type.Optional(Timestamp),
      cursor: cursorParam,
      limit: limitParam(limits.page),
    },
    { additionalProperties: false },
  ),
  replies: { 200: pageOf('JobPage', JobSummary) },
});
