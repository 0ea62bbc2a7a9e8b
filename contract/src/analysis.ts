import { AnalysisRequest } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { RiskAssessmentReply } from './jobs.ts';
import { Type } from './schema.ts';

const base = { tag: 'Analysis', scope: 'analysis', bucket: 'submit', method: 'POST' } as const;

export const createScreenAnalysisJob = defineOperation({
  ...base,
  id: 'createScreenAnalysisJob',
  path: '/api/v1/analysis/screen',
  summary: 'Screen a text for compliance problems',
  description:
    'Accepted at once; read the findings with `getJob`. Nothing is rewritten or routed: the result says what is wrong, with the words that show it and the law.',
  credits: 10,
  body: AnalysisRequest,
  replies: { 202: Type.Object({ id: Type.String() }, { title: 'JobAccepted' }) },
});

export const createRiskAssessmentJob = defineOperation({
  ...base,
  id: 'createRiskAssessmentJob',
  path: '/api/v1/analysis/risk',
  summary: 'Score the risk of a text',
  description: 'Answers with a job that is already final; for gating and triage at high volume.',
  credits: 2,
  body: AnalysisRequest,
  replies: { 200: RiskAssessmentReply },
});
