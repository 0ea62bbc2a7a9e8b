import type { IndexedDocument } from '../server/src/search/build-segment.ts';

/** Chunks beyond the real ones: the first half of one with the second half of another, in documents of ten. */
export function recombine(
  documents: readonly IndexedDocument[],
  real: number,
  wanted: number,
): readonly IndexedDocument[] {
  if (wanted <= real) return documents;
  const chunks = documents.flatMap((one) => one.chunks);
  const made: IndexedDocument[] = [...documents];
  for (let at = real; at < wanted; at += 10) {
    const size = Math.min(10, wanted - at);
    made.push({
      key: `made-${at}`,
      chunks: Array.from({ length: size }, (_, own) => {
        const one = chunks[(at + own) % chunks.length];
        // A step that shares no divisor with the count meets every pair before it repeats one.
        const other = chunks[((at + own) * 7919 + Math.floor(at / chunks.length)) % chunks.length];
        const first = one?.text ?? '';
        const second = other?.text ?? '';
        return {
          text: `${first.slice(0, first.length / 2)} ${second.slice(second.length / 2)}`,
          heading: one?.heading ?? '',
          path: '',
        };
      }),
    });
  }
  return made;
}
