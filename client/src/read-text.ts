import type { CallOptions } from './call-operation.ts';
import type { LongerTasks, OperationMethods } from './client.ts';

/** Joins the slices of one revision: a new text that arrives in between does not mix in. */
export async function readText(
  methods: Pick<OperationMethods, 'getRegulationContent'>,
  request: Parameters<LongerTasks['readRegulationText']>[0],
  options?: CallOptions,
): Promise<string> {
  const first = await methods.getRegulationContent(request, options);
  const { asOf: _, ...rest } = request;
  const pinned = { ...rest, revision: first.regulation.revision };
  let text = first.content.text;
  let { hasMore, endOffset } = first.content;
  while (hasMore) {
    const { content } = await methods.getRegulationContent({ ...pinned, offset: endOffset }, options);
    text += content.text;
    ({ hasMore, endOffset } = content);
  }
  return text;
}
