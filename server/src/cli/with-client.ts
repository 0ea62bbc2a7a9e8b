import { ConnectionError, JobFailed, PandectError } from '@pandect/client';
import { type OpenClient, openClient } from './open-client.ts';
import { UsageError } from './usage-error.ts';

/** Opens the operations, does the work, and closes them however it ends. */
export async function withClient(
  environment: NodeJS.ProcessEnv,
  work: (open: OpenClient) => Promise<void>,
): Promise<void> {
  const open = await openClient(environment);
  try {
    await work(open);
  } catch (error) {
    throw isAnswer(error) ? new UsageError(sentenceOf(error)) : error;
  } finally {
    await open.close();
  }
}

/** What the service said, rather than a fault of this program. */
export function isAnswer(error: unknown): error is PandectError | ConnectionError | JobFailed {
  return error instanceof PandectError || error instanceof ConnectionError || error instanceof JobFailed;
}

export function sentenceOf(error: PandectError | ConnectionError | JobFailed): string {
  if (!(error instanceof PandectError)) return error.message;
  const { message, details, code, requestId } = error;
  const valid = Array.isArray(details?.valid) ? ` There are ${details.valid.join(', ')}.` : '';
  return `${message}${valid} (${code}${requestId === undefined ? '' : `, ${requestId}`})`;
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}
