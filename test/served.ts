import type { Operation } from '@pandect/contract';

/**
 * Whether a running service has mounted an operation: an empty request is refused by the operation itself
 * (400), by nobody (404), or by a neighbour at the same path (405). Says so where it has not.
 */
export async function isServed(url: string, key: string, operation: Operation): Promise<boolean> {
  const response = await fetch(`${url}${operation.path.replace(/\{\w+\}/g, 'x')}`, {
    method: operation.method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(operation.body && { body: '{}' }),
  });
  const served = !operation.body || (response.status !== 404 && response.status !== 405);
  if (!served)
    console.warn(`SKIPPED: what needs ${operation.id}, because this service does not serve it yet`);
  return served;
}
