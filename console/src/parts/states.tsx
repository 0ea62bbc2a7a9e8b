import type { ReactNode } from 'react';

/** Grey lines in the place of what is being read; they appear only when it takes a moment. */
export function Loading({ what, lines = 5 }: { readonly what: string; readonly lines?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Reading {what} …</span>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <span key={at} className="bone" aria-hidden="true" />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className="note empty">
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}
