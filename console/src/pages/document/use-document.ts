import type { CallOptions } from '@pandect/client';
import { limits } from '@pandect/contract';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import { createByteMap } from '../../text/byte-map.ts';
import { textBlocks } from '../../text/text-blocks.ts';

export interface Version {
  readonly asOf?: string;
  readonly revision?: number;
}

/** A document's facts, and its whole text once that is there. */
export function useDocument(id: string, version: Version) {
  const client = useClient();
  const detail = useReply(['getRegulationDetails', id, version], (options) =>
    client.getRegulationDetails({ id, ...version }, options),
  );
  const known = detail.value;
  const [beginning, setBeginning] = useState<{ text: string; sha256: string | undefined }>();
  const text = useReply(known && ['text', known.id, known.revision, known.textSha256], (options) =>
    readWhole(known?.revision, options),
  );
  const references = useReply(known && ['listRegulationReferences', known.id, known.revision], (options) =>
    client.listRegulationReferences({ id, ...(known && { revision: known.revision }) }, options),
  );

  /** Slice by slice: one slice holds most sections whole; of a long text the first is shown at once. */
  async function readWhole(revision: number | undefined, options: CallOptions): Promise<string> {
    const pieces: string[] = [];
    let offset = 0;
    for (;;) {
      const { content } = await client.getRegulationContent(
        { id, offset, limit: limits.contentBytes.max, ...(revision !== undefined && { revision }) },
        options,
      );
      pieces.push(content.text);
      if (!content.hasMore) return pieces.join('');
      if (offset === 0) setBeginning({ text: content.text, sha256: known?.textSha256 });
      offset = content.endOffset;
    }
  }

  const entries = known?.tableOfContents.entries;
  const shown = text.value ?? (beginning?.sha256 === known?.textSha256 ? beginning?.text : undefined);
  const complete = text.value !== undefined;
  const laidOut = useMemo(() => {
    if (shown === undefined || !entries) return undefined;
    const map = createByteMap(shown);
    return { text: shown, complete, map, blocks: textBlocks(shown, map, entries) };
  }, [shown, complete, entries]);
  const links = useMemo(
    () =>
      laidOut && references.value
        ? references.value.results.map((reference) => ({
            start: laidOut.map.position(reference.startOffset),
            end: laidOut.map.position(reference.endOffset),
            kind: 'link' as const,
            reference,
          }))
        : [],
    [laidOut, references.value],
  );
  return { detail, text, laidOut, links };
}
export type LaidOut = NonNullable<ReturnType<typeof useDocument>['laidOut']>;
export type TextLink = ReturnType<typeof useDocument>['links'][number];
