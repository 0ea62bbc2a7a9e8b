import { ErrorBody, errorTable, findFault, type Operation } from '@pandect/contract';
import type { GotReply } from './http-client.ts';

/** What is wrong with a reply by the contract; undefined when nothing is. */
export function faultOfReply(reply: GotReply, operation: Operation | undefined): string | undefined {
  const { status, headers, text } = reply;
  const requestId = headers['request-id'];
  if (typeof requestId !== 'string' || !/^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(requestId)) {
    return `${status} without a Request-Id of its own`;
  }
  if (headers['x-content-type-options'] !== 'nosniff') return `${status} without nosniff`;
  if (status === 304) return text === '' ? undefined : '304 with a body';
  if (!String(headers['content-type']).startsWith('application/json')) {
    return `${status} as ${headers['content-type']}`;
  }
  const body = parsed(text);
  if (body === undefined) return `${status} with a body that is not JSON`;
  if (status < 300) {
    const schema = operation?.replies[status];
    if (!schema) return `${status} is no reply of ${operation?.id}`;
    const fault = findFault(schema, body);
    return fault && `${operation.id} answered ${status}, in which ${fault.path} ${fault.problem}`;
  }
  return faultOfError(status, headers, body, requestId);
}

function faultOfError(
  status: number,
  headers: GotReply['headers'],
  body: unknown,
  requestId: string,
): string | undefined {
  const { error } = readError(body) ?? {};
  if (!error) return `${status} without the contract's error body`;
  const row = Object.entries(errorTable).find(([code]) => code === error.code)?.[1];
  if (!row) return `${status} with the unknown code ${error.code}`;
  const conflict = error.code === 'idempotency_conflict' && status === 422;
  if (row.status !== status && !conflict) return `${status} with the code ${error.code}`;
  if (error.requestId !== requestId) return `${status} whose requestId is not its header`;
  if (status >= 500 && status !== 503) return `${status} ${error.code}`;
  if ((status === 503 || status === 429) && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) {
    return `${status} without Retry-After`;
  }
  if (/node_modules|\.ts:\d|SQLITE|\bat \w+ \(/.test(error.message)) return `${status} tells of its inside`;
  if (error.message.length > 3000) return `${status} with a message of ${error.message.length} characters`;
  return undefined;
}

/** The contract's error body, where that is what it is. */
export function readError(body: unknown): ErrorBody | undefined {
  if (findFault(ErrorBody, body)) return undefined;
  return body as ErrorBody; // just checked
}

/** JSON as a value; undefined where the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
