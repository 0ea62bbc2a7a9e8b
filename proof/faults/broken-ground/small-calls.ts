import { callService, type Outcome } from '../call-service.ts';

/** The few requests every broken ground is tried with. */
export const event = (text = 'x') => ({ scenario: 'generic', content: { type: 'text', text } });

export const postEvent = (url: string, key: string, text?: string): Promise<Outcome> =>
  callService(url, 'POST', '/api/v1/events', { key, body: event(text) });

export const postScreening = (url: string, key: string): Promise<Outcome> =>
  callService(url, 'POST', '/api/v1/analysis/screen', {
    key,
    body: { scenario: 'marketing_asset', content: { type: 'text', text: 'Guaranteed approval, no fees.' } },
  });

export const getJob = (url: string, key: string, id: string): Promise<Outcome> =>
  callService(url, 'GET', `/api/v1/jobs/${id}`, { key });

export async function isReady(url: string): Promise<boolean> {
  return (await callService(url, 'GET', '/readyz', { timeoutMs: 5000 })).status === 200;
}

/** `3 of 201, 2 of 503 service_unavailable` */
export function countReplies(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of outcomes) {
    const name = status === 0 ? 'no reply' : `${status}${code === '' ? '' : ` ${code}`}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} of ${name}`).join(', ') || 'none';
}

export const isUnavailable = ({ status, code, retryAfter }: Outcome): boolean =>
  status === 503 && code === 'service_unavailable' && retryAfter !== null;

export const isDone = ({ status }: Outcome): boolean => status >= 200 && status < 300;

/** Both and nothing else: done, or a coded 503 that says when to try again. */
export const areDoneOrUnavailable = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every((outcome) => isDone(outcome) || isUnavailable(outcome));

export const seconds = (ms: number | undefined): string =>
  ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`;
