import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import type { Pages } from '../api/use-pages.ts';
import { useListKeys } from '../keys/use-list-keys.ts';
import { cameBack } from '../router/place.ts';
import '../styles/virtual-list.css';

/** Rows from the end at which the next page is asked for. */
const readAhead = 60;

/** A list of any length that scrolls with the page: only the rows in sight are drawn, pages are read as needed. */
export function VirtualList<T>(props: {
  /** What is listed: with the same name, going back finds the same rows at the same height. */
  readonly name: readonly unknown[];
  readonly list: Pages<T>;
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly children: (item: T, row: number) => ReactNode;
}) {
  const { list, keyOf } = props;
  const { items, hasMore, loading, error, loadMore } = list;
  const element = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop((element.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  const { replies } = useSession();
  const heights = `heights ${JSON.stringify(props.name)}`;
  const [kept] = useState(() =>
    cameBack() ? (replies.get(heights) as VirtualItem[] | undefined) : undefined,
  );
  const rows = useWindowVirtualizer({
    ...(kept && { initialMeasurementsCache: kept }),
    count: items.length,
    estimateSize: () => props.rowHeight,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  useEffect(() => () => void replies.set(heights, rows.measurementsCache), [replies, heights, rows]);
  useListKeys(items.length, (row) => rows.scrollToIndex(row));
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - readAhead && hasMore && !loading && error === undefined) loadMore();
  }, [last, items.length, hasMore, loading, error, loadMore]);
  return (
    <ul ref={element} className="list virtual" style={{ height: rows.getTotalSize() }}>
      {drawn.map((row) => {
        const item = items[row.index];
        return (
          item !== undefined && (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              aria-posinset={row.index + 1}
              aria-setsize={list.total}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              {props.children(item, row.index)}
            </li>
          )
        );
      })}
    </ul>
  );
}
