import type { JobStatus, TicketStatus } from '@pandect/contract';

const typeNames: Readonly<Record<string, string>> = {
  screen_analysis: 'Screening',
  risk_assessment: 'Risk score',
};

/** The list of types may grow. */
export function jobTypeName(type: string): string {
  return typeNames[type] ?? type;
}

const statusNames: Readonly<Record<JobStatus | TicketStatus, string>> = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  open: 'Open',
  in_review: 'In review',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
};

export function statusName(status: JobStatus | TicketStatus): string {
  return statusNames[status];
}

export function StatusBadge({ status }: { readonly status: JobStatus | TicketStatus }) {
  return <span className={`badge status-${status}`}>{statusNames[status]}</span>;
}
