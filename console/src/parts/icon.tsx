/** Drawn here: a dozen lines of path data instead of a package. 20 by 20, stroked in the text's colour. */
const drawings = {
  ask: 'M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17',
  library: 'M4 4v13M4 4h3v13H4M9 4h3v13H9zM13.6 4.6l2.8-.6 2.6 12.4-2.8.6z',
  playbooks: 'M4 4h9a2 2 0 0 1 2 2v11H6a2 2 0 0 1-2-2zM7 8h5M7 11h5',
  screen: 'M5 3h7l3 3v11H5zM7.5 11l1.7 1.7L12.8 9',
  jobs: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 1.5',
  tickets: 'M3 6h14v3a1.5 1.5 0 0 0 0 3v3H3v-3a1.5 1.5 0 0 0 0-3zM8 6v9',
  keys: 'M7 8a3 3 0 1 0 0 5.9A3 3 0 0 0 7 8zM9.5 10 17 3.5M14 6l2 2',
  alert: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2v.2',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.500a3 3 0 0 0-4.200 0l-2.600 2.600a3 3 0 0 0 4.200 4.200l1-1',
  out: 'M8 5H4v11h11v-4M11 3h6v6M17 3l-8 8',
  copy: 'M7 7h9v10H7zM13 7V3H4v10h3',
  menu: 'M3 6h14M3 10h14M3 14h14',
} as const;
export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
