import { useShortcut } from './shortcuts.tsx';

/**
 * `j` and `k` walk through the rows of a page: elements with `data-row`, whose link or button takes the
 * focus. `reveal` brings a row that is not drawn onto the page first.
 */
export function useListKeys(count: number, reveal: (row: number) => void = () => {}): void {
  const step = (by: number) => {
    if (count === 0) return;
    const here = currentRow();
    const next = here === undefined ? 0 : Math.min(count - 1, Math.max(0, here + by));
    reveal(next);
    focusRow(next, 20);
  };
  useShortcut('j', 'next in the list', () => step(1));
  useShortcut('k', 'previous in the list', () => step(-1));
}

function currentRow(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return row === undefined ? undefined : Number(row);
}

/** A revealed row is drawn a few frames later. */
function focusRow(row: number, tries: number): void {
  const element = document.querySelector<HTMLElement>(`[data-row="${row}"]`);
  const target = element?.matches('a, button') ? element : element?.querySelector<HTMLElement>('a, button');
  if (target) {
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
  } else if (tries > 0) requestAnimationFrame(() => focusRow(row, tries - 1));
}
