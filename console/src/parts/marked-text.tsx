import { cutByRanges, type Range } from '../text/cut-by-ranges.ts';

/** Text with some of its words marked. */
export function MarkedText({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  return cutByRanges(0, text.length, ranges).map(({ start, end, covers }) =>
    covers.length === 0 ? text.slice(start, end) : <mark key={start}>{text.slice(start, end)}</mark>,
  );
}
