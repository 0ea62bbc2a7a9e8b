import { createRiskAssessmentJob, createScreenAnalysisJob } from './analysis.ts';
import { createEvent, getTicket, listTickets, updateTicket } from './events.ts';
import { getJob, listJobs } from './jobs.ts';
import {
  getRegulationContent,
  getRegulationDetails,
  listRegulationReferences,
  listRegulationRevisions,
  listRegulations,
  queryRegulations,
} from './regulations.ts';
import { createKey, getTeam, listKeys, listUsage, revokeKey, updateTeam } from './team.ts';
import { getRegulationWiki, listRegulationWikis } from './wikis.ts';

/** Every operation, by name: first the eleven of the specification, then Pandect's own. */
export const operations = {
  listRegulationWikis,
  getRegulationWiki,
  listRegulations,
  getRegulationDetails,
  getRegulationContent,
  queryRegulations,
  createScreenAnalysisJob,
  createRiskAssessmentJob,
  getJob,
  listJobs,
  createEvent,
  listRegulationRevisions,
  listRegulationReferences,
  listTickets,
  getTicket,
  updateTicket,
  getTeam,
  updateTeam,
  listKeys,
  createKey,
  revokeKey,
  listUsage,
} as const;
export type OperationId = keyof typeof operations;
