import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, operations } from '@pandect/contract';

const rulePacks = join(import.meta.dirname, '..', 'rulepacks');
const analysis: readonly Operation[] = [
  operations.createScreenAnalysisJob,
  operations.createRiskAssessmentJob,
];

/**
 * Whether a running service can do an operation: an empty request is refused by the operation itself (400),
 * by nobody (404), or by a neighbour at the same path (405); and analysis needs rules. Says so where it cannot.
 */
export async function isServed(url: string, key: string, operation: Operation): Promise<boolean> {
  const response = await fetch(`${url}${operation.path.replace(/\{\w+\}/g, 'x')}`, {
    method: operation.method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(operation.body && { body: '{}' }),
  });
  const mounted = !operation.body || (response.status !== 404 && response.status !== 405);
  const hasRules = !analysis.includes(operation) || existsSync(rulePacks);
  if (mounted && hasRules) return true;
  const because = mounted ? 'there are no rule packs yet' : 'this service does not serve it yet';
  console.warn(`SKIPPED: what needs ${operation.id}, because ${because}`);
  return false;
}
