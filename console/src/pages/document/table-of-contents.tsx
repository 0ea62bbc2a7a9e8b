import { useEffect, useRef } from 'react';
import { useWide } from '../../parts/use-wide.ts';
import type { TocEntry } from '../../text/text-blocks.ts';

/** A short table is shown whole; of a long one, the top and the branch one reads. */
const shortTable = 45;

export function TableOfContents(props: {
  readonly entries: readonly TocEntry[];
  readonly active: TocEntry | undefined;
  readonly addressOf: (entry: TocEntry) => string;
  readonly onGo: (entry: TocEntry) => void;
}) {
  const { entries, active } = props;
  const wide = useWide();
  const frame = useRef<HTMLDetailsElement>(null);
  // Only the table scrolls, and only beside the text: on a narrow page it stands above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active entry is another place.
  useEffect(() => {
    const link = frame.current?.querySelector<HTMLElement>('[aria-current]');
    if (!wide || !link || !frame.current) return;
    const { scrollTop, clientHeight } = frame.current;
    const inSight =
      link.offsetTop >= scrollTop && link.offsetTop + link.offsetHeight <= scrollTop + clientHeight;
    if (!inSight) frame.current.scrollTop = link.offsetTop - clientHeight / 3;
  }, [active, wide]);
  if (entries.length === 0) return null;
  const shown = entries.length <= shortTable ? entries : onBranch(entries, active);
  return (
    <details ref={frame} className="toc no-print" open={wide}>
      <summary>Contents</summary>
      <nav aria-label="Contents">
        <ol>
          {shown.map((entry) => (
            <li key={entry.id} className={`toc-${Math.min(entry.level, 5)}`}>
              <a
                href={props.addressOf(entry)}
                onClick={() => props.onGo(entry)}
                {...(entry === active && { 'aria-current': 'location' })}
              >
                {entry.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}

/** The top level, and below it what lies beside the active entry and its ancestors. */
function onBranch(entries: readonly TocEntry[], active: TocEntry | undefined): TocEntry[] {
  const open = new Set<string | undefined>([undefined]);
  for (let at = active; at; at = entries.find(({ id }) => id === at?.parentId)) open.add(at.id);
  return entries.filter(({ parentId }) => open.has(parentId));
}
