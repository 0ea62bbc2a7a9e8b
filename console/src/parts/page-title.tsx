import { type ReactNode, useEffect } from 'react';

/** A page's heading: also the name of the tab, and where the focus goes after a move. */
export function PageTitle({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Pandect`;
  }, [title]);
  return (
    <header className="page-title">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </header>
  );
}
